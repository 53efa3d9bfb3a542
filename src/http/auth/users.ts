import type { Insertable, Selectable } from 'kysely'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import { endLinks } from './oneTimeLinks.ts'
import { endSessions } from './sessions.ts'
import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import { type EpochSeconds, type Role, roles } from '../../storage/schema/tables.ts'
import type { UsersTable } from '../../storage/schema/tables.users.ts'
import { anEmail, isAddress } from '../../pure/text/address.ts'

export type User = Selectable<UsersTable>

/** The columns of a user that is not stored yet. */
type NewUserRow = Insertable<UsersTable>

/** The fields of a new user. The name that is shown is the login unless another one is given. */
export interface NewUser {
  readonly login: string
  readonly email: string
  readonly role: string
  readonly name?: string | undefined
}

/** Stores a user; throws a sentence when a field is not acceptable, or login or e-mail address are taken. */
export async function createUser(db: Database, wanted: NewUser, now: EpochSeconds): Promise<User> {
  const user = prepareUser(wanted, now)
  return db.write((tx) => insertUser(tx, user))
}

/** The columns of a new user; throws a sentence when a field is not acceptable. */
export function prepareUser(wanted: NewUser, now: EpochSeconds): NewUserRow {
  const login = readLogin(wanted.login)
  const email = readEmail(wanted.email)
  return {
    login,
    login_folded: folded(login),
    email,
    email_folded: folded(email),
    // An e-mail address is nobody's business.
    name: readName(wanted.name ?? (login.split('@', 1)[0]?.trim() || login)),
    role: readRole(wanted.role),
    created_at: now,
  }
}

/** Inserts a prepared user; throws a sentence when login or e-mail are another user's login or e-mail. */
export async function insertUser(tx: Writer, user: NewUserRow): Promise<User> {
  for (const [code, text] of [
    ['existing_user_login', user.login],
    ['existing_user_email', user.email],
  ] as const)
    await assertFreeFor(tx, undefined, code, text)
  return tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

/** Throws a sentence when a login or e-mail address is that of somebody else. */
export async function assertFreeFor(
  tx: Writer,
  id: number | undefined,
  code: RefusalCode,
  text: string,
): Promise<void> {
  const others = await usersNamed(tx, text)
  if (others.some((user) => user.id !== id)) throw new ApiError(code, { text })
}

/** All users, by id. */
export async function listUsers(db: Reader): Promise<User[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
}

/** The user with this login or, failing that, this e-mail address; the case of neither matters. */
export async function findUser(db: Reader, loginOrEmail: string): Promise<User | undefined> {
  const users = await usersNamed(db, loginOrEmail)
  return users.find((user) => user.login_folded === folded(loginOrEmail.trim())) ?? users[0]
}

async function usersNamed(db: Reader, loginOrEmail: string): Promise<User[]> {
  const text = folded(loginOrEmail.trim())
  return db
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('login_folded', '=', text), where('email_folded', '=', text)]))
    .execute()
}

/** The user with this login or e-mail address; throws a sentence when there is none. */
export async function requireUser(db: Reader, loginOrEmail: string): Promise<User> {
  const user = await findUser(db, loginOrEmail)
  if (!user) throw new Error(`No user has the login or e-mail address “${loginOrEmail}”.`)
  return user
}

/** Gives the user another role, and ends their sessions; throws a sentence rather than leave no administrator. */
export async function setRole(db: Database, login: string, role: string): Promise<void> {
  const wanted = readRole(role)
  await db.write(async (tx) => changeAccount(tx, await requireUser(tx, login), { role: wanted }))
}

/** What may be changed of a user: texts as they are stored. */
export interface AccountChange {
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly role?: Role | undefined
  readonly slug?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly nickname?: string | undefined
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly locale?: string | undefined
}

/**
 * Changes what is given of a user. Throws a sentence when the e-mail address is another user’s, and rather than leave no administrator:
 * transactions run one after the other, so that two who demote each other at once cannot both.
 */
export async function changeAccount(tx: Writer, user: User, change: AccountChange): Promise<void> {
  const { role, email, ...others } = change
  if (role !== undefined && role !== 'administrator') await assertNotLastAdministrator(tx, user)
  if (email !== undefined) await assertFreeFor(tx, user.id, 'rest_user_invalid_email', email)
  const columns = {
    ...others,
    ...(role === undefined ? {} : { role }),
    ...(email === undefined ? {} : { email, email_folded: folded(email) }),
  }
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await tx.updateTable('users').set(given).where('id', '=', user.id).execute()
  if (role !== undefined && role !== user.role) await endSessions(tx, user)
  // What was sent to the former address is nobody's any more.
  if (email !== undefined && email !== user.email) await endLinks(tx, user)
}

