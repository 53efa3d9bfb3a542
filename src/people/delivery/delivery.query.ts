import { sql, type SqlBool } from 'kysely'
import { tooFar } from '../../pure/calendar/waits.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { longestWait, mostAttempts } from './delivery.retries.ts'

/**
 * Whether a row is due: its time has come, or is further away than its attempts let it wait. What the other side asks for on top is
 * waited for elsewhere (`paused_until` of webhooks); the lease of what is being tried is shorter than clocks may be apart.
 */
export function isDue(now: EpochSeconds) {
  const late = Array.from({ length: mostAttempts + 1 }, (_, attempts) => {
    const until = tooFar(now, longestWait(attempts))
    return sql`(attempts = ${attempts} and next_try_at > ${until})`
  })
  return sql<SqlBool>`(next_try_at <= ${now} or (next_try_at > ${tooFar(now, 0)} and (${sql.join(late, sql` or `)})))`
}
