import { createHash, randomBytes } from 'node:crypto'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Holder } from './rights.ts'

/** How long a session lasts without being used, and at most, in seconds. */
const idle_s = 12 * 3600
export const longestSession_s = 14 * 86_400

/** By how much the clocks of two nodes may differ, in seconds. What is from later than that was written by a clock that was wrong. */
export const clocksApart_s = 300

/** What is over for so long is removed, in seconds: not at once, so that a clock that is ahead takes nothing from anybody. */
export const longOver_s = 30 * 86_400

/** How many sessions a user may have; with one more, that which was not used for the longest time ends. */
const mostSessions = 50

/** Longer names of browsers are cut: whoever sends them chooses them. */
const longestAgent = 300

const secretBytes = 32

/** What is kept of how a session began, for its owner. */
export interface SessionStart {
  readonly now: EpochSeconds
  readonly userAgent: string | undefined
  /** The address of the client. */
  readonly address: string
}

/**
 * Who gets a session. `password_hash`: what their password was verified against, if it was; it must still be theirs, or the
 * session would outlive a change of the password that came between.
 */
export interface SessionUser {
  readonly id: number
  readonly password_hash?: string | null
}

/** A session as its owner sees it. */
export interface Session {
  readonly id: number
  readonly created_at: EpochSeconds
  readonly used_at: EpochSeconds
  readonly expires_at: EpochSeconds
  readonly user_agent: string
  readonly address: string
}

/**
 * Starts a session for somebody who has just proven who they are, and answers its secret, the only time that it can be
 * read: only its digest is stored. Undefined when the user, or the password, is no longer there. Removes sessions that
 * were over long ago.
 */
export async function startSession(
  tx: Writer,
  user: SessionUser,
  { now, userAgent = '', address }: SessionStart,
): Promise<string | undefined> {
  const stored = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirst()
  if (!stored || (user.password_hash !== undefined && stored.password_hash !== user.password_hash))
    return undefined
  await tx
    .deleteFrom('sessions')
    .where('expires_at', '<=', now - longOver_s)
    .execute()
  const own = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const beyond = own.slice(mostSessions - 1).map(({ id }) => id)
  if (beyond.length > 0) await tx.deleteFrom('sessions').where('id', 'in', beyond).execute()
  const secret = randomBytes(secretBytes).toString('base64url')
  await tx.updateTable('users').set({ seen_at: now }).where('id', '=', user.id).execute()
  await tx
    .insertInto('sessions')
    .values({
      user_id: user.id,
      token_hash: digestOfSecret(secret),
      created_at: now,
      used_at: now,
      confirmed_at: now,
      expires_at: now + longestSession_s,
      user_agent: userAgent.slice(0, longestAgent),
      address,
    })
    .execute()
  return secret
}

/**
 * The session with this secret, as long as it lasts. User and role are read with it, so that a change of them holds from the
 * next request on, in every process.
 */
export async function findSession(
  db: Reader,
  secret: string,
  now: EpochSeconds,
): Promise<Holder | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session',
      'sessions.created_at',
      'sessions.used_at',
      'sessions.confirmed_at',
      'sessions.expires_at',
      'users.id',
      'users.role',
      'users.login',
      'users.name',
      'users.locale',
    ])
    .where('sessions.token_hash', '=', digestOfSecret(secret))
    .executeTakeFirst()
  if (!row || !lasts(row, now)) return undefined
  const { session, used_at, confirmed_at: confirmedAt, id, role, login, locale, name } = row
  const caller = { id, role, login, name, session, confirmedAt, ...(locale === '' ? {} : { locale }) }
  return { credential: session, last_used_at: used_at, caller }
}

/** The user's sessions that last, the one used last first. */
export async function listSessions(
  db: Reader,
  user: { readonly id: number },
  now: EpochSeconds,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'used_at', 'expires_at', 'user_agent', 'address'])
    .where('user_id', '=', user.id)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.filter((row) => lasts(row, now))
}

/** Ends the session with this secret, if it is there. */
export async function endSession(tx: Writer, secret: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', digestOfSecret(secret)).execute()
}

/** Ends sessions of the user: this one, or all but one, or all. Answers how many; it holds from the next request on, everywhere. */
export async function endSessions(
  tx: Writer,
  user: { readonly id: number },
  { only, but }: { readonly only?: number | undefined; readonly but?: number | undefined } = {},
): Promise<number> {
  let ending = tx.deleteFrom('sessions').where('user_id', '=', user.id)
  if (only !== undefined) ending = ending.where('id', '=', only)
  if (but !== undefined) ending = ending.where('id', '<>', but)
  const { numDeletedRows } = await ending.executeTakeFirst()
  return Number(numDeletedRows)
}

/** The digest by which secrets are stored: nobody can go through 2^256 of them. */
export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A session from a time to come is of a clock that was wrong, and would last for too long once that is set right. */
function lasts(
  { created_at, used_at, expires_at }: Omit<Session, 'id' | 'user_agent' | 'address'>,
  now: EpochSeconds,
): boolean {
  const isFromLater = Math.max(created_at, used_at) > now + clocksApart_s
  return !isFromLater && now < expires_at && now < used_at + idle_s && now < created_at + longestSession_s
}
