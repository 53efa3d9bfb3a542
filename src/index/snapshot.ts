import type { ChangeKind } from '../db/changeLog.ts'
import type { Place } from '../geo/sphere.ts'
import { type Columns, columnsOf, merged, noColumns, slotsOf, withoutTargets } from './columns.ts'
import { type Changes, endOfLog, type Position } from './log.ts'
import {
  readAll,
  readParents,
  readPlaces,
  readSome,
  sampleTitles,
  type Source,
  type VenueFacts,
} from './reading.ts'
import { range, union, without } from './slots.ts'
import { postsFrom } from './titles.ts'

/** The index at one moment. It never changes: whoever goes on with it while others write sees that moment. */
export interface Snapshot {
  readonly position: Position
  readonly main: Columns
  /** The slots of the main columns whose events have changed since, ascending; what they are now is in the tail. */
  readonly closed: Uint32Array
  readonly tail: Columns
  /** The venues that have coordinates. */
  readonly places: ReadonlyMap<number, VenueFacts & Place>
  /** The term above each one that has one. */
  readonly parents: ReadonlyMap<number, number>
  readonly posts: readonly string[]
}

/** Reads everything. */
export async function load(source: Source): Promise<Snapshot> {
  const position = await endOfLog(source)
  const posts = postsFrom(await sampleTitles(source))
  const main = await columnsOf(readAll(source, posts))
  return { position, main, closed: new Uint32Array(), tail: noColumns, posts, ...(await readRest(source)) }
}

/** What is small enough to be read anew after each change to it. */
export async function readRest(source: Source): Promise<Pick<Snapshot, 'places' | 'parents'>> {
  return { places: await readPlaces(source), parents: await readParents(source) }
}

/** Takes in what has changed. */
export async function withChanges(
  snapshot: Snapshot,
  source: Source,
  { until, ids }: Changes,
): Promise<Snapshot> {
  const changed = Float64Array.from(ids.event)
  const fresh = changed.length > 0 ? await columnsOf(readSome(source, snapshot.posts, ids.event)) : noColumns
  const { closed, tail } =
    changed.length > 0
      ? {
          closed: union([snapshot.closed, slotsOf(snapshot.main, changed)], new Uint32Array()),
          tail: await merged(snapshot.tail, slotsOf(snapshot.tail, changed).toSorted(), fresh),
        }
      : snapshot
  const isChanged = (...kinds: readonly ChangeKind[]) => kinds.some((kind) => ids[kind].length > 0)
  const places = isChanged('venue', 'removed venue') ? await readPlaces(source) : snapshot.places
  const parents = isChanged('term', 'removed term') ? await readParents(source) : snapshot.parents
  return withoutRemoved({ ...snapshot, position: until, closed, tail, places, parents }, ids)
}

/** Links of a record that is gone go with it: its events are not logged one by one, as these may be very many. */
function withoutRemoved(snapshot: Snapshot, ids: Changes['ids']): Snapshot {
  const left = (columns: Columns) =>
    linksOfRecords.reduce((all, [name, kind]) => withoutTargets(all, name, ids[kind]), columns)
  return { ...snapshot, main: left(snapshot.main), tail: left(snapshot.tail) }
}

const linksOfRecords = [
  ['terms', 'removed term'],
  ['venues', 'removed venue'],
  ['organizers', 'removed organizer'],
] as const

/** How many closed slots and events in the tail there may be: 1,000 take 0.2 ms of each answer. */
export const maxTail = 1000

export function isLong({ closed, tail }: Snapshot, most: number): boolean {
  return closed.length + tail.size > most
}

/** The main columns with everything in the tail taken in. */
export async function mergedColumns({ main, closed, tail }: Snapshot): Promise<Columns> {
  return merged(main, closed, tail)
}

/** A later snapshot on the merged columns of an earlier one: only what has changed in between is still in its tail. */
export async function onColumns(
  later: Snapshot,
  main: Columns,
  between: readonly Changes[],
): Promise<Snapshot> {
  const ids = Float64Array.from(new Set(between.flatMap((changes) => changes.ids.event))).toSorted()
  const others = without(range(0, later.tail.size), slotsOf(later.tail, ids).toSorted())
  const closed = slotsOf(main, ids).toSorted()
  const moved: Snapshot = { ...later, main, closed, tail: await merged(later.tail, others, noColumns) }
  return between.reduce<Snapshot>((snapshot, changes) => withoutRemoved(snapshot, changes.ids), moved)
}
