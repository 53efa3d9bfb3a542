import {
  attendanceText,
  type NarrowingValue,
  narrowingText,
  registrationText,
} from '../../records/events/events.filter.words.ts'
import { type ActiveFilter, type CalendarQuery, valuesOf, without } from './calendar.query.ts'
import type { Visit } from './visit.ts'

/** These filters among those in force. */
export function narrowingFilters({ locale }: Visit, { pairs }: Pick<CalendarQuery, 'pairs'>): ActiveFilter[] {
  const mode = valuesOf(pairs, 'attendance_mode').join(',')
  const ofOne = (['time_of_day', 'access'] as const).flatMap((name) =>
    valuesOf(pairs, name).map((value) => ({
      text: narrowingText(locale, value.toLowerCase() as NarrowingValue),
      others: without(pairs, name, value),
    })),
  )
  const registrations = valuesOf(pairs, 'registration').map((state) => ({
    text: registrationText(locale, state),
    others: without(pairs, 'registration', state),
  }))
  return [
    ...ofOne,
    ...registrations,
    ...(mode === ''
      ? []
      : [{ text: attendanceText(locale, mode), others: without(pairs, 'attendance_mode') }]),
  ]
}
