import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { startOfDate } from '../calendar/day.ts'
import type { Limits } from '../calendar/window.ts'
import { countBetween } from './events.facets.between.ts'
import { slicesOf } from './events.facets.ids.ts'
import { type Listed, listOf } from './events.facets.matching.ts'
import type { FacetName } from './events.facets.params.ts'
import { type Period, periodsAround, type Run, runsOf, type Span, spanOf } from './events.facets.periods.ts'
import type { EventFacetsRecord } from './events.facets.record.ts'
import { findFound } from './events.found.ts'
import { withoutPublished } from './events.shown.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { within } from './events.starts.ts'
import { listBetween, windowOf } from './events.window.ts'

/** Events by day and month of their start, as asked for, on the clock of the site; the dates of the list do not apply. */
export async function countDays(
  listed: Listed,
): Promise<Pick<EventFacetsRecord, 'days' | 'months' | 'periods'>> {
  const { context, params, reader } = listed
  const isWanted = (name: FacetName) => params.facets?.includes(name) ?? true
  const periods = periodsAround(await spanAround(listed), context.siteZone, reader.now)
  const counted = await countBoth(listed, periods, isWanted)
  const [days, months] = [datesOf(periods.days), datesOf(periods.months)]
  return {
    ...(isWanted('days') ? { days: counted.days } : {}),
    ...(isWanted('months') ? { months: counted.months } : {}),
    periods: { ...(isWanted('days') ? { days } : {}), ...(isWanted('months') ? { months } : {}) },
  }
}

type ByDay = { date: string; count: number }[]
type ByMonth = { month: string; count: number }[]

async function countBoth(
  listed: Listed,
  periods: { readonly days: Period; readonly months: Period },
  isWanted: (name: FacetName) => boolean,
): Promise<{ days: ByDay; months: ByMonth }> {
  const list = listOf(listed)
  const oneByOne = listed.starts ? withoutPublished(list) : list
  // The days lie within the months.
  const counted = oneByOne
    ? await countWithin(oneByOne, isWanted('months') ? periods.months : periods.days)
    : []
  const isSummed = (name: FacetName) => listed.starts !== undefined && isWanted(name)
  const days = isSummed('days') ? await countEach(listed, periods.days, { days: 1 }) : []
  const months = isSummed('months') ? await countEach(listed, periods.months, { months: 1 }) : []
  const { from, to } = datesOf(periods.days)
  const among = counted.filter(({ date }) => date >= from && date <= to)
  return {
    days: sumBy((date) => date, [...days, ...among]).map(([date, count]) => ({ date, count })),
    months: sumBy((date) => date.slice(0, 7), [...months, ...counted]).map(([month, count]) => ({
      month,
      count,
    })),
  }
}

/** The sums of the counts by what is made of their dates, in order. */
function sumBy(keyOf: (date: string) => string, counts: Readonly<ByDay>): [string, number][] {
  const sums = new Map<string, number>()
  for (const { date, count } of counts) sums.set(keyOf(date), (sums.get(keyOf(date)) ?? 0) + count)
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** The events shown to everybody, by the date on which each step of a period begins. */
async function countEach(
  { context }: Listed,
  { from, to }: Period,
  step: Temporal.DurationLike,
): Promise<ByDay> {
  const dates = [from]
  for (let date = from.add(step); Temporal.PlainDate.compare(date, to) <= 0; date = date.add(step))
    dates.push(date)
  const moments = [...dates, to.add({ days: 1 })].map((date) => startOfDate(date, context.siteZone))
  const counts = await countBetween(context, moments)
  return dates
    .map((date, index) => ({ date: date.toString(), count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
}

/** The span of the list’s dates; where it includes events by id, the span of those. */
async function spanAround(listed: Listed): Promise<Span> {
  const { context, params, reader } = listed
  if (!params.include) return spanOf(windowOf(params, context, reader.now))
  const { query } = await eventsOf(listOf(listed))
  const { first, last } = await query
    .select([
      sql<number | null>`min(events.starts_at)`.as('first'),
      sql<number | null>`max(events.starts_at)`.as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { first: first ?? undefined, last: last ?? undefined }
}

async function countWithin(list: Asked, period: Period): Promise<ByDay> {
  const runs = runsOf(period, list.context.siteZone)
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return []
  const whole = { from: first.at, until: last.until }
  const found = await findFound({ ...list, params: listBetween(list.params, { starts: whole }) })
  const counts = new Map<number, number>()
  for (const slice of await slicesOf({ ...list, found }, whole)) {
    await setImmediate()
    for (const { day, count } of await countSlice({ ...list, found }, slice, runs))
      counts.set(day, (counts.get(day) ?? 0) + count)
  }
  return [...counts].map(([day, count]) => ({ date: period.from.add({ days: day }).toString(), count }))
}

/** By the days of the runs, the events of the list that start within the limits, which take the place of its dates. */
async function countSlice({ params, ...list }: Asked, slice: Limits, runs: readonly Run[]) {
  const { query } = await eventsOf({ ...list, params: listBetween(params, { starts: slice }) })
  return (
    query
      // An event that is included by id has no need of dates.
      .where(within(sql.ref('events.starts_at'), slice.from, slice.until))
      .select([dayIn(runs).as('day'), sql<number>`count(*)`.as('count')])
      .groupBy('day')
      .orderBy('day')
      .execute()
  )
}

/** How many days after the first an event starts, by arithmetic alone. */
function dayIn(runs: readonly Run[]): RawBuilder<number> {
  const starts_at = sql.ref('events.starts_at')
  const days = runs.map(
    ({ index, at, until, length_s }) =>
      // Databases may divide to a fraction: the quotient is cut off to a whole number.
      sql`when ${starts_at} < ${until} then ${index} + cast((${starts_at} - ${at}) / ${length_s} as integer)`,
  )
  return sql<number>`case ${sql.join(days, sql` `)} end`
}

function datesOf({ from, to }: Period): { from: string; to: string } {
  return { from: from.toString(), to: to.toString() }
}
