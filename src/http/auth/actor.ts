import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Actor } from '../../storage/db/transactions.ts'
import type { Caller } from './rights.ts'

/** Who writes, as the history tells it. */
export function actorOf({ id, password, scope }: Caller, now: Temporal.Instant): Actor {
  const at = epochSeconds(now)
  if (password !== undefined) return { userId: id, via: 'password', viaId: password, at }
  return { userId: id, via: scope === undefined ? '' : 'token', at }
}
