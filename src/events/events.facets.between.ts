import { sql } from 'kysely'
import { day_s, dayOf, startOfDay, isListed } from '../db/listings/listings.days.ts'
import type { EpochSeconds } from '../db/tables.ts'
import type { Context } from '../posts/context.ts'

/**
 * How many of the events that lists show to everybody start between each of the moments and the next: one number less than
 * there are moments, which come in order. The numbers are sums of the counts by day of UTC; only where a moment lies within
 * a day are events counted one by one, from there to the nearer end of the day.
 */
export async function countBetween(context: Context, moments: readonly EpochSeconds[]): Promise<number[]> {
  const days = moments.map(nearestDay)
  const starting = await countOnDays(context, days)
  const beyond = await countBeyond(context, moments)
  return moments.slice(1).map((until, index) => {
    const from = moments[index] ?? until
    const whole = sumBetween(starting, days[index] ?? 0, days[index + 1] ?? 0)
    return whole + (beyond.get(until) ?? 0) - (beyond.get(from) ?? 0)
  })
}

/** The day whose beginning is nearest to the moment. */
function nearestDay(at: EpochSeconds): number {
  return dayOf(at + day_s / 2)
}

async function countOnDays({ db }: Context, days: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db.read
    .selectFrom('listed_days')
    .select(['day', 'events'])
    .where('edge', '=', 'starts_at')
    .where('day', '>=', days[0] ?? 0)
    .where('day', '<', days.at(-1) ?? 0)
    .execute()
  return new Map(rows.map(({ day, events }) => [day, events]))
}

function sumBetween(numbers: ReadonlyMap<number, number>, from: number, until: number): number {
  let sum = 0
  for (let day = from; day < until; day += 1) sum += numbers.get(day) ?? 0
  return sum
}

/** By moment, how many start between the beginning of its nearest day and it; negative where it is before that. */
async function countBeyond({ db }: Context, moments: readonly EpochSeconds[]) {
  const within = moments
    .map((at) => [at, startOfDay(nearestDay(at))] as const)
    .filter(([at, day]) => at !== day)
  if (within.length === 0) return new Map<EpochSeconds, number>()
  const parts = db.dialect.numbersById(
    new Map(within.map(([at, day]) => [Math.min(at, day), Math.max(at, day)])),
  )
  const { rows } = await sql<{ first: EpochSeconds; count: number }>`
    select part.id as first, (
      select count(*) from listings
      where ${sql.raw(isListed('listings'))}
      and starts_at >= part.id and starts_at < cast(part.number as bigint)) as count
    from ${parts} as part`.execute(db.read)
  const counts = new Map(rows.map(({ first, count }) => [first, count]))
  return new Map(within.map(([at, day]) => [at, (at > day ? 1 : -1) * (counts.get(Math.min(at, day)) ?? 0)]))
}
