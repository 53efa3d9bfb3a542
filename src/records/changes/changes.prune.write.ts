import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { forgottenMark } from './changes.query.ts'

/** How many transactions are forgotten in one: others wait for it. */
const atOnce = 500

/** Forgets what was changed more than so many days ago; 0 keeps everything. Answers how many entries were removed. */
export async function forgetHistory(db: Database, days: number, now: Temporal.Instant): Promise<number> {
  if (days === 0) return 0
  const until = epochSeconds(now) - days * 86_400
  let removed = 0
  for (;;) {
    const step = await forgetSome(db, until)
    removed += step.removed
    if (step.isDone) return removed
  }
}

async function forgetSome(db: Database, until: number): Promise<{ removed: number; isDone: boolean }> {
  const old = await db.read
    .selectFrom('history')
    .select(['revision', 'at'])
    .orderBy('revision')
    .limit(atOnce)
    .execute()
  // The clock may have been set back: what is behind the first that is young enough stays.
  const young = old.findIndex(({ at }) => at >= until)
  const last = (young === -1 ? old : old.slice(0, young)).at(-1)?.revision
  if (last === undefined) return { removed: 0, isDone: true }
  const stays = young === -1 ? undefined : old[young]?.revision
  // All of a transaction, or nothing of it.
  const whole = stays === last ? last - 1 : last
  const removed = await db.write(async (tx) => {
    await tx.deleteFrom('history_values').where('revision', '<=', whole).execute()
    const { numDeletedRows } = await tx
      .deleteFrom('history')
      .where('revision', '<=', whole)
      .executeTakeFirstOrThrow()
    const mark = { name: forgottenMark, value: String(whole) }
    await tx
      .insertInto('installation')
      .values(mark)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: mark.value }))
      .execute()
    return Number(numDeletedRows)
  }, 'aside')
  return { removed, isDone: removed === 0 || young !== -1 }
}
