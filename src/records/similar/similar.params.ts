import { Type, type StaticDecode } from 'typebox'
import { moment } from '../../pure/params/moments.ts'
import { idOf } from '../../pure/params/numbers.ts'
import { line, word } from '../../pure/params/texts.ts'

export const similarEventsParams = Type.Object({
  title: word('The title that is compared.'),
  start_date: moment(
    'When the event starts: events of this day, the one before and the one after are compared.',
  ),
  venue: Type.Optional(line('The ID or the name of its venue.', { numbers: true })),
  exclude: Type.Optional(idOf('An event that is not to be among them, as it is the one that is compared.')),
})
export type SimilarEvents = StaticDecode<typeof similarEventsParams>
