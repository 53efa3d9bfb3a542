// The words that some fields may have, without what reads them: browsers know them, too.

/** What a post (event, venue, organizer) can be; `wire-others.md` 1.1 as narrowed by D20 and D43. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof statuses)[number]

/** Those of what is still written, or waits: nobody who comes to it can see it yet. */
export const unshownStatuses = ['future', 'draft', 'pending'] as const satisfies readonly Status[]

/** The status as this program knows it: one that only a later program knows is shown to nobody whom a draft is not shown to. */
export function knownStatus(status: string): Status {
  return statuses.find((known) => known === status) ?? 'draft'
}

/** What can happen to an event that was announced. The first is the usual one, which records do not tell. */
export const eventStatuses = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved_online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** Those of an event that does not take place, or nobody knows when: nobody comes to it, or is reminded of it. */
export const heldStatuses = ['canceled', 'postponed'] as const satisfies readonly EventStatus[]

/** Whether an event does not take place, or nobody knows when. */
export function isHeld({ event_status }: { readonly event_status: string }): boolean {
  return heldStatuses.some((held) => held === event_status)
}

/** How people attend an event. The first is the usual one, which records do not tell. */
export const attendanceModes = ['in_person', 'online', 'mixed'] as const
export type AttendanceMode = (typeof attendanceModes)[number]

/** To whom the address of an event online is shown: to everybody, or by its editors to those who attend. */
export const onlineUrlAudiences = ['public', 'attendees'] as const

/** The most characters of the reason of a status: a few sentences. */
export const reasonLimit = 500

/**
 * The colours of categories, in the order of their numbers in stylesheets. Only these can be chosen: each has a contrast that was
 * measured, on light and on dark ground.
 */
export const colorNames = [
  'blue',
  'vermilion',
  'teal',
  'orchid',
  'olive',
  'cobalt',
  'orange',
  'lagoon',
  'rose',
  'green',
  'violet',
  'ochre',
] as const
export type ColorName = (typeof colorNames)[number]
