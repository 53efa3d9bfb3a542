import { ownFilterParam } from '../own/own.params.ts'
import { Type, type StaticDecode } from 'typebox'
import { editContext } from '../../pure/params/contexts.ts'
import { flag, truth } from '../../pure/params/flags.ts'
import { order, orderBy } from '../../pure/params/orders.ts'
import { namedPlaces, placeExtensions, venuePlaces } from '../../pure/params/places.ts'
import { page, perPage } from '../../pure/params/numbers.ts'
import { statusFilter } from '../../pure/params/statuses.ts'
import { searchText } from '../../pure/params/texts.ts'
import { eventFilter } from '../posts/posts.params.ts'

/** The list parameters that venues and organizers share (specification 4.3, 4.4), in declaration order. */
const listed = {
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep records in which every word occurs, in whichever of their texts.')),
  event: Type.Optional(eventFilter),
  has_events: Type.Optional(truth('Keep records that are linked to an event (true), or to none (false).')),
  only_with_upcoming: Type.Optional(truth('Keep records linked to an event that has yet to start.', false)),
  status: Type.Optional(statusFilter),
}

/** Ours, beside those of the original. */
const coming = {
  has_upcoming: Type.Optional(
    flag('Keep records linked to an event that is on or is still to come (true), or to none (false).'),
  ),
}

const own = { fields: Type.Optional(ownFilterParam('linked')) }

const orders = ['title', 'date', 'modified', 'relevance', 'id'] as const

/** The list parameters of venues (specification 4.3) and, after them, our extensions. */
export const listVenuesParams = Type.Object({
  ...listed,
  ...venuePlaces,
  ...placeExtensions,
  ...namedPlaces('venues'),
  ...coming,
  orderby: Type.Optional(orderBy([...orders, 'distance'], 'date')),
  order: Type.Optional(order),
  ...own,
})

/** The list parameters of organizers (specification 4.4): those of venues without places. */
export const listOrganizersParams = Type.Object({
  ...listed,
  ...coming,
  orderby: Type.Optional(orderBy(orders, 'date')),
  order: Type.Optional(order),
  ...own,
})

/** The parameters of reading one. */
export const readLinkedParams = Type.Object({
  context: Type.Optional(
    editContext(
      'With “edit”, who may edit the record is told what is for them alone: of a venue whether its coordinates were geocoded.',
    ),
  ),
})
export type ReadLinked = StaticDecode<typeof readLinkedParams>
