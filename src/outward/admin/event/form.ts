import { webAddress } from '../../../pure/text/typedAddresses.ts'
import type { Wall } from '../dates.ts'
import { siteZone } from '../place.ts'
import { changedIn } from '../record/merge.ts'
import { type EventRecord, type Happening, type Status, type Venue, venuesOf } from '../records.ts'
import { plain } from '../texts.ts'
import { meansFree } from './price.ts'
import { linesOf, once, type Repeat, repeats } from './repeat.ts'
import { t } from './texts.ts'
import { copiesOf, type Ticket } from './tickets.ts'

/** A place or an organizer of the event: one that there is, or with the id 0 a new one with its fields. */
export interface Linked {
  readonly id: number
  readonly name: string
  readonly says: string
  /** Where a place is, in degrees. */
  readonly spot?: { readonly lat: number; readonly lng: number }
  readonly fields?: Readonly<Record<string, string>>
}

/** What is to be entered of an event. All of it can be kept as JSON. */
export interface Form {
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

/** The name of a field. */
export type Field = keyof Form

/** An event that nobody has entered yet: no date is any until somebody says one. */
export function emptyForm(status: Status): Form {
  return {
    title: '',
    excerpt: '',
    description: '',
    when: {
      startDay: '',
      startTime: '',
      endDay: '',
      endTime: '',
      isAllDay: false,
      zone: siteZone,
    },
    repeat: once,
    venues: [],
    organizers: [],
    attendance: 'in_person',
    onlineUrl: '',
    onlineShown: 'public',
    costs: [],
    tickets: [],
    website: '',
    image: null,
    categories: [],
    tags: [],
    happening: 'scheduled',
    reason: '',
    status,
    publishAt: '',
    isFeatured: false,
    note: '',
  }
}

/** A new event on the day from which it was begun, if there is such a day. */
export function onDay(form: Form, day: string): Form {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return form
  return { ...form, when: { ...form.when, startDay: day, endDay: day } }
}

/** What a new event takes over from another. */
export function copyOf(form: Form, { status }: Form): Form {
  return {
    ...form,
    status,
    publishAt: '',
    repeat: once,
    happening: 'scheduled',
    reason: '',
    isFeatured: false,
    note: '',
    tickets: copiesOf(form.tickets),
  }
}

/** The texts of an event as they were written. */
export interface Written {
  readonly title: string
  readonly description: string
  readonly excerpt: string
}

/** What has been entered of an event. */
export function formOf(
  record: EventRecord,
  { written, repeat, tickets }: { written: Written; repeat: Repeat; tickets: readonly Ticket[] },
): Form {
  const { start_date: start, end_date: end } = record
  return {
    title: written.title,
    excerpt: written.excerpt,
    description: written.description,
    when: {
      startDay: start.slice(0, 10),
      startTime: record.all_day ? '' : timeOf(start),
      endDay: end.slice(0, 10),
      endTime: record.all_day ? '' : timeOf(end),
      isAllDay: record.all_day === true,
      zone: record.timezone,
    },
    repeat,
    ...sortedAs(record),
    attendance: record.attendance_mode ?? 'in_person',
    onlineUrl: record.online_url ?? '',
    onlineShown: record.online_url_shown ?? 'public',
    costs: costsOf(record),
    tickets,
    // Wire: without a website of its own an event names its page.
    website: plain(record.website) === plain(record.url) ? '' : plain(record.website),
    image: record.image === false ? null : { id: record.image.id, url: smallOf(record.image) },
    tags: record.tags.map(({ id, name }) => ({ id, name: plain(name) })),
    happening: record.event_status ?? 'scheduled',
    reason: record.event_status_reason ?? '',
    status: record.status,
    publishAt: record.status === 'future' ? record.date.slice(0, 16).replace(' ', 'T') : '',
    isFeatured: record.featured === true,
    note: record.review_note ?? '',
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

/** The own cost of an event in the words of its record. That of its tickets, which the record has where it has none of its own, reads alike. */
function costsOf({ cost }: EventRecord): readonly string[] {
  if (cost === '') return []
  return [meansFree(cost, '') ? '0' : plain(cost)]
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

const linkedOf = (linked: readonly Linked[]) => linked.map(({ id, fields }) => (id === 0 ? fields : id))

/** What each field is called by the service. */
const members: { readonly [Key in Field]: (form: Form) => Record<string, unknown> } = {
  title: ({ title }) => ({ title }),
  excerpt: ({ excerpt }) => ({ excerpt }),
  description: ({ description }) => ({ description }),
  when: datesOf,
  repeat: ({ repeat }) => ({ recurrence: repeats(repeat) ? linesOf(repeat) : null }),
  venues: ({ venues }) => ({ venue: linkedOf(venues) }),
  organizers: ({ organizers }) => ({ organizer: linkedOf(organizers) }),
  attendance: ({ attendance }) => ({ attendance_mode: attendance }),
  onlineUrl: ({ onlineUrl }) => ({ online_url: webAddress(onlineUrl) }),
  onlineShown: ({ onlineShown }) => ({ online_url_shown: onlineShown }),
  costs: ({ costs }) => ({
    cost: costs
      .filter((cost) => cost.trim() !== '')
      .map((cost) => (meansFree(cost, t('freeWords')) ? '0' : cost)),
  }),
  // They are written beside the event, which is asked for with nothing of them: whether it has changed meanwhile.
  tickets: () => ({}),
  website: ({ website }) => ({ website: webAddress(website) }),
  image: ({ image }) => ({ image: image?.id ?? '' }),
  categories: ({ categories }) => ({ categories }),
  tags: ({ tags }) => ({ tags: tags.map(({ id, name }) => (id === 0 ? name : id)) }),
  happening: ({ happening }) => ({ event_status: happening }),
  reason: ({ reason }) => ({ event_status_reason: reason }),
  status: ({ status, publishAt }) => ({
    status,
    ...(status === 'future' ? { date: publishAt.replace('T', ' ') } : {}),
  }),
  publishAt: ({ status, publishAt }) =>
    status === 'future' ? { status, date: publishAt.replace('T', ' ') } : {},
  isFeatured: ({ isFeatured }) => ({ featured: isFeatured }),
  // It goes with what is not decided yet.
  note: ({ note, status }) => (status === 'pending' || status === 'draft' ? { review_note: note } : {}),
}

/** All fields, in their order. */
const fields = Object.keys(members) as Field[]

/** The fields in which two forms differ. */
export function differences(one: Form, other: Form): Field[] {
  return changedIn(one, other, fields)
}

/** The members that these fields are sent as. */
export function paramsOf(form: Form, of: readonly Field[]): Record<string, unknown> {
  return Object.assign({}, ...of.map((field) => members[field](form))) as Record<string, unknown>
}

/** What is sent of an event that is of no series: a rule only where it repeats. */
export function withRule(sent: Record<string, unknown>, { repeat }: Form): Record<string, unknown> {
  const { recurrence, ...others } = sent
  return repeats(repeat) ? { recurrence, ...others } : others
}