/**
 * Gives the user another e-mail address or name; throws a sentence when one is not acceptable, or another user’s. `tell` does what
 * belongs to the same transaction, with the user as they were.
 */
export async function changeUser(
  db: Database,
  login: string,
  { email, name }: { email?: string; name?: string },
  tell: (tx: Writer, user: User) => Promise<void> = async () => {},
): Promise<void> {
  const given = {
    ...(email === undefined ? {} : { email: readEmail(email) }),
    ...(name === undefined ? {} : { name: readName(name) }),
  }
  await db.write(async (tx) => {
    const user = await requireUser(tx, login)
    await changeAccount(tx, user, given)
    await tell(tx, user)
  })
}

/**
 * Removes the user with all credentials, giving what they wrote to `heir`. Throws a sentence when they wrote something
 * and nobody is to have it, and rather than leave no administrator.
 */
export async function removeUser(db: Database, login: string, heir?: string): Promise<void> {
  await db.write(async (tx) => {
    const user = await requireUser(tx, login)
    await removeAccount(tx, user, heir === undefined ? undefined : await requireUser(tx, heir))
  })
}

/** Removes a user with all credentials in a transaction, as {@link removeUser} does. */
export async function removeAccount(tx: Writer, user: User, heir: User | undefined): Promise<void> {
  await assertNotLastAdministrator(tx, user)
  if (heir === undefined) await assertWroteNothing(tx, user)
  else await reassign(tx, user, heir)
  await tx.deleteFrom('users').where('id', '=', user.id).execute()
}

/** The user with this id; undefined when there is none. */
export async function userWithId(db: Reader, id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The tables whose rows have an author. */
const authored = ['events', 'venues', 'organizers', 'media', 'series'] as const

async function assertWroteNothing(tx: Writer, user: User): Promise<void> {
  for (const table of authored) {
    const post = await tx
      .selectFrom(table)
      .select('id')
      .where('author_id', '=', user.id)
      .limit(1)
      .executeTakeFirst()
    if (!post) continue
    const reason = `“${user.login}” wrote some ${table}. Say with “reassign” (--reassign LOGIN) who is to have what they wrote`
    throw new ApiError('rest_user_invalid_reassign', { reason })
  }
}

async function reassign(tx: Writer, user: User, heir: User): Promise<void> {
  const reason = `what “${user.login}” wrote must go to somebody else`
  if (heir.id === user.id) throw new ApiError('rest_user_invalid_reassign', { reason })
  for (const table of authored) {
    await tx.updateTable(table).set({ author_id: heir.id }).where('author_id', '=', user.id).execute()
  }
}

async function assertNotLastAdministrator(tx: Writer, user: User): Promise<void> {
  if (user.role !== 'administrator') return
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .where('id', '<>', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new ApiError('rest_last_administrator', { login: user.login })
}

/** Long enough for a name, short enough to list. */
const loginLimit = 60
const nameLimit = 100

/** How much of what was sent a refusal repeats. */
const shownLength = 100

/** A login; throws a sentence when it is not acceptable. No colon: it ends the login in HTTP Basic (RFC 7617). */
export function readLogin(text: string): string {
  const login = text.trim()
  if (/^[A-Za-z0-9 _.@-]+$/.test(login) && login.length <= loginLimit) return login
  throw new Error(
    `The login “${login}” is not acceptable: it takes 1 to ${loginLimit} letters (a to z), digits, blanks, _ . @ or -.`,
  )
}

/** An e-mail address; throws a sentence when it is not acceptable. Host names without a dot are accepted, as accounts may be local. */
export function readEmail(text: string): string {
  const email = text.trim().normalize('NFC')
  if (isAddress(email)) return email
  throw new Error(`“${email.slice(0, shownLength)}” is not ${anEmail}.`)
}

/** The name of a user or of a credential: one line of text; throws a sentence when it is not. */
export function readName(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= nameLimit && !/\p{Cc}/u.test(name)) return name
  throw new Error(`A name takes 1 to ${nameLimit} characters on one line.`)
}

function readRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (role) return role
  throw new Error(`“${text}” is not a role. These are: ${roles.join(', ')}.`)
}

/** Only the case is ignored: two addresses that differ in an accent belong to two people. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
