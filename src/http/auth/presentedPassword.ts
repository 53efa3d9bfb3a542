import type { Database, Reader } from '../../storage/db/dialect.ts'
import { createFailures, networkOf } from './failures.ts'
import { createGate } from './gate.ts'
import { digestsAtOnce } from './secret.ts'

/**
 * The digest of a password that a reader sends for an event. A password that no event has counts as a wrong guess from the
 * reader’s address; after too many of these, 429 is thrown before anything is hashed (D47).
 */
export function createPresentedDigest(
  db: Database,
  passwordDigest: (password: string) => Promise<string>,
  options: { now: () => Temporal.Instant; failures: number; window_s: number },
): (password: string, from: string) => Promise<string> {
  const failures = createFailures({ name: 'passwords', window_s: options.window_s }, options.now)
  // As many at a time as are hashed at a time, so that each of many simultaneous guesses is counted before the next.
  const gate = createGate(digestsAtOnce)
  return (password, from) => {
    const budgets = [{ key: networkOf(from), failures: options.failures }]
    return gate(async () => {
      failures.assertWithin(budgets)
      const digest = await passwordDigest(password)
      if (!(await isKnown(db.read, digest))) failures.charge(budgets)
      return digest
    })
  }
}

/** Whether an event has the password with this digest. */
async function isKnown(db: Reader, digest: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('password_digest', '=', digest)
    .executeTakeFirst()
  return event !== undefined
}
