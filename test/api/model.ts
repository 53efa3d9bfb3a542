import fc from 'fast-check'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type ModelEvent, type Status, vocabulary, type Word, written } from './calendar.ts'

// How lists are filtered, written once more and independently of the service, for holding its answers against.

/** In the night after clocks in New York went forward, and a day in one of these zones before it is in another. */
export const now = Temporal.Instant.from('2031-03-10T03:30:00Z')

export type Caller = Role | undefined
type Posts = { readonly id: number; readonly author: Role; readonly status: Status; readonly before: Status }

/** A filter as it is sent, and which items it keeps. */
export interface Filter<Item> {
  readonly sent: Readonly<Record<string, unknown>>
  readonly keeps: (item: Item) => boolean
}

/** Everybody who may ask. */
export const callers: readonly Caller[] = [undefined, 'subscriber', 'contributor', 'author', 'editor']
/** Whether they see more than everybody. */
export const isWriter = (caller: Caller) => caller !== undefined && caller !== 'subscriber'

/** Who sees what in lists: everybody what is public, writers also their own, editors everything (D30). */
function isVisible({ status, author }: Posts, caller: Caller): boolean {
  if (status === 'trash') return false
  return status === 'publish' || caller === 'editor' || (isWriter(caller) && author === caller)
}

/** Who sees an event with what a password protects, though they do not send it: who may edit it. */
export function seesAll(event: ModelEvent, caller: Caller): boolean {
  return isVisible(event, caller) && (!event.isProtected || caller === 'editor' || event.author === caller)
}

/** Who may edit what is in the trash: its author, contributors unless it had been public, and editors (D30, D22). */
function mayRestore({ author, before }: Posts, caller: Caller): boolean {
  return caller === 'editor' || (author === caller && (caller === 'author' || before !== 'publish'))
}

/** The filter by statuses and, where there is none, what is listed without. */
export function listed(caller: Caller, wanted: readonly Status[] | undefined): Filter<Posts> {
  return {
    sent: wanted ? { status: wanted.join(',') } : {},
    keeps: (post) => {
      if (wanted && !wanted.includes(post.status)) return false
      return post.status === 'trash'
        ? wanted !== undefined && mayRestore(post, caller)
        : isVisible(post, caller)
    },
  }
}

/** Statuses that a list is asked for, or none. */
export const statuses = fc.option(
  fc.subarray<Status>(['publish', 'draft', 'pending', 'private', 'trash'], { minLength: 1 }),
  { nil: undefined, freq: 2 },
)

/** A bound as it is sent, and the moment that it means on the site's clock. */
interface Bound {
  readonly text: string
  readonly in: (zone: string) => Temporal.ZonedDateTime
}

const wall = (text: string): Bound => ({
  text,
  in: (zone) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone),
})
const instant = (text: string, iso = text): Bound => ({
  text,
  in: (zone) => Temporal.Instant.from(iso).toZonedDateTimeISO(zone),
})
export const bounds: readonly Bound[] = [
  ...['2031-03-07', '2031-03-08', '2031-03-09', '2031-03-10', '2031-03-11', '2033-03-09', '2033-03-11'].map(
    wall,
  ),
  ...['2031-03-09 00:00:00', '2031-03-09 23:59:59', '2031-03-10 00:00:01', '2031-03-09 02:30:00'].map(wall),
  instant('2031-03-09T20:00:00+05:00'),
  instant('2031-03-09T05:00:00Z'),
  instant('2031-03-10T03:59:59-00:30'),
  instant(String(Date.parse('2031-03-10T00:00:00Z') / 1000), '2031-03-10T00:00:00Z'),
  { text: 'now', in: (zone) => now.toZonedDateTimeISO(zone) },
  { text: 'yesterday', in: (zone) => now.toZonedDateTimeISO(zone).subtract({ days: 1 }).startOfDay() },
  { text: '+1 day', in: (zone) => now.toZonedDateTimeISO(zone).add({ days: 1 }) },
]

/** The parameters that bound when events start and end. */
export const names = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const
type Name = (typeof names)[number]

/** Which moment is the earlier one. */
export const compare = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other)

