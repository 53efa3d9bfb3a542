import type { Database } from '../db/dialect.ts'
import { createFailures, networkOf } from './failures.ts'

/**
 * The digest of a password that a reader presents for an event. A password that no event has counts as a wrong guess of
 * the address it came from; after too many of these, 429 is thrown before anything is hashed (D47).
 */
export function createPresentedDigest(
  db: Database,
  passwordDigest: (password: string) => Promise<string>,
  options: { now: () => Temporal.Instant; failures: number; window_s: number },
): (password: string, from: string) => Promise<string> {
  const failures = createFailures(options.window_s, options.now)
  return async (password, from) => {
    const budgets = [{ key: networkOf(from), failures: options.failures }]
    failures.assertWithin(budgets)
    const digest = await passwordDigest(password)
    const known = await db.read
      .selectFrom('events')
      .select('id')
      .where('password_digest', '=', digest)
      .executeTakeFirst()
    if (!known) failures.charge(budgets)
    return digest
  }
}
