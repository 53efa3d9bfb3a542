import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Caller } from './rights.ts'
import { clocksApart_s } from './sessions.ts'

/** For how long it holds that somebody has proven who they are, in seconds. */
export const confirmed_s = 15 * 60

/**
 * Throws 403 `rest_confirmation_needed` where whoever signed in by a browser has proven longer ago than {@link confirmed_s} who they are.
 * To be asked before anything that opens an account for longer than the session lasts, or to somebody else, and before one is removed, which
 * nothing brings back: a browser that was left open is not enough for that. Application passwords and tokens are for programs, which nobody leaves open; they are not asked.
 */
export function assertConfirmed({
  caller: { session, confirmedAt = -Infinity },
  now,
}: {
  readonly caller: Caller
  readonly now: Temporal.Instant
}): void {
  if (session === undefined) return
  const ago = epochSeconds(now) - confirmedAt
  // What is from later was written by a clock that was wrong.
  if (ago > confirmed_s || ago < -clocksApart_s) throw new ApiError('rest_confirmation_needed')
}

/** Notes that the user of a session has proven anew who they are. */
export async function confirmSession(tx: Writer, session: number, now: EpochSeconds): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', session).execute()
}