/** When an event starts or ends for lists: whole days are the same days in the zone of the site, whatever their own is. */
export function edgeIn(
  zone: string,
  edge: 'starts' | 'ends',
  { days, ...event }: ModelEvent,
): Temporal.Instant {
  if (!days) return event[edge]
  if (edge === 'starts') return days.first.toZonedDateTime(zone).toInstant()
  return days.last.add({ days: 1 }).toZonedDateTime(zone).toInstant().subtract({ seconds: 1 })
}

/** Whether an event is within a bound: strictly, or by whole days of the site (D27, D28). */
function isWithin(name: Name, bound: Temporal.ZonedDateTime, strict: boolean, event: ModelEvent): boolean {
  const edge = edgeIn(bound.timeZoneId, name.startsWith('start') ? 'starts' : 'ends', event)
  const at = bound.toInstant()
  const day = bound.startOfDay().toInstant()
  const next = bound.toPlainDate().add({ days: 1 }).toZonedDateTime(bound.timeZoneId).toInstant()
  const rules: Record<Name, () => boolean> = {
    start_date: () => compare(edge, strict ? at : day) >= 0,
    end_date: () => (strict ? compare(edge, at) <= 0 : compare(edge, next) < 0),
    starts_before: () => compare(edge, strict ? at : next) < 0,
    ends_before: () => compare(edge, strict ? at : next) < 0,
    starts_after: () => (strict ? compare(edge, at) > 0 : compare(edge, next) >= 0),
    ends_after: () => (strict ? compare(edge, at) > 0 : compare(edge, next) >= 0),
  }
  return rules[name]()
}

/** What the dates of a list keep; without any, yesterday to twenty-four months from today (D26). */
export function windowOf(
  given: Partial<Record<Name, Bound>>,
  strict: boolean,
  zone: string,
): Filter<ModelEvent> {
  const today = now.toZonedDateTimeISO(zone).startOfDay()
  const isOpen = names.slice(2).some((name) => given[name])
  const defaults = isOpen
    ? {}
    : { start_date: today.subtract({ days: 1 }), end_date: today.add({ months: 24 }) }
  const inForce = {
    ...defaults,
    ...Object.fromEntries(Object.entries(given).map(([name, bound]) => [name, bound.in(zone)])),
  }
  const isDefault = (name: string) => given[name as Name] === undefined
  return {
    sent: {
      ...Object.fromEntries(Object.entries(given).map(([name, { text }]) => [name, text])),
      ...(strict ? { strict_dates: true } : {}),
    },
    keeps: (event) =>
      Object.entries(inForce).every(([name, bound]) =>
        isWithin(name as Name, bound, strict && !isDefault(name), event),
      ),
  }
}

/** A search: words that must all be found, in any text, a phrase, and words none of which may be (D31). */
interface Search {
  readonly all: readonly Word[]
  readonly none: readonly Word[]
  readonly phrase: readonly [Word, Word] | undefined
  readonly way: number
}

/** Any word of the calendar. */
export const word = fc.constantFrom(...vocabulary)
/** Any search. */
export const search: fc.Arbitrary<Search> = fc.record({
  all: fc.subarray(vocabulary, { maxLength: 2 }),
  none: fc.subarray(vocabulary, { maxLength: 1 }),
  phrase: fc.option(fc.tuple(word, word), { nil: undefined, freq: 3 }),
  way: fc.nat(5),
})

type Texts = { readonly texts: readonly (readonly Word[])[] }

/** The search as a filter of lists, and as the model does it. */
export function searchFor({ all, none, phrase, way }: Search): Filter<Texts> {
  const quoted = phrase ? [`"${phrase.map((one) => written(one, way)).join(' ')}"`] : []
  const asked = [
    ...all.map((one) => written(one, way + 1)),
    ...quoted,
    ...none.map((one) => `-${written(one, way)}`),
  ]
  return {
    sent: asked.length > 0 ? { search: asked.join(way % 2 ? ' ' : ', ') } : {},
    keeps: ({ texts }) => {
      const has = (one: Word) => texts.some((words) => words.includes(one))
      const isThere = (words: readonly Word[]) =>
        words.some((one, index) => one === phrase?.[0] && words[index + 1] === phrase[1])
      return all.every(has) && !none.some(has) && (phrase === undefined || texts.some(isThere))
    },
  }
}
