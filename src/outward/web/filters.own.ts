import { ownFilterText } from '../../records/own/own.words.ts'
import { ownName, pageFields } from './calendar.own.ts'
import { type ActiveFilter, type CalendarQuery, valuesOf, without } from './calendar.query.ts'
import type { Visit } from './visit.ts'

type Pairs = Pick<CalendarQuery, 'pairs'>

/** Filters by fields of one’s own among those in force. */
export function ownActive(visit: Visit, { pairs }: Pairs): ActiveFilter[] {
  return pageFields(visit).flatMap((field) => {
    const name = ownName(field)
    return valuesOf(pairs, name).map((value): ActiveFilter => ({
      text: ownFilterText(visit, field, value),
      others: without(pairs, name, value),
    }))
  })
}
