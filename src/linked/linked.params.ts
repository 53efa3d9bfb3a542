import Type from 'typebox'
import { truth } from '../params/flags.ts'
import { page, perPage } from '../params/numbers.ts'
import { statusFilter } from '../params/statuses.ts'
import { searchText } from '../params/texts.ts'
import { eventFilter } from '../posts/posts.params.ts'

/** The list parameters of venues and organizers (specification 4.3, 4.4), in declaration order. */
export const linkedListParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep records in which every word occurs, in whichever of their texts.')),
  event: Type.Optional(eventFilter),
  has_events: Type.Optional(truth('Keep records that are linked to an event (true), or to none (false).')),
  only_with_upcoming: Type.Optional(truth('Keep records linked to an event that has yet to start.', false)),
  status: Type.Optional(statusFilter),
})
