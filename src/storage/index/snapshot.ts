import type { ChangeKind } from '../schema/changeLog.ts'
import type { VenueFacts } from './codes.ts'
import { type Columns, mergedColumns, noColumns, slotsOf, these, withoutTargets } from './columns.ts'
import { changesSince, endOfLog, type Position } from './log.ts'
import type { HeldField } from './own.ts'
import { timedIn } from './filters.registration.ts'
import { type TimesById, withTimes } from './registration.ts'
import { readChildren, readColumns, readPlaces, readPosts, readTimes, type Source } from './source.ts'
import { union, without } from '../../pure/sorted/numbers.ts'

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
  /** When one registers, of the events that say so. */
  readonly times: TimesById
  /** The terms below each one that has any. */
  readonly children: ReadonlyMap<number, readonly number[]>
}

/** How many closed slots and events in the tail there may be at most: 1,000 take 0.2 ms of each answer. */
export const maxTail = 1000

/** So few are never worth a merge. */
const fewInTail = 64

/**
 * How many there may be among so many events. What waits costs each write and the list after it half a microsecond apiece, and a merge as
 * much for all that there is; by the square root both together are least: of 10,000 events 0.2 ms a write, where 1,000 would wait 0.5.
 */
export function longestTail(size: number): number {
  return Math.min(maxTail, Math.max(fewInTail, Math.ceil(Math.sqrt(size))))
}

const unchanged = { closed: new Uint32Array(), tail: noColumns }

/** Reads everything, and of what events say of fields of one’s own these. */
export async function load(source: Source, fields: readonly HeldField[]): Promise<Snapshot> {
  const position = await endOfLog(source)
  const posts = await readPosts(source)
  return beginning({ position, posts, main: await readColumns(source, { posts, fields }) }, source)
}

/** A snapshot of the main columns alone; what is small is read now. */
export async function beginning(base: Base, source: Source): Promise<Snapshot> {
  const [places, children] = [await readPlaces(source), await readChildren(source)]
  const times = await readTimes(source, timedIn(base.main))
  return { ...base, ...unchanged, places, times, children }
}

/** What the index has taken in at once: which events were touched, as they were before and as they are after. */
export interface Changed {
  readonly ids: readonly number[]
  /** The slots in the main columns of those that are no longer what stands there. */
  readonly left: Uint32Array
  readonly before: Columns
  readonly after: Columns
  /** The terms that say another number of events than before. */
  readonly counted: readonly number[]
}

/** A snapshot that has taken in what was changed, and that. */
interface Followed {
  readonly snapshot: Snapshot
  readonly changed: Changed
}

/** Takes in what has changed; undefined where the log does not tell all of it. */
export async function followed(snapshot: Snapshot, source: Source): Promise<Followed | undefined> {
  const changes = await changesSince(source, snapshot.position)
  if (!changes) return undefined
  if (changes.until.number === snapshot.position.number) return { snapshot, changed: nothing }
  const { until, ids } = changes
  const isChanged = (...kinds: readonly ChangeKind[]) => kinds.some((kind) => ids[kind].length > 0)
  // Links of a record that is gone go with it: its events are not logged one by one, as these may be very many.
  const left = (columns: Columns) =>
    (['terms', 'venues', 'organizers'] as const).reduce(
      (all, name) => withoutTargets(all, name, ids[removals[name]]),
      columns,
    )
  const touched = Float64Array.from(ids.event)
  const holding = { posts: snapshot.posts, fields: snapshot.main.own.fields }
  const fresh = isChanged('event') ? await readColumns(source, holding, ids.event) : noColumns
  const inTail = slotsOf(snapshot.tail, touched).toSorted()
  const inMain = slotsOf(snapshot.main, touched)
  const changed: Changed = {
    ids: ids.event,
    left: without(inMain.toSorted(), snapshot.closed),
    before: await these(snapshot.tail, inTail),
    after: fresh,
    counted: ids['counted term'],
  }
  const tail = await mergedColumns(snapshot.tail, inTail, fresh)
  const next: Snapshot = {
    position: until,
    posts: snapshot.posts,
    main: left(snapshot.main),
    closed: union([snapshot.closed, inMain], new Uint32Array()),
    tail: left(tail),
    places: isChanged('venue', 'removed venue') ? await readPlaces(source) : snapshot.places,
    times: withTimes(snapshot.times, await readTimes(source, timedIn(fresh))),
    children: isChanged('term', 'removed term') ? await readChildren(source) : snapshot.children,
  }
  return { snapshot: next, changed }
}

/** What was changed where nothing was. */
const nothing: Changed = {
  ids: [],
  left: new Uint32Array(),
  before: noColumns,
  after: noColumns,
  counted: [],
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
