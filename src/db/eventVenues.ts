import { sql } from 'kysely'
import type { KindOfFacts } from './factsById.ts'
import { readNumbers } from './numbers.ts'
import { audiencesOf, isShownBy, type Shown, type SpansById } from './spans.ts'

/** The venues of events by id, with those of removed events and removed ones: eight bytes an id. */
export interface VenuesById {
  /** Two venues of each event, by number; 0 for none. */
  readonly first: Uint32Array
  readonly second: Uint32Array
  /** The numbers of all venues of events that have more. */
  readonly more: Map<number, readonly number[]>
  /** The number of each venue by its id, from 1. */
  readonly numbers: Map<number, number>
  /** How many events each venue has, roughly, by number; at 0 how many that is together. */
  readonly events: number[]
}

/** In the time that finding one event by its venue takes in the database, so many are gone through here. */
const asLong = 32

/** Makes the test whether the event with an id is at any of the venues. */
export function atAny(ids: readonly number[], venues: VenuesById): (id: number) => boolean {
  const near = marksOf(ids, venues)
  const isNear = (number: number) => near[number] === 1
  return (id) => isAt(id, isNear, venues)
}

/** How many of the events that are shown are at any of the venues; undefined where asking the database takes less. */
export function countAt(
  ids: readonly number[],
  venues: VenuesById,
  spans: SpansById,
  shown: Shown,
): number | undefined {
  const { more, numbers, events } = venues
  const found = ids.reduce((sum, id) => sum + (events[numbers.get(id) ?? NaN] ?? 0), 0)
  if (found * asLong < (events[0] ?? 0)) return undefined
  const near = marksOf(ids, venues)
  let count = countOfTwo(near, venues, spans, shown)
  const isShown = isShownBy(shown, spans)
  const isNear = (number: number) => near[number] === 1
  for (const [id, all] of more)
    if (isShown(id) && !all.slice(0, 2).some(isNear) && all.some(isNear)) count += 1
  return count
}

/** A mark for each venue by its number, 1 for those with these ids. */
function marksOf(ids: readonly number[], { numbers }: VenuesById): Uint8Array {
  const marks = new Uint8Array(numbers.size + 1)
  for (const id of ids) {
    const number = numbers.get(id)
    if (number !== undefined) marks[number] = 1
  }
  return marks
}

/** Without branches, a processor does this three times as fast: it cannot guess which events are near. */
function countOfTwo(near: Uint8Array, { first, second }: VenuesById, spans: SpansById, shown: Shown): number {
  const { starts, ends, audiences } = spans
  const { from: startsFrom, until: startsUntil } = shown.within.starts_at
  const { from: endsFrom, until: endsUntil } = shown.within.ends_at
  const seen = audiencesOf(shown, spans)
  let count = 0
  for (let id = 0; id < starts.length; id += 1) {
    const start = starts[id] ?? NaN
    const end = ends[id] ?? NaN
    count +=
      ((near[first[id] ?? 0] ?? 0) | (near[second[id] ?? 0] ?? 0)) &
      Number(start >= startsFrom) &
      Number(start < startsUntil) &
      Number(end >= endsFrom) &
      Number(end < endsUntil) &
      (seen[audiences[id] ?? 0] ?? 0)
  }
  return count
}

/** How {@link VenuesById} is read. */
export const venuesById: KindOfFacts<VenuesById> = {
  empty: (length) => ({
    first: new Uint32Array(length),
    second: new Uint32Array(length),
    more: new Map(),
    numbers: new Map(),
    events: [0],
  }),
  read: async ({ db, dialect }, holds) => {
    const event = sql.ref('event_id')
    const [events = [], ids = []] = await readNumbers(
      { dialect, read: db },
      [event, sql.ref('venue_id')],
      sql`event_venues where ${holds(event)}`,
    )
    return (facts) => {
      for (const [index, id] of events.entries()) add(id, ids[index] ?? 0, facts)
    }
  },
  forget: (facts, id) => {
    for (const number of venuesOf(id, facts)) change(facts, number, -1)
    facts.first[id] = 0
    facts.second[id] = 0
    facts.more.delete(id)
  },
}

function add(id: number, venue: number, facts: VenuesById): void {
  const { first, second, more, numbers } = facts
  const number = numbers.get(venue) ?? numbers.size + 1
  numbers.set(venue, number)
  change(facts, number, 1)
  if (!first[id]) first[id] = number
  else if (!second[id]) second[id] = number
  else more.set(id, [...venuesOf(id, facts), number])
}

function venuesOf(id: number, { first, second, more }: VenuesById): readonly number[] {
  return more.get(id) ?? [first[id] ?? 0, second[id] ?? 0].filter((number) => number > 0)
}

function isAt(id: number, isNear: (number: number) => boolean, { first, second, more }: VenuesById): boolean {
  return isNear(first[id] ?? 0) || isNear(second[id] ?? 0) || more.get(id)?.some(isNear) === true
}

function change({ events }: VenuesById, number: number, by: number): void {
  for (const at of [0, number]) events[at] = (events[at] ?? 0) + by
}
