import type { Drawn } from '../../../fields/drawn.fields.ts'
import type { Wall } from '../dates.ts'
import type { OwnForm, OwnKey } from '../own/form.ts'
import type { Registration } from '../registration/form.ts'
import { type EventRecord, type Happening, type Status, type Venue, venuesOf } from '../records.ts'
import { plain } from '../texts.ts'
import { type Repeat, repeats } from './repeat.ts'
import type { Ticket } from './tickets.ts'

/** A place or an organizer of the event: one that there is, or with the id 0 a new one with its fields. */
export interface Linked {
  readonly id: number
  readonly name: string
  readonly says: string
  /** Where a place is, in degrees. */
  readonly spot?: { readonly lat: number; readonly lng: number }
  readonly fields?: Readonly<Record<string, string>>
}

/** What is to be entered of an event by fields that are drawn by hand. */
interface ByHand {
  readonly title: string
  readonly excerpt: string
  readonly description: string
  readonly when: {
    readonly startDay: string
    readonly startTime: string
    readonly endDay: string
    readonly endTime: string
    readonly isAllDay: boolean
    readonly zone: string
  }
  readonly repeat: Repeat
  readonly venues: readonly Linked[]
  readonly organizers: readonly Linked[]
  readonly attendance: 'in_person' | 'online' | 'mixed'
  readonly onlineUrl: string
  readonly onlineShown: 'public' | 'attendees'
  readonly costs: readonly string[]
  readonly tickets: readonly Ticket[]
  readonly registration: Registration | null
  readonly website: string
  readonly image: { readonly id: number; readonly url: string } | null
  readonly categories: readonly number[]
  readonly tags: readonly { readonly id: number; readonly name: string }[]
  readonly happening: Happening
  readonly reason: string
  readonly status: Status
  /** When it becomes public, with the status `future`: as `2031-03-11T18:00`. */
  readonly publishAt: string
  readonly isFeatured: boolean
  /** What is said to whoever reviews it. */
  readonly note: string
}

/** What is to be entered of an event. All of it can be kept as JSON. */
export type Form = ByHand & { readonly [Name in Drawn]: string } & OwnForm

/** The name of a field that every event has. */
export type Field = Exclude<keyof Form, OwnKey>

/** The name of any field. */
export type AnyField = Field | OwnKey

/** A new event on the day from which it was begun, if there is such a day. */
export function onDay(form: Form, day: string): Form {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return form
  return { ...form, when: { ...form.when, startDay: day, endDay: day } }
}

/** The texts of an event as they were written. */
export interface Written {
  readonly title: string
  readonly description: string
  readonly excerpt: string
}

/** When an event is, on the clock of its zone. */
export function whenOf({ start_date, end_date, all_day, timezone }: EventRecord): Form['when'] {
  return {
    startDay: start_date.slice(0, 10),
    startTime: all_day ? '' : timeOf(start_date),
    endDay: end_date.slice(0, 10),
    endTime: all_day ? '' : timeOf(end_date),
    isAllDay: all_day === true,
    zone: timezone,
  }
}

/** Where an event is, whose it is, and under which categories. */
export function sortedAs(record: EventRecord): Pick<Form, 'venues' | 'organizers' | 'categories'> {
  return {
    venues: venuesOf(record).map(linkedVenue),
    organizers: record.organizer.map(({ id, organizer }) => ({ id, name: plain(organizer), says: '' })),
    categories: record.categories.map(({ id }) => id),
  }
}

function timeOf(wall: Wall): string {
  return wall.endsWith(':00') ? wall.slice(11, 16) : wall.slice(11, 19)
}

/** A place as an event has it. */
export function linkedVenue(venue: Venue): Linked {
  const { id, geo_lat: lat, geo_lng: lng } = venue
  const spot =
    lat === undefined || lat === null || lng === undefined || lng === null ? {} : { spot: { lat, lng } }
  return { id, name: plain(venue.venue), says: addressText(venue), ...spot }
}

/** The address of a place in a line. */
export function addressText({ address = '', city = '' }: { address?: string; city?: string }): string {
  return [address, city].map(plain).filter(Boolean).join(', ')
}

/** The picture in a size that is enough for the editor. */
export function smallOf({ url, sizes = {} }: EventRecord['image'] & object): string {
  return sizes['medium_large']?.url ?? sizes['large']?.url ?? sizes['medium']?.url ?? url
}

/** Whether the event can be kept by the service: it has a title and dates. */
export function isWhole({ title, when }: Pick<Form, 'title' | 'when'>): boolean {
  const { startDay, startTime, endTime } = when
  return title.trim() !== '' && startDay !== '' && (isAllDay(when) || (startTime !== '' && endTime !== ''))
}

/** Whether days are meant: nobody has said a time. */
export function isAllDay({ isAllDay: isSaid, startTime, endTime }: Form['when']): boolean {
  return isSaid || (startTime === '' && endTime === '')
}

/** The start and the end as the service takes them. */
export function datesOf({ when }: Pick<Form, 'when'>) {
  const { startDay, startTime, endTime, zone } = when
  const [endDay, isOfDays] = [when.endDay || startDay, isAllDay(when)]
  return {
    start_date: isOfDays ? startDay : `${startDay} ${startTime}`,
    end_date: isOfDays ? endDay : `${endDay} ${endTime}`,
    all_day: isOfDays,
    timezone: zone,
  }
}

/** The moment that is chosen for an event to become public, with its status; nothing without one. */
export function publishing({ status, publishAt }: Pick<Form, 'status' | 'publishAt'>): {
  readonly status?: Status
  readonly date?: string
} {
  return status === 'future' ? { status, date: publishAt.replace('T', ' ') } : {}
}

/** What is sent of an event that is of no series: a rule only where it repeats. */
export function withRule(sent: Record<string, unknown>, { repeat }: Form): Record<string, unknown> {
  const { recurrence, ...others } = sent
  return repeats(repeat) ? { recurrence, ...others } : others
}
