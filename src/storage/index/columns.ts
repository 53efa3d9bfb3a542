import { hash } from 'node:crypto'
import { dayNumber } from '../../pure/calendar/daySpan.ts'
import { attendanceModes, eventStatuses } from '../../pure/params/words.ts'
import { costSql, placeSql, stateSql } from './codes.ts'
import { lowerBound, merged, range, without } from '../../pure/sorted/numbers.ts'
import { Pieces, slotsPerTurn } from '../../pure/sorted/pieces.ts'
import { keysAt, sortedPlaces } from '../../pure/sorted/places.ts'
import { noOwn, type OwnColumns } from './own.ts'
import { registrationCode, registrationSql } from './registration.ts'
import { shelfOf } from './titles.ts'

export type Values = Float64Array | Uint16Array | Uint8Array

export interface Column {
  readonly array: new (values: number | readonly number[]) => Values
  /** What is read of an event; null is 0. */
  readonly sql: string
  /** The number of a text that is read. */
  readonly numberOf?: (text: never, posts: readonly string[]) => number
}

/**
 * What is held of each event, a number each: 93 bytes. Moments are epoch seconds. As whole floats they reach the year 9999, and ids
 * may be as large as those of other systems.
 */
export const columns = {
  id: { array: Float64Array, sql: 'events.id' },
  starts: { array: Float64Array, sql: 'events.starts_at' },
  ends: { array: Float64Array, sql: 'events.ends_at' },
  /** Of whole days the number of the first, on its own calendar. */
  day: {
    array: Float64Array,
    sql: 'case when events.all_day = 1 then events.start_wall end',
    numberOf: (wall: string | null) => (wall === null ? 0 : dayNumber(wall)),
  },
  /** The hour at which it begins on its own clocks, and 1 more; 0 of whole days. */
  hour: {
    array: Uint8Array,
    sql: 'case when events.all_day = 0 then events.start_wall end',
    numberOf: (wall: string | null) => (wall === null ? 0 : Number(wall.slice(11, 13)) + 1),
  },
  date: { array: Float64Array, sql: 'events.date_at' },
  modified: { array: Float64Array, sql: 'events.modified_at' },
  author: { array: Float64Array, sql: 'events.author_id' },
  /** The event that it belongs to, or its series (D61). */
  parent: { array: Float64Array, sql: 'coalesce(events.series_id, events.post_parent)' },
  occurrence: { array: Uint8Array, sql: 'case when events.series_id is null then 0 else 1 end' },
  password: { array: Float64Array, sql: 'events.password_digest', numberOf: passwordNumber },
  /** When a public event came into the trash. */
  cancelled: {
    array: Float64Array,
    sql: `case when events.status = 'trash' and events.status_before = 'publish' then events.trashed_at end`,
  },
  state: { array: Uint8Array, sql: stateSql('events') },
  featured: { array: Uint8Array, sql: 'events.featured' },
  hidden: { array: Uint8Array, sql: 'events.hide_from_listings' },
  ticketed: {
    array: Uint8Array,
    sql: `case when exists (select 1 from tickets where tickets.event_id = events.id and tickets.status = 'publish') then 1 end`,
  },
  /** Whether it came from an import, and its source still has it. */
  imported: {
    array: Uint8Array,
    sql: `case when exists (select 1 from import_keys where import_keys.record_id = events.id and import_keys.kind = 'event' and import_keys.gone = 0) then 1 end`,
  },
  cost: { array: Uint8Array, sql: costSql },
  happening: { array: Uint8Array, sql: placeSql('events.event_status', eventStatuses) },
  attendance: { array: Uint8Array, sql: placeSql('events.attendance_mode', attendanceModes) },
  /** What there is for who registers. */
  registration: { array: Uint8Array, sql: registrationSql, numberOf: registrationCode },
  /** Where the title stands among others. */
  shelf: { array: Uint16Array, sql: 'events.title_folded', numberOf: shelfOf },
} as const satisfies Readonly<Record<string, Column>>
export type ColumnName = keyof typeof columns
export const columnNames = Object.keys(columns) as readonly ColumnName[]

/** What events are linked to: the table, and its column of the target. */
export const links = {
  terms: ['event_terms', 'term_id'],
  venues: ['event_venues', 'venue_id'],
  organizers: ['event_organizers', 'organizer_id'],
} as const
export type LinkName = keyof typeof links
export const linkNames = Object.keys(links) as readonly LinkName[]

