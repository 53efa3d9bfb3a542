import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** How long a question can be answered, in seconds: the five minutes that browsers wait, and as many before one begins. */
const challengeLife_s = 600

const nonceBytes = 16
const timeBytes = 6

/** What a question is for: signing in, or another passkey of the user with this id. */
export type Purpose = 'signin' | { readonly user: number }

/**
 * Makes a question that a passkey answers by signing it. Nothing is stored: when it ends and what it is for are in it, signed with the
 * key, so that every process knows it again and strangers cannot fill the database with questions.
 */
export function makeChallenge(key: Buffer, purpose: Purpose, now: EpochSeconds): string {
  const said = Buffer.alloc(nonceBytes + timeBytes)
  randomBytes(nonceBytes).copy(said)
  said.writeUIntBE(now + challengeLife_s, nonceBytes, timeBytes)
  return Buffer.concat([said, signed(key, purpose, said)]).toString('base64url')
}

/** Whether the question was made with this key for this, and has not ended; nor is from a clock that was wrong. */
export function isOpen(key: Buffer, challenge: string, purpose: Purpose, now: EpochSeconds): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const said = bytes.subarray(0, nonceBytes + timeBytes)
  const expected = signed(key, purpose, said)
  if (bytes.length !== said.length + expected.length) return false
  if (!timingSafeEqual(bytes.subarray(said.length), expected)) return false
  const end = said.readUIntBE(nonceBytes, timeBytes)
  return now < end && end <= now + challengeLife_s + clocksApart_s
}

/** By how much the clocks of two nodes may differ, in seconds. */
const clocksApart_s = 300

/** Uses the question up, in the transaction of what it is answered for; false where it was answered before. */
export async function useUp(tx: Writer, challenge: string, now: EpochSeconds): Promise<boolean> {
  await tx.deleteFrom('used_challenges').where('expires_at', '<=', now).execute()
  const digest = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest('hex')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_challenges')
    // Longer than it is open, by whatever clock.
    .values({ digest, expires_at: now + 2 * challengeLife_s + clocksApart_s })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

function signed(key: Buffer, purpose: Purpose, said: Buffer): Buffer {
  const name = purpose === 'signin' ? purpose : `user ${purpose.user}`
  return createHmac('sha256', key).update(`passkey ${name}\n`).update(said).digest()
}
