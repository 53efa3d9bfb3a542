import { randomUUID } from 'node:crypto'
import { insertUser, prepareUser, type User } from '../../http/auth/users.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds, Role } from '../../storage/schema/tables.ts'
import type { Person } from './oidc.claims.ts'
import type { Entered } from './oidc.entry.ts'
import { userKnownAs } from './oidc.query.ts'

/**
 * Finds the account of somebody whom an identity provider has let in: by its subject; else, once, by an address that the provider
 * has verified, unless the account is somebody else’s there already; else makes one, where its roles say which. Gives them the role that they have there, but leaves an administrator.
 */
export async function enterByProvider(tx: Writer, person: Person, now: EpochSeconds): Promise<Entered> {
  if (person.role === undefined) return { refused: 'noRole' }
  const known = await userKnownAs(tx, person)
  if (known) {
    await touch(tx, person, now)
    return { user: await withRole(tx, known, person.role), isLinked: false }
  }
  if (person.email === undefined) return { refused: 'noEmail' }
  const holder = await holderOf(tx, person.email)
  if (holder) {
    if (!person.isEmailVerified) return { refused: 'addressTaken' }
    // An address that has gone to somebody else there does not take the account along.
    if (await isJoined(tx, person, holder)) return { refused: 'addressJoined', holder }
    await link(tx, person, holder.id, now)
    return { user: await withRole(tx, holder, person.role), isLinked: true }
  }
  if (person.role === null) return { refused: 'noAccount' }
  const login = await freeLogin(tx, person)
  const name = person.name?.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longestName)
  const user = await insertUser(tx, prepareUser({ login, email: person.email, role: person.role, name }, now))
  await link(tx, person, user.id, now)
  return { user, isLinked: false }
}

/**
 * Joins somebody whom an identity provider has let in to the account that they have signed in to, whatever address they have there. Who
 * opens another account with it keeps that.
 */
export async function joinProvider(
  tx: Writer,
  person: Person,
  user: User,
  now: EpochSeconds,
): Promise<Entered> {
  if (person.role === undefined) return { refused: 'noRole' }
  const known = await userKnownAs(tx, person)
  if (known) return known.id === user.id ? { user, isLinked: false } : { refused: 'joinTaken' }
  await link(tx, person, user.id, now)
  return { user, isLinked: true }
}

const longestName = 100
const longestLogin = 60

/** Whose address it is: a login that looks like it is nobody’s address. */
async function holderOf(tx: Writer, email: string): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('email_folded', '=', email.normalize('NFC').toLowerCase())
    .executeTakeFirst()
}

/** Whether the account is somebody’s at this provider already. */
async function isJoined(tx: Writer, { issuer }: Person, { id }: User): Promise<boolean> {
  const found = await tx
    .selectFrom('identities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('user_id', '=', id)
    .limit(1)
    .execute()
  return found.length > 0
}

async function link(tx: Writer, person: Person, user_id: number, now: EpochSeconds): Promise<void> {
  const { issuer, subject } = person
  await tx
    .insertInto('identities')
    .values({ uuid: randomUUID(), issuer, subject, user_id, created_at: now, last_used_at: now })
    .execute()
}

async function touch(tx: Writer, { issuer, subject }: Person, now: EpochSeconds): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** The account with the role that the provider gives; the last administrator stays one, or nobody could set this right. */
async function withRole(tx: Writer, user: User, role: Role | null): Promise<User> {
  if (role === null || role === user.role) return user
  if (user.role === 'administrator') {
    const other = await tx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'administrator')
      .where('id', '<>', user.id)
      .executeTakeFirst()
    if (!other) return user
  }
  await tx.updateTable('users').set({ role }).where('id', '=', user.id).execute()
  return { ...user, role }
}

/** A login that nobody has: what the provider calls them, or else what stands before the @ of their address. */
async function freeLogin(tx: Writer, { login, email = '' }: Person): Promise<string> {
  const wanted = (login ?? email.slice(0, email.lastIndexOf('@')))
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_.@-]+/g, '')
    .slice(0, longestLogin - 6)
  const base = wanted === '' ? 'user' : wanted
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base}${number}`
    const folded = candidate.toLowerCase()
    const taken = await tx
      .selectFrom('users')
      .select('id')
      .where((row) => row.or([row('login_folded', '=', folded), row('email_folded', '=', folded)]))
      .executeTakeFirst()
    if (!taken) return candidate
  }
}