/** The slots of the events of each target, ascending. */
export type Postings<Target = number> = ReadonlyMap<Target, Uint32Array>

/** Events by places, in any order. */
export interface Unordered extends Readonly<Record<ColumnName, Values>> {
  readonly size: number
  readonly links: Readonly<Record<LinkName, Postings>>
  /** What they say of fields of one’s own. */
  readonly own: OwnColumns
}

/**
 * Events by slots, which are in the order of lists: by start, publication and id. A window is then a span of slots, and reading is
 * sequential. Columns never change once they are made, so that whoever takes turns with others goes on with the same moment.
 */
export interface Columns extends Unordered {
  /** The ids ascending, and the slot of each. */
  readonly byId: { readonly ids: Float64Array; readonly slots: Uint32Array }
}

/** A value for each column. */
export function byColumn<Value>(make: (name: ColumnName) => Value): Record<ColumnName, Value> {
  return Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Value>
}

/** A value for each link. */
export function byLink<Value>(make: (name: LinkName) => Value): Record<LinkName, Value> {
  return Object.fromEntries(linkNames.map((name) => [name, make(name)])) as Record<LinkName, Value>
}

/** No events. */
export const noColumns: Columns = {
  ...byColumn((name) => new columns[name].array(0)),
  size: 0,
  links: byLink(() => new Map()),
  own: noOwn,
  byId: { ids: new Float64Array(), slots: new Uint32Array() },
}

/** The number of the digest of a password: two have the same no more often than digests themselves would. */
export function passwordNumber(digest: string | null): number {
  return digest === null ? 0 : Number.parseInt(hash('sha1', digest).slice(0, 13), 16) + 1
}

/** Of the ids, which ascend, the slots of those that are here, in their order. */
export function slotsOf({ byId }: Columns, ids: Float64Array): Uint32Array {
  const slots = new Uint32Array(ids.length)
  let [count, at] = [0, 0]
  for (const id of ids) {
    at = lowerBound(byId.ids, id, at)
    if (byId.ids[at] === id) slots[count++] = byId.slots[at] ?? 0
  }
  return slots.subarray(0, count)
}

/** Whether one event comes before another in the order of lists; those of the second columns have `slot + first.size`. */
export function listOrder(first: Columns, second: Columns): (one: number, other: number) => boolean {
  const valueOf = (name: ColumnName, ref: number) =>
    (ref < first.size ? first[name][ref] : second[name][ref - first.size]) ?? 0
  return (one, other) => {
    const difference =
      valueOf('starts', one) - valueOf('starts', other) ||
      valueOf('date', one) - valueOf('date', other) ||
      valueOf('id', one) - valueOf('id', other)
    return difference < 0
  }
}

/** Puts events in the order of lists; their ids ascend. */
export async function ordered(events: Unordered): Promise<Columns> {
  const byDate = await sortedPlaces(events.date)
  const byStart = await sortedPlaces(picked(new Float64Array(events.size), byDate, events.starts))
  return arranged(events, noColumns, picked(new Uint32Array(events.size), byStart, byDate))
}

/** The first events without those in the closed slots (ascending), and the second ones. */
export async function mergedColumns(first: Columns, closed: Uint32Array, second: Columns): Promise<Columns> {
  if (closed.length === 0 && second.size === 0) return first
  const open = without(range(0, first.size), closed)
  await new Pieces().add(first.size)
  const others = range(first.size, first.size + second.size)
  return arranged(first, second, merged(open, others, listOrder(first, second)))
}

/** The events in these slots alone, which ascend. */
export async function these(columns: Columns, slots: Uint32Array): Promise<Columns> {
  return slots.length === 0 ? noColumns : arranged(columns, noColumns, slots)
}

/** The columns without the postings of some targets, which no longer exist. */
export function withoutTargets(all: Columns, name: LinkName, targets: readonly number[]): Columns {
  // At most writes there is nothing to leave out: the maps have all terms, venues and organizers.
  if (targets.every((target) => !all.links[name].has(target))) return all
  const left = new Map(all.links[name])
  for (const target of targets) left.delete(target)
  return { ...all, links: { ...all.links, [name]: left } }
}

