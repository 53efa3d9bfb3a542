import { messages as fieldNames } from '../../fields/messages.ts'
import { type AccessField, accessFields } from '../../fields/venues.fields.ts'
import type { PartOfDay } from '../../pure/calendar/partsOfDay.ts'
import { type CalendarQuery, valuesOf, without, type ActiveFilter } from './calendar.query.ts'
import type { Messages } from '../../pure/locale/messages.ts'
import type { Visit } from './visit.ts'

/** The ways to take part that can be chosen: what is on site and online is in both. */
export const attendances = {
  'in_person,mixed': 'onSite',
  'online,mixed': 'online',
} as const satisfies Record<string, keyof Messages>

/** A way to take part in words, as an address names it. */
export function attendanceText({ messages }: Visit['locale'], value: string): string {
  const known = Object.entries(attendances).find(([mode]) => mode === value)
  if (known) return messages[known[1]]
  const words = { in_person: messages.onSite, online: messages.online, mixed: messages.mixed }
  return value
    .split(',')
    .map((mode) => words[mode.trim() as keyof typeof words] ?? mode)
    .join(', ')
}

/** A part of the day, or what helps people in. */
type NarrowingValue = PartOfDay | AccessField

/** What readers call it. */
export function narrowingText({ messages, language }: Visit['locale'], value: NarrowingValue): string {
  return isAccess(value) ? fieldNames[value][language] : messages[value]
}

function isAccess(value: NarrowingValue): value is AccessField {
  return accessFields.some((field) => field === value)
}

/** How a registration stands, as an address names it, in words. */
function registrationText({ messages }: Visit['locale'], state: string): string {
  const words: Readonly<Record<string, string>> = {
    open: messages.withPlaces,
    waiting_list: messages.placesWaiting,
    full: messages.placesNone,
    closed: messages.registerClosed.replace(/[.。]$/, ''),
    any: messages.register,
  }
  return words[state.toLowerCase()] ?? state
}

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
