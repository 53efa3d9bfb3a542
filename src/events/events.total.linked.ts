import { type RawBuilder, sql } from 'kysely'
import { isListed } from '../db/listings/listings.days.ts'
import type { Limits } from '../calendar/window.ts'
import { countedLink, lastingSpan_s } from '../db/listings/listings.ts'
import { startsWhereEndingAfter } from './events.filters.ts'
import { type Asked, type Link, linkOf } from './events.source.ts'
import { startsOf, within } from './events.starts.ts'
import { limitsOf, windowOf } from './events.window.ts'

/**
 * The total of a list that a window keeps events out of, and nothing else but that they are linked to one term, venue or
 * organizer: the sum of those that start on its days, but for the few that begin before it or end after it. Undefined where
 * the list is of several of these, or the database does not count them.
 */
export async function totalOfLinked(asked: Asked): Promise<RawBuilder<number> | undefined> {
  const { context, params, reader } = asked
  const link = await linkOf(asked)
  if (link?.one === undefined) return undefined
  const { starts_at: starts, ends_at: ends } = limitsOf(windowOf(params, context, reader.now))
  const target = sql<number>`${link.one}`
  const [from, until] = [Math.max(starts.from, ends.from), Math.min(starts.until, ends.until)]
  // Whatever starts late enough ends so too; and what ends early enough starts so.
  const early = lasting(link, { from: starts.from, until: Math.min(ends.from, starts.until) }, ends)
  const late = lasting(link, { from, until }, { from: ends.until, until: Infinity })
  return sql`${startsOf(countedLink(link.table), target, { from, until })}
    + ${ends.from > starts.from ? early : sql`0`} - (${ends.until < Infinity ? late : sql`0`})`
}

/** How many start within the one and end within the other: those that start long before they end are few. */
function lasting({ table, one }: Link, starts: Limits, ends: Limits): RawBuilder<number> {
  // From where on the range of the target is read follows from the ends; it would be read from the first start on.
  const starting = sql`+starts_at`
  const among = sql`from ${sql.table(table)} as events
    where target_id = ${one} and ${sql.raw(isListed('events'))} and ${within(sql`starts_at`, -Infinity, starts.until)}
    and ${within(starting, starts.from, Infinity)} and ${within(sql`ends_at`, ends.from, ends.until)}`
  const span = sql.lit(lastingSpan_s)
  return sql`(select count(*) ${among} and ends_at - starts_at > ${span} and ${startsWhereEndingAfter(ends.from)})
    + (select count(*) ${among} and ends_at - starts_at <= ${span} and starts_at >= ${ends.from - lastingSpan_s})`
}
