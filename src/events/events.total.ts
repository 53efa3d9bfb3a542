import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { spanFlags } from '../db/changes.ts'
import { type CountedFlag, dayOf, type Edge, startOfDay, isListed } from '../db/listings/listings.days.ts'
import { closedTo, hasAny } from '../posts/posts.closed.ts'
import { everywhere, holdsAllPlaces } from '../posts/posts.places.ts'
import { shownOf } from './events.found.ts'
import type { ListEvents } from './events.params.ts'
import { findPlaced, keyOf, startsWhereEndingAfter } from './events.filters.ts'
import {
  isOfContents,
  isOfFound,
  isOfWindowAlone,
  narrowedBy,
  seesOnlyPublished,
  showsAllPublished,
  withoutPublished,
} from './events.shown.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { totalOfLinked } from './events.total.linked.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** How many events the list has on all of its pages. */
export async function totalOf(asked: Asked): Promise<number> {
  const { context, reader, since } = asked
  const params = filtersOf(asked)
  const key = `${isOfContents(asked)} ${keyOf(context, params, reader)}`
  return context.totals.find(key, () => countEvents({ ...asked, params }), since)
}

/** The parameters without those that choose a part of the list and its order. */
export function filtersOf({ params }: Pick<Asked, 'params'>): Asked['params'] {
  const { page: _page, per_page: _perPage, orderby: _orderBy, order: _order, ...filters } = params
  return filters
}

async function countEvents(asked: Asked): Promise<number> {
  if (asked.found && isOfFound(asked)) return asked.found.size
  return (
    (await countNearby(asked)) ??
    (await sumEvents(asked)) ??
    (await countPlaced(asked)) ??
    countInDatabase(asked)
  )
}

async function countInDatabase(asked: Asked): Promise<number> {
  const { featured, ...others } = asked.params
  const all = featured === false ? await sumOf({ ...asked, params: others, tells: true }) : undefined
  // Few events are featured, so these are counted rather than the others.
  const counted = all ? { ...asked, params: { ...others, featured: true } } : asked
  const { query, total } = await eventsOf(counted, { mayRepeat: true })
  const wanted = all ? sql<number>`${all} - ${total}` : total
  return (await query.select(wanted.as('total')).executeTakeFirstOrThrow()).total
}

/** The total of a list with all events of its window that are nearby, from memory; undefined where it is not kept there. */
async function countNearby(asked: Asked): Promise<number | undefined> {
  const { context, params, nearby } = asked
  if (!nearby || !isOfWindowAlone({ params: everywhere(params) })) return undefined
  const shown = shownOf(asked)
  return shown && context.db.countAt(nearby.ids, shown)
}

/** Likewise of a list of events that have a place, or have none, for a reader who sees places that others do not. */
async function countPlaced({ context, params, reader, nearby }: Asked): Promise<number | undefined> {
  const { geoloc, ...others } = params
  if (geoloc === undefined || nearby || seesOnlyPublished(reader.caller)) return undefined
  const list = { context, params: others, reader, nearby: undefined, tells: true }
  const placed = await countNearby({ ...list, nearby: { ids: await findPlaced(context, reader.caller) } })
  if (placed === undefined || geoloc) return placed
  const all = await sumEvents(list)
  return all === undefined ? undefined : all - placed
}

/** How many events the list has, if that is a sum of counts by day; undefined if they would be counted one by one. */
export async function sumEvents(list: Asked): Promise<number | undefined> {
  const summed = await sumOf({ ...list, params: filtersOf(list) })
  if (!summed) return undefined
  const { read } = list.context.db
  return (await read.selectNoFrom(summed.as('total')).executeTakeFirstOrThrow()).total
}

/** What is published is counted by day; what is not, and is shown to the reader, are few events, counted one by one. */
async function sumOf(asked: Asked): Promise<RawBuilder<number> | undefined> {
  if (!showsAllPublished(asked)) return undefined
  // The counts by day have protected events, too.
  if (isOfContents(asked) && (await isAnyClosed(asked))) return undefined
  const isOfOne = narrowedBy(asked).length === 1
  const published =
    totalByDays(asked) ?? (isOfOne ? await totalOfLinked(asked) : undefined) ?? (await totalEverywhere(asked))
  const others = published && withoutPublished(asked)
  if (!others) return published
  const counted = await countUnpublished(asked)
  if (counted !== undefined) return sql`${published} + ${sql.lit(counted)}`
  const { query, total } = await eventsOf(others, { mayRepeat: true })
  return sql`${published} + (${query.select(total.as('total'))})`
}

/** Whether there is any event whose password the reader lacks. */
export function isAnyClosed({ context, reader }: Pick<Asked, 'context' | 'reader'>): Promise<boolean> {
  return hasAny(context.db.read, closedTo(reader.digest))
}

