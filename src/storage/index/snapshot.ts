import type { ChangeKind } from '../schema/changeLog.ts'
import type { VenueFacts } from './codes.ts'
import { type Columns, mergedColumns, noColumns, slotsOf, withoutTargets } from './columns.ts'
import { changesSince, endOfLog, type Position } from './log.ts'
import { readChildren, readColumns, readPlaces, readPosts, type Source } from './source.ts'
import { union } from '../../pure/sorted/numbers.ts'

/** All events at a place of the log. */
export interface Base {
  readonly position: Position
  readonly main: Columns
  readonly posts: readonly string[]
}

/** The index at one moment. It never changes: whoever goes on with it while others write sees that moment. */
export interface Snapshot extends Base {
  /** The slots of the main columns whose events have changed since, ascending; what they are now is in the tail. */
  readonly closed: Uint32Array
  readonly tail: Columns
  /** The venues that have coordinates. */
  readonly places: ReadonlyMap<number, VenueFacts>
  /** The terms below each one that has any. */
  readonly children: ReadonlyMap<number, readonly number[]>
}

/** How many closed slots and events in the tail there may be: 1,000 take 0.2 ms of each answer. */
export const maxTail = 1000

const unchanged = { closed: new Uint32Array(), tail: noColumns }

/** Reads everything. */
export async function load(source: Source): Promise<Snapshot> {
  const position = await endOfLog(source)
  const posts = await readPosts(source)
  return beginning({ position, posts, main: await readColumns(source, posts) }, source)
}

/** A snapshot of the main columns alone; what is small is read now. */
export async function beginning(base: Base, source: Source): Promise<Snapshot> {
  const [places, children] = [await readPlaces(source), await readChildren(source)]
  return { ...base, ...unchanged, places, children }
}

/** Takes in what has changed; undefined where the log does not tell all of it. */
export async function followed(snapshot: Snapshot, source: Source): Promise<Snapshot | undefined> {
  const changes = await changesSince(source, snapshot.position)
  if (!changes || changes.until.number === snapshot.position.number) return changes && snapshot
  const { until, ids } = changes
  const isChanged = (...kinds: readonly ChangeKind[]) => kinds.some((kind) => ids[kind].length > 0)
  // Links of a record that is gone go with it: its events are not logged one by one, as these may be very many.
  const left = (columns: Columns) =>
    (['terms', 'venues', 'organizers'] as const).reduce(
      (all, name) => withoutTargets(all, name, ids[removals[name]]),
      columns,
    )
  const changed = Float64Array.from(ids.event)
  const fresh = isChanged('event') ? await readColumns(source, snapshot.posts, ids.event) : noColumns
  const tail = await mergedColumns(snapshot.tail, slotsOf(snapshot.tail, changed).toSorted(), fresh)
  return {
    position: until,
    posts: snapshot.posts,
    main: left(snapshot.main),
    closed: union([snapshot.closed, slotsOf(snapshot.main, changed)], new Uint32Array()),
    tail: left(tail),
    places: isChanged('venue', 'removed venue') ? await readPlaces(source) : snapshot.places,
    children: isChanged('term', 'removed term') ? await readChildren(source) : snapshot.children,
  }
}

const removals = { terms: 'removed term', venues: 'removed venue', organizers: 'removed organizer' } as const

/** The same events without a tail. */
export async function withoutTail(snapshot: Snapshot): Promise<Snapshot> {
  const { main, closed, tail } = snapshot
  return { ...snapshot, main: await mergedColumns(main, closed, tail), ...unchanged }
}

/** These terms and all below them. */
export function withDescendants(
  { children }: Pick<Snapshot, 'children'>,
  ids: readonly number[],
): readonly number[] {
  const found = new Set(ids)
  // A set that grows while it is gone through; a loop adds nothing new.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child)
  return [...found]
}
