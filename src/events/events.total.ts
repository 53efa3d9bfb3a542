import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { bounds } from '../calendar/window.ts'
import { type CountedFlag, dayOf, type Edge, startOfDay, isListed } from '../db/listings/listings.days.ts'
import { everywhere, holdsAllPlaces } from '../posts/posts.places.ts'
import type { ListEvents } from './events.params.ts'
import { isClosedTo, keyOf, showsPublished, startsWhereEndingAfter } from './events.filters.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { totalOfLinked } from './events.total.linked.ts'
import { limitsOf, type Window, windowOf } from './events.window.ts'

/** How many events the list has, on all of its pages and in whatever order. */
export async function totalOf(asked: Asked): Promise<number> {
  const { context, params, reader } = asked
  const { page: _page, per_page: _perPage, orderby: _orderBy, order: _order, ...filters } = params
  return context.totals.find(keyOf(context, filters, reader), () =>
    countEvents({ ...asked, params: filters }),
  )
}

async function countEvents(asked: Asked): Promise<number> {
  if (asked.found && isOfFound(asked)) return asked.found.size
  const { read } = asked.context.db
  const isOfOne = narrowedBy(asked)?.length === 1
  const summed =
    totalByDays(asked) ?? (isOfOne ? await totalOfLinked(asked) : undefined) ?? (await totalEverywhere(asked))
  if (summed) return (await read.selectNoFrom(summed.as('total')).executeTakeFirstOrThrow()).total
  const { featured, ...others } = asked.params
  const all = featured === false && totalByDays({ ...asked, params: others })
  // Few are featured, so that these are counted and not the others.
  const counted = all ? { ...asked, params: { ...others, featured: true } } : asked
  const { query, total } = await eventsOf(counted, { mayRepeat: true })
  const wanted = all ? sql<number>`${all} - ${total}` : total
  return (await query.select(wanted.as('total')).executeTakeFirstOrThrow()).total
}

/**
 * The total of a list that looks wherever events have their places: that of all with a place, but for those it does not
 * tell of. Undefined where it looks at less, or more keeps events out.
 */
async function totalEverywhere(asked: Asked): Promise<RawBuilder<number> | undefined> {
  const { context, nearby, reader } = asked
  if (!nearby || asked.params.geoloc !== undefined) return undefined
  const params = { ...everywhere(asked.params), geoloc: true }
  const placed = { context, reader, params, nearby: undefined }
  const all = totalByDays(placed)
  if (!all || !(await holdsAllPlaces(context, nearby))) return undefined
  const { query, total } = await eventsOf(placed)
  return sql`${all} - (${query.where(isClosedTo(context, reader.digest)).select(total.as('closed'))})`
}

/** Parameters that leave in the list whatever the window does, or only say how others are read. */
const ofWindow = new Set<string>([...Object.keys(bounds), 'strict_dates', 'password', 'status'])

/** Parameters that keep the events whose listings have a flag, or the others. */
const flags = { featured: 'featured', geoloc: 'placed', ticketed: 'ticketed' } as const satisfies Partial<
  Record<keyof ListEvents, CountedFlag>
>

/** Whether a list has all that is shown to anybody within its window. */
export function isOfWindowAlone(asked: Pick<Asked, 'params' | 'reader'>): boolean {
  return narrowedBy(asked)?.length === 0
}

/** Whether a list has all that its search finds within its window. */
export function isOfFound({
  params: { search: _found, ...params },
  reader,
}: Pick<Asked, 'params' | 'reader'>): boolean {
  return isOfWindowAlone({ params, reader })
}

/** What beside the window keeps events out of a list; undefined where it has others than are shown to anybody. */
function narrowedBy({ params, reader }: Pick<Asked, 'params' | 'reader'>) {
  const given = (Object.keys(params) as (keyof ListEvents)[]).filter((name) => params[name] !== undefined)
  return showsPublished(params, reader) ? given.filter((name) => !ofWindow.has(name)) : undefined
}

/** The total where the window keeps events out, and one flag at most, from the numbers of events on days; undefined where more does. */
function totalByDays(asked: Asked): RawBuilder<number> | undefined {
  const names = narrowedBy(asked)
  if (!names || names.length > 1) return undefined
  const { context, params, reader } = asked
  const [name] = names
  const counted = name === undefined ? anyEvent : countedBy(name, params)
  const span = counted && spanOf(windowOf(params, context, reader.now))
  return span ? between(counted, span) : undefined
}

/** Which events are counted: their number in a row of `listed_days`, and what holds for the listing of one. */
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

/** The first second that is within, or the first that is not, of one edge of events. */
type Limit = readonly [edge: Edge, at: number] | undefined

interface Span {
  readonly from: Limit
  readonly until: Limit
}

/** The limits of a window, as far as there is one on either side; undefined where both edges have one of their own. */
function spanOf(window: Window): Span | undefined {
  const { starts_at: starts, ends_at: ends } = limitsOf(window)
  // Whatever starts late enough ends so too, and whatever ends early enough starts so.
  const from =
    ends.from <= starts.from
      ? limitAt('starts_at', starts.from)
      : starts.from === -Infinity && limitAt('ends_at', ends.from)
  const until =
    starts.until >= ends.until
      ? limitAt('ends_at', ends.until)
      : ends.until === Infinity && limitAt('starts_at', starts.until)
  return from === false || until === false ? undefined : { from, until }
}

function limitAt(edge: Edge, at: number): Limit {
  return Number.isFinite(at) ? [edge, at] : undefined
}

/** How many listed events are within the limits. */
function between(counted: Counted, { from, until }: Span): RawBuilder<number> {
  if (from === undefined) return until ? before(counted, until) : all(counted)
  if (until === undefined) return sql`${all(counted)} - ${before(counted, from)}`
  const [[lower, first], [upper, end]] = [from, until]
  if (first >= end)
    return lower === 'ends_at' && upper === 'starts_at' ? lasting(counted, end, first) : sql`0`
  const difference = sql<number>`${before(counted, until)} - ${before(counted, from)}`
  // Those that start before the window and end after it have been taken away, and were not there.
  return lower === 'starts_at' && upper === 'ends_at'
    ? sql`${difference} + ${lasting(counted, first, end)}`
    : difference
}

function all({ number }: Counted): RawBuilder<number> {
  return sql`(select coalesce(sum(${number}), 0) from listed_days where edge = 'starts_at')`
}

const listed = ({ condition }: Counted) =>
  sql`listings as events where ${sql.raw(isListed('events'))} and ${condition}`

/** How many are before the limit: on days before it, and on its own day. */
function before(counted: Counted, [edge, at]: NonNullable<Limit>): RawBuilder<number> {
  const day = dayOf(at)
  const column = sql.ref(`events.${edge}`)
  return sql`((select coalesce(sum(${counted.number}), 0) from listed_days where edge = ${sql.lit(edge)} and day < ${day})
    + (select count(*) from ${listed(counted)} and ${column} >= ${startOfDay(day)} and ${column} < ${at}))`
}

/** How many start before the one moment and end at the other, which is no earlier, or after it. */
function lasting(counted: Counted, start: number, end: number): RawBuilder<number> {
  return sql`(select count(*) from ${listed(counted)}
    and events.starts_at < ${start} and events.ends_at >= ${end} and ${startsWhereEndingAfter(end)})`
}
