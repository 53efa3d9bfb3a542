import { anonymous } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import { startOfDate } from '../../pure/calendar/day.ts'
import { daySpan, stillOn } from '../../pure/calendar/daySpan.ts'
import { epochSeconds, wallTextAt } from '../../pure/calendar/text.ts'
import { countBefore } from '../../storage/index/facets.ts'
import { collapsed } from '../../storage/index/hits.ts'
import { filtersOf } from '../events/events.filters.ts'
import { paramsOf } from '../events/events.filter.text.ts'
import { knownEvents } from '../events/events.known.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { Days } from './letters.days.ts'
import { isListed } from './letters.facts.query.ts'

/** How many events a digest has at most, and how many lines of what began before it. */
const [mostEvents, mostRunning] = [60, 10]

/** How many of those that began before are looked at for these that end first. */
const mostLookedAt = 200

/** The events of a digest. */
export interface DigestEvents {
  /** How many there are in all. */
  readonly total: number
  /** Those that begin in its days, by start. */
  readonly beginning: readonly EventWithLinks[]
  /** Those that began before, by their end. */
  readonly running: readonly EventWithLinks[]
  /** How many further dates of a series there are, by its id. */
  readonly more: ReadonlyMap<number, number>
}

/**
 * What the public list with a filter shows of some days, each series once, without what has a password: where the first day has begun,
 * without what is over now.
 */
export async function digestEvents(
  context: Context,
  filter: string,
  { from, until }: Days,
  now: Temporal.Instant,
): Promise<DigestEvents> {
  const moment = epochSeconds(now)
  const begins = startOfDate(from, context.siteZone)
  const span = begins <= moment ? stillOn(context, moment, until) : daySpan(context, from, until)
  const params = { ...paramsOf(filter), days: [span], ends_after: longAgo }
  const { total, more, ids, before } = await context.index.ask(async (snapshot) => {
    const reader = { caller: anonymous, now }
    const { filters } = await filtersOf({ context, snapshot, params, reader })
    const found = await context.index.find(snapshot, { ...filters, open: { digest: undefined } })
    const { hits, more: dates } = await collapsed(found)
    const [earlier = 0] = countBefore(hits, [begins])
    const part = (offset: number, limit: number) =>
      context.index.idsOf(hits, { by: 'starts' }, { offset, limit })
    const last = Math.min(earlier, mostLookedAt)
    return {
      total: hits.total,
      more: dates,
      before: last > 0 ? await part(earlier - last, last) : [],
      ids: await part(earlier, mostEvents),
    }
  })
  const rows = await knownEvents(await context.rows.get(), [...before, ...ids])
  // Rows may be newer than the choice of them.
  const seen = rows.filter(({ event }) => isListed(event))
  const first = from.toString()
  const isRunning = ({ event }: EventWithLinks) => firstDay(event, context) < first
  const running = seen
    .filter(isRunning)
    .toSorted((one, other) => one.event.ends_at - other.event.ends_at)
    .slice(0, mostRunning)
  const beginning = seen.filter((whole) => !isRunning(whole)).slice(0, mostEvents - running.length)
  return { total, more, beginning, running }
}

/** Longer ago than any event: with a bound there are no dates by default. */
const longAgo = { kind: 'instant', seconds: -62_000_000_000 } as const

/** The day on which an event begins by the calendar of the site, `YYYY-MM-DD`; whole days are the same everywhere. */
export function firstDay(
  { all_day, start_wall, starts_at }: EventWithLinks['event'],
  { siteZone }: Pick<Context, 'siteZone'>,
): string {
  return (all_day === 1 ? start_wall : wallTextAt(starts_at, siteZone)).slice(0, 10)
}
