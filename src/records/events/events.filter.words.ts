import { messages as fieldNames } from '../../fields/messages.ts'
import { type AccessField, accessFields } from '../../fields/venues.fields.ts'
import type { PartOfDay } from '../../pure/calendar/partsOfDay.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import type { Messages } from '../../pure/locale/messages.ts'

/** The ways to take part that can be chosen: what is on site and online is in both. */
export const attendances = {
  'in_person,mixed': 'onSite',
  'online,mixed': 'online',
} as const satisfies Record<string, keyof Messages>

/** A way to take part in words, as an address names it. */
export function attendanceText({ messages }: Locale, value: string): string {
  const known = Object.entries(attendances).find(([mode]) => mode === value)
  if (known) return messages[known[1]]
  const words = { in_person: messages.onSite, online: messages.online, mixed: messages.mixed }
  return value
    .split(',')
    .map((mode) => words[mode.trim() as keyof typeof words] ?? mode)
    .join(', ')
}

/** A part of the day, or what helps people in. */
export type NarrowingValue = PartOfDay | AccessField

/** What readers call it. */
export function narrowingText({ messages, language }: Locale, value: NarrowingValue): string {
  return isAccess(value) ? fieldNames[value][language] : messages[value]
}

function isAccess(value: NarrowingValue): value is AccessField {
  return accessFields.some((field) => field === value)
}

/** How a registration stands, as an address names it, in words. */
export function registrationText({ messages }: Locale, state: string): string {
  const words: Readonly<Record<string, string>> = {
    open: messages.withPlaces,
    waiting_list: messages.placesWaiting,
    full: messages.placesNone,
    closed: messages.registerClosed.replace(/[.。]$/, ''),
    any: messages.register,
  }
  return words[state.toLowerCase()] ?? state
}
