import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { dayOf, startOfDay, isListed } from '../db/listings/listings.days.ts'
import type { CountedLink } from '../db/listings/listings.ts'
import type { Limits } from '../calendar/window.ts'
import type { Context } from '../posts/context.ts'

/**
 * How many of the listed events that are linked to the target start within the limits: for whole days from the counts by
 * day, for the parts of days at both ends one by one.
 */
export function startsOf(link: CountedLink, target: RawBuilder<number>, limits: Limits): RawBuilder<number> {
  const counts = partsOf(limits).map(({ isWhole, from, until }) =>
    isWhole
      ? sql`(select coalesce(sum(events), 0) from linked_days
          where link = ${link} and target_id = ${target} and ${within(sql`day`, dayOf(from), dayOf(until))})`
      : sql`(select count(*) from ${sql.table(`${link}_listings`)} as events
          where target_id = ${target} and ${sql.raw(isListed('events'))}
          and ${within(sql`starts_at`, from, until)})`,
  )
  return sql`(${sql.join([sql`0`, ...counts], sql` + `)})`
}

/** The whole days within the limits, and the parts of days before and after them. */
function partsOf({ from, until }: Limits) {
  const first = Number.isFinite(from) ? startOfDay(dayOf(from - 1) + 1) : from
  const last = Number.isFinite(until) ? startOfDay(dayOf(until)) : until
  const parts =
    first < last
      ? [
          { isWhole: true, from: first, until: last },
          { isWhole: false, from, until: first },
          { isWhole: false, from: last, until },
        ]
      : [{ isWhole: false, from, until }]
  return parts.filter((part) => part.isWhole || part.from < part.until)
}

/** The condition that a column is at least one number and less than another; either may be infinite. */
export function within(column: RawBuilder<unknown>, from: number, until: number): RawBuilder<SqlBool> {
  const bounds = [
    ...(Number.isFinite(from) ? [sql`${column} >= ${from}`] : []),
    ...(Number.isFinite(until) ? [sql`${column} < ${until}`] : []),
  ]
  return bounds.length > 0 ? sql`${sql.join(bounds, sql` and `)}` : sql`1 = 1`
}

/** How many listed events start on each day that has any, from the day of the one limit to before that of the other. */
export async function daysOfStarts(
  { db }: Pick<Context, 'db'>,
  { from, until }: Limits,
): Promise<{ day: number; events: number }[]> {
  return db.read
    .selectFrom('listed_days')
    .where('edge', '=', 'starts_at')
    .where(within(sql.ref('day'), dayOf(from), dayOf(until)))
    .select(['day', 'events'])
    .orderBy('day')
    .execute()
}
