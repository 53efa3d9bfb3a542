import { type RawBuilder, sql } from 'kysely'
import { isListed } from '../db/listings/listings.days.ts'
import type { Limits } from '../calendar/window.ts'
import { countedLink, lastingSpan_s } from '../db/listings/listings.ts'
import { startsWhereEndingAfter } from './events.filters.ts'
import { type Asked, type Link, linkOf } from './events.source.ts'
import { startsOf, within } from './events.starts.ts'
import { limitsOf, windowOf } from './events.window.ts'

/**
 * The total of a list with no filters but a window and one term, venue or organizer: the sum of the events that start on its
 * days, corrected by the few at its edges that begin before it or end after it. Undefined for a list of several of these,
 * or of one that has no counts by day.
 */
export async function totalOfLinked(asked: Asked): Promise<RawBuilder<number> | undefined> {
  const { context, params, reader } = asked
  const link = await linkOf(asked)
  if (link?.one === undefined) return undefined
  const { starts_at: starts, ends_at: ends } = limitsOf(windowOf(params, context, reader.now))
  const target = sql<number>`${link.one}`
  const [from, until] = [Math.max(starts.from, ends.from), Math.min(starts.until, ends.until)]
  // An event that starts late enough also ends late enough; one that ends early enough also starts early enough.
  const early = lasting(link, { from: starts.from, until: Math.min(ends.from, starts.until) }, ends)
  const late = lasting(link, { from, until }, { from: ends.until, until: Infinity })
  return sql`${startsOf(countedLink(link.table), target, { from, until })}
    + ${ends.from > starts.from ? early : sql`0`} - (${ends.until < Infinity ? late : sql`0`})`
}

/** How many start and end within the respective limits; few events last long, so that few are looked at. */
function lasting({ table, one }: Link, starts: Limits, ends: Limits): RawBuilder<number> {
  // The ends limit from where the range of the target is read, which would otherwise be from its first start.
  const starting = sql`+starts_at`
  const among = sql`from ${sql.table(table)} as events
    where target_id = ${one} and ${sql.raw(isListed('events'))} and ${within(sql`starts_at`, -Infinity, starts.until)}
    and ${within(starting, starts.from, Infinity)} and ${within(sql`ends_at`, ends.from, ends.until)}`
  const span = sql.lit(lastingSpan_s)
  return sql`(select count(*) ${among} and ends_at - starts_at > ${span} and ${startsWhereEndingAfter(ends.from)})
    + (select count(*) ${among} and ends_at - starts_at <= ${span} and starts_at >= ${ends.from - lastingSpan_s})`
}