/** The events at these places of both, in their order. In pieces, as a million takes 100 ms. */
async function arranged(first: Unordered, second: Unordered, places: Uint32Array): Promise<Columns> {
  const [pieces, size] = [new Pieces(), places.length]
  const moves = new Uint32Array(first.size + second.size).fill(gone)
  for (let from = 0; from < size; from += slotsPerTurn) {
    const until = Math.min(size, from + slotsPerTurn)
    for (let slot = from; slot < until; slot += 1) moves[places[slot] ?? 0] = slot
    const rest = pieces.add(until - from)
    if (rest) await rest
  }
  const movesOfSecond = moves.subarray(first.size)
  const fill = async <Into extends Values>(into: Into, before: Values, after: Values): Promise<Into> => {
    if (size <= slotsPerTurn / columnNames.length) return picked(into, places, before, after)
    for (let from = 0; from < size; from += slotsPerTurn) {
      const until = Math.min(size, from + slotsPerTurn)
      const rest = pieces.add(until - from)
      if (rest) await rest
      picked(into.subarray(from, until), places.subarray(from, until), before, after)
    }
    return into
  }
  const moved = async <Target>(before: Postings<Target>, after: Postings<Target>) => {
    const postings = new Map<Target, Uint32Array>()
    const add = (target: Target, slots: Uint32Array) => {
      if (slots.length > 0) postings.set(target, slots)
      return pieces.add(slots.length)
    }
    for (const [target, places] of before) {
      const [slots, others] = [movedTo(moves, places), after.get(target)]
      const rest = add(target, others ? merged(slots, movedTo(movesOfSecond, others)) : slots)
      if (rest) await rest
    }
    for (const [target, places] of after) {
      const rest = before.has(target) ? undefined : add(target, movedTo(movesOfSecond, places))
      if (rest) await rest
    }
    return postings
  }
  const numbers: Partial<Record<ColumnName, Values>> = {}
  for (const name of columnNames)
    numbers[name] = await fill(new columns[name].array(size), first[name], second[name])
  const links: Partial<Record<LinkName, Postings>> = {}
  for (const name of linkNames) links[name] = await moved(first.links[name], second.links[name])
  const made = numbers as Record<ColumnName, Values>
  const slots = await sortedPlaces(made.id)
  const byId = { ids: await keysAt(made.id, slots), slots }
  const own = await ownArranged(first.own, second.own, { fill, moved, size })
  return { ...made, size, links: links as Record<LinkName, Postings>, own, byId }
}

/** How the events at some places of two columns are put together. */
interface Arranging {
  readonly fill: (into: Float64Array, before: Values, after: Values) => Promise<Float64Array>
  readonly moved: (before: Postings<string>, after: Postings<string>) => Promise<Postings<string>>
  readonly size: number
}

/** Both hold the same fields, unless one of them has no events. */
async function ownArranged(
  first: OwnColumns,
  second: OwnColumns,
  { fill, moved, size }: Arranging,
): Promise<OwnColumns> {
  const { fields } = first.fields.length > 0 ? first : second
  if (fields.length === 0) return noOwn
  const numbers = new Map<string, Float64Array>()
  for (const { name, holds } of fields)
    if (holds === 'numbers')
      numbers.set(
        name,
        await fill(
          new Float64Array(size),
          first.numbers.get(name) ?? noValues,
          second.numbers.get(name) ?? noValues,
        ),
      )
  return { fields, texts: await moved(first.texts, second.texts), numbers }
}

/** Marks places that have no slot. */
const gone = 2 ** 32 - 1

/** Where the places have moved to, ascending, without those that are gone. */
function movedTo(moves: Uint32Array, places: Uint32Array): Uint32Array {
  const slots = new Uint32Array(places.length)
  let [count, last, isAscending] = [0, -1, true]
  for (let at = 0; at < places.length; at += 1) {
    const slot = moves[places[at] ?? 0] ?? gone
    if (slot === gone) continue
    isAscending &&= slot > last
    last = slot
    slots[count++] = slot
  }
  const moved = count < slots.length ? slots.slice(0, count) : slots
  return isAscending ? moved : moved.toSorted()
}

/** The values at these places; those of the second list follow those of the first. */
function picked<Into extends Values | Uint32Array>(
  into: Into,
  places: Uint32Array,
  first: Values | Uint32Array,
  second: Values = noValues,
): Into {
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0
    into[at] = (place < first.length ? first[place] : second[place - first.length]) ?? 0
  }
  return into
}

const noValues = new Float64Array()