/** How many events that are not published a list has, with flags alone beside its window, from memory; undefined otherwise. */
async function countUnpublished(asked: Asked): Promise<number | undefined> {
  const { context, params } = asked
  const isOfFlags = narrowedBy(asked).every((name) => spanFlags.some((flag) => flag === name))
  const shown = isOfFlags ? shownOf(asked) : undefined
  const { featured, ticketed } = params
  return shown && context.db.countUnpublished(shown, { featured, ticketed })
}

/**
 * The total of a list that looks around a place so widely that every venue is within it: all events with a place. Undefined where
 * it looks at fewer venues, or has further filters.
 */
async function totalEverywhere(asked: Asked): Promise<RawBuilder<number> | undefined> {
  const { context, nearby, reader } = asked
  if (!nearby || asked.params.geoloc !== undefined) return undefined
  const params = { ...everywhere(asked.params), geoloc: true }
  const placed = { context, reader, params, nearby: undefined }
  const all = totalByDays(placed)
  return all && (await holdsAllPlaces(context, nearby)) ? all : undefined
}

/** Parameters that keep the events whose listings have a flag, or those without it. */
const flags = { featured: 'featured', geoloc: 'placed', ticketed: 'ticketed' } as const satisfies Partial<
  Record<keyof ListEvents, CountedFlag>
>

/** How many published events of a list the counts by day tell, with a window and at most one flag; undefined with more filters. */
function totalByDays(asked: Asked): RawBuilder<number> | undefined {
  const [name, ...others] = narrowedBy(asked)
  if (others.length > 0) return undefined
  const { context, params, reader } = asked
  // The flag is about places that everybody sees.
  if (name === 'geoloc' && !seesOnlyPublished(reader.caller)) return undefined
  const counted = name === undefined ? anyEvent : countedBy(name, params)
  return counted && between(counted, limitsOf(windowOf(params, context, reader.now)))
}

/** Which events are counted: the column of `listed_days` with their number, and the condition for the listing of one. */
interface Counted {
  readonly number: RawBuilder<number>
  readonly condition: RawBuilder<SqlBool>
}

const anyEvent: Counted = { number: sql`events`, condition: sql`1 = 1` }

function countedBy(name: keyof ListEvents, params: Partial<ListEvents>): Counted | undefined {
  if (!(name in flags)) return undefined
  const flag = flags[name as keyof typeof flags]
  const [number, value] = [sql.ref<number>(flag), sql.ref(`events.${flag}`)]
  return params[name]
    ? { number, condition: sql`${value} = 1` }
    : { number: sql`events - ${number}`, condition: sql`${value} = 0` }
}

/** How many listed events start and end within the limits: those before both upper ones, less those before a lower one. */
function between(counted: Counted, { starts_at: starts, ends_at: ends }: Limited): RawBuilder<number> {
  if (starts.from >= starts.until || ends.from >= ends.until) return sql`0`
  return sql`${before(counted, starts.until, ends.until)} - ${before(counted, starts.from, ends.until)}
    - ${before(counted, starts.until, ends.from)} + ${before(counted, starts.from, ends.from)}`
}

type Limited = ReturnType<typeof limitsOf>

/** How many start before the one moment and end before the other. */
function before(counted: Counted, start: number, end: number): RawBuilder<number> {
  if (start === -Infinity || end === -Infinity) return sql`0`
  // An event that ends early enough also starts early enough.
  if (start >= end) return end === Infinity ? all(counted) : earlier(counted, 'ends_at', end)
  const starting = earlier(counted, 'starts_at', start)
  return end === Infinity ? starting : sql`(${starting} - ${lasting(counted, start, end)})`
}

function all({ number }: Counted): RawBuilder<number> {
  return sql`(select coalesce(sum(${number}), 0) from listed_days where edge = 'starts_at')`
}

const listed = ({ condition }: Counted) =>
  sql`listings as events where ${sql.raw(isListed('events'))} and ${condition}`

/** How many have this edge before the moment: on the days before, and on the day itself. */
function earlier(counted: Counted, edge: Edge, at: number): RawBuilder<number> {
  const day = dayOf(at)
  const column = sql.ref(`events.${edge}`)
  return sql`((select coalesce(sum(${counted.number}), 0) from listed_days where edge = ${sql.lit(edge)} and day < ${day})
    + (select count(*) from ${listed(counted)} and ${column} >= ${startOfDay(day)} and ${column} < ${at}))`
}

/** How many start before the one moment and end at the other, which is no earlier, or later. */
function lasting(counted: Counted, start: number, end: number): RawBuilder<number> {
  return sql`(select count(*) from ${listed(counted)}
    and events.starts_at < ${start} and events.ends_at >= ${end} and ${startsWhereEndingAfter(end)})`
}
