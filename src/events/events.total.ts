import { type RawBuilder, sql } from 'kysely'
import { bounds, type BoundName } from '../calendar/window.ts'
import { dayOf, type Edge, startOfDay } from '../db/listings.days.ts'
import type { ListEvents } from './events.params.ts'
import { keyOf, seesOnlyPublished, startsWhereEndingAfter } from './events.filters.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { type Window, windowOf } from './events.window.ts'

/** How many events the list has, on all of its pages and in whatever order. */
export async function totalOf({ context, params, reader, nearby }: Asked): Promise<number> {
  const { page: _page, per_page: _perPage, orderby: _orderBy, order: _order, ...filters } = params
  return context.totals.find(keyOf(context, filters, reader), () =>
    countEvents({ context, params: filters, reader, nearby }),
  )
}

async function countEvents(asked: Asked): Promise<number> {
  const { featured, ...others } = asked.params
  const all = totalByDays(asked) ?? (featured === false && totalByDays({ ...asked, params: others }))
  if (all && featured === undefined) {
    const { read } = asked.context.db
    return (await read.selectNoFrom(all.as('total')).executeTakeFirstOrThrow()).total
  }
  // Few are featured, so that these are counted and not the others.
  const counted = all ? { ...asked, params: { ...others, featured: true } } : asked
  const { query, total } = await eventsOf(counted, { mayRepeat: true })
  const wanted = all ? sql<number>`${all} - ${total}` : total
  return (await query.select(wanted.as('total')).executeTakeFirstOrThrow()).total
}

/** Parameters that leave in the list whatever the window does, or only say how others are read. */
const ofWindow = new Set<string>([...Object.keys(bounds), 'strict_dates', 'password', 'status'])

/** The total where only the window keeps events out, from the numbers of events on days; undefined where more does. */
function totalByDays({ context, params, reader }: Asked): RawBuilder<number> | undefined {
  const given = (Object.keys(params) as (keyof ListEvents)[]).filter((name) => params[name] !== undefined)
  const showsPublished = seesOnlyPublished(reader.caller) && (params.status?.includes('publish') ?? true)
  if (!showsPublished || given.some((name) => !ofWindow.has(name))) return undefined
  const span = spanOf(windowOf(params, context, reader.now))
  return span && between(span.from, span.until)
}

/** The first second that is within, or the first that is not, of one edge of events. */
type Limit = readonly [edge: Edge, at: number] | undefined

/** The limits of a window, as far as there is one on either side; undefined where both edges have one of their own. */
function spanOf(window: Window): { from: Limit; until: Limit } | undefined {
  const limits = {
    starts_at: { from: -Infinity, until: Infinity },
    ends_at: { from: -Infinity, until: Infinity },
  }
  for (const [name, { at }] of Object.entries(window)) {
    const { column, operator } = bounds[name as BoundName]
    const limit = limits[column]
    if (operator.startsWith('>')) limit.from = Math.max(limit.from, operator === '>' ? at + 1 : at)
    else limit.until = Math.min(limit.until, operator === '<' ? at : at + 1)
  }
  const { starts_at: starts, ends_at: ends } = limits
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
function between(from: Limit, until: Limit): RawBuilder<number> {
  if (from === undefined) return until ? before(until) : all
  if (until === undefined) return sql`${all} - ${before(from)}`
  const [[lower, first], [upper, end]] = [from, until]
  if (first >= end) return lower === 'ends_at' && upper === 'starts_at' ? lasting(end, first) : sql`0`
  const difference = sql<number>`${before(until)} - ${before(from)}`
  // Those that start before the window and end after it have been taken away, and were not there.
  return lower === 'starts_at' && upper === 'ends_at'
    ? sql`${difference} + ${lasting(first, end)}`
    : difference
}

const all = sql<number>`(select coalesce(sum(events), 0) from listed_days where edge = 'starts_at')`
const listed = sql`listings as events where events.status = 'publish' and events.hide_from_listings = 0`

/** How many are before the limit: on days before it, and on its own day. */
function before([edge, at]: NonNullable<Limit>): RawBuilder<number> {
  const day = dayOf(at)
  const column = sql.ref(`events.${edge}`)
  return sql`((select coalesce(sum(events), 0) from listed_days where edge = ${sql.lit(edge)} and day < ${day})
    + (select count(*) from ${listed} and ${column} >= ${startOfDay(day)} and ${column} < ${at}))`
}

/** How many start before the one moment and end at the other, which is no earlier, or after it. */
function lasting(start: number, end: number): RawBuilder<number> {
  return sql`(select count(*) from ${listed}
    and events.starts_at < ${start} and events.ends_at >= ${end} and ${startsWhereEndingAfter(end)})`
}
