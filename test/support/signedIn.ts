import { hashOwnPassword, storeOwnPassword } from '../../src/http/auth/ownPassword.ts'
import { startSession } from '../../src/http/auth/sessions.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { TestApp } from './app.ts'

/** A password that nobody would guess. */
export const ownPassword = 'four otters on a plain raft'

/** Where requests of tests are sent, and so where pages of ours are. */
const here = 'http://localhost'

/** What a browser says of a request that a page of the same origin makes. */
export const fromHere = { 'sec-fetch-site': 'same-origin', origin: here }

/** Gives the account of a role a password of its own; answers its login. */
export async function giveOwnPassword(
  { db, ids, credentials }: TestApp,
  role: Role,
  password = ownPassword,
): Promise<string> {
  const hash = await hashOwnPassword(password)
  await db.write((tx) => storeOwnPassword(tx, { id: ids[role] }, { hash }))
  return credentials[role].split(':')[0] ?? ''
}

/** Starts a session for the account of a role, as signing in does; answers the Cookie header of its browser. */
export async function cookieOf(
  { db, ids }: TestApp,
  role: Role,
  now = Temporal.Now.instant(),
): Promise<string> {
  const about = { now: Math.floor(now.epochMilliseconds / 1000), userAgent: 'Test', address: '127.0.0.1' }
  const secret = await db.write((tx) => startSession(tx, { id: ids[role] }, about), 'aside')
  return `kalends=${secret}`
}
