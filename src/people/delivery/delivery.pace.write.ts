import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** How many are sent in a minute at most, by all processes together. */
export interface Pace {
  /** Where it is counted. */
  readonly name: string
  readonly most: () => number
}

/** By how many minutes the clocks of two processes may differ: a count that is further away is of a clock that was wrong. */
const clocksApart_min = 10

/** Whether as many were sent in this minute as may be. */
export async function isSpent(tx: Writer, pace: Pace, now: EpochSeconds): Promise<boolean> {
  return (await countedIn(tx, pace, now)).count >= pace.most()
}

/** Counts one that is being sent, in the transaction in which it is claimed. */
export async function spendOne(tx: Writer, pace: Pace, now: EpochSeconds): Promise<void> {
  const { minute, count } = await countedIn(tx, pace, now)
  const value = `${minute} ${count + 1}`
  await tx
    .insertInto('installation')
    .values({ name: pace.name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** How many are counted; a minute that another process has begun counts for one whose clock is behind. */
async function countedIn(
  tx: Writer,
  { name }: Pace,
  now: EpochSeconds,
): Promise<{ readonly minute: number; readonly count: number }> {
  const row = await tx.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  const [known = 0, count = 0] = (row?.value ?? '').split(' ').map(Number)
  const minute = Math.floor(now / 60)
  const isCounted = known >= minute && known <= minute + clocksApart_min
  return isCounted ? { minute: known, count } : { minute, count: 0 }
}
