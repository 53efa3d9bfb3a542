import type { Insertable, Selectable } from 'kysely'
import type { Database, Reader, Writer } from '../db/dialect.ts'
import { capabilitiesOf } from './rights.ts'
import { endLinks } from './oneTimeLinks.ts'
import { endSessions } from './sessions.ts'
import { type EpochSeconds, type Role, roles, type UsersTable } from '../db/tables.ts'

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

/** A caller, with the members of `/wp/v2/users/me`; those after the roles are for whoever edits the profile. */
export interface UserProfile {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly roles: readonly Role[]
  readonly username?: string
  readonly email?: string
  readonly capabilities?: ReturnType<typeof capabilitiesOf>
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
    name: readName(wanted.name ?? login),
    role: readRole(wanted.role),
    created_at: now,
  }
}

/** Inserts a prepared user; throws a sentence when login or e-mail are another user's login or e-mail. */
export async function insertUser(tx: Writer, user: NewUserRow): Promise<User> {
  for (const [what, text] of [
    ['login', user.login],
    ['e-mail address', user.email],
  ] as const)
    await assertFreeFor(tx, undefined, what, text)
  return tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

/** Throws a sentence when a login or e-mail address is that of somebody else. */
async function assertFreeFor(tx: Writer, id: number | undefined, what: string, text: string): Promise<void> {
  const others = await usersNamed(tx, text)
  const other = others.find((user) => user.id !== id)
  if (other) throw new Error(`The ${what} “${text}” belongs to another user, “${other.login}”.`)
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

/** The user with this id, if there is one. */
export async function userById(db: Reader, id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
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
  await db.write(async (tx) => {
    const user = await requireUser(tx, login)
    if (wanted !== 'administrator') await assertNotLastAdministrator(tx, user)
    if (wanted === user.role) return
    await tx.updateTable('users').set({ role: wanted }).where('id', '=', user.id).execute()
    await endSessions(tx, user)
  })
}

/** Gives the user another e-mail address or name; throws a sentence when one is not acceptable, or another user’s. */
export async function changeUser(
  db: Database,
  login: string,
  { email, name }: { email?: string; name?: string },
): Promise<void> {
  const given = {
    ...(email === undefined ? {} : { email: readEmail(email), email_folded: folded(readEmail(email)) }),
    ...(name === undefined ? {} : { name: readName(name) }),
  }
  await db.write(async (tx) => {
    const user = await requireUser(tx, login)
    if (given.email !== undefined) await assertFreeFor(tx, user.id, 'e-mail address', given.email)
    await tx.updateTable('users').set(given).where('id', '=', user.id).execute()
    // What was sent to the former address is nobody's any more.
    if (given.email !== undefined) await endLinks(tx, user)
  })
}

/**
 * Removes the user with all credentials, giving what they wrote to `heir`. Throws a sentence when they wrote something
 * and nobody is to have it, and rather than leave no administrator.
 */
export async function removeUser(db: Database, login: string, heir?: string): Promise<void> {
  await db.write(async (tx) => {
    const user = await requireUser(tx, login)
    await assertNotLastAdministrator(tx, user)
    if (heir === undefined) await assertWroteNothing(tx, user)
    else await reassign(tx, user, await requireUser(tx, heir))
    await tx.deleteFrom('users').where('id', '=', user.id).execute()
  })
}

/** Who the user with this id is, `toEdit` with all that is known; undefined when there is none (any more). */
export async function userProfile(
  db: Reader,
  id: number,
  { toEdit = false } = {},
): Promise<UserProfile | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'login', 'login_folded', 'email', 'role'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) return undefined
  const { name, login, email, role } = user
  const profile = { id, name, slug: user.login_folded.replaceAll(/[^a-z0-9_-]+/g, '-'), roles: [role] }
  if (!toEdit) return profile
  return { ...profile, username: login, email, capabilities: capabilitiesOf({ id, login, role }) }
}

/** The tables whose rows have an author. */
const authored = ['events', 'venues', 'organizers', 'media'] as const

async function assertWroteNothing(tx: Writer, user: User): Promise<void> {
  for (const table of authored) {
    const post = await tx
      .selectFrom(table)
      .select('id')
      .where('author_id', '=', user.id)
      .limit(1)
      .executeTakeFirst()
    if (!post) continue
    throw new Error(
      `“${user.login}” wrote some ${table}. Say with --reassign LOGIN who is to have what they wrote.`,
    )
  }
}

async function reassign(tx: Writer, user: User, heir: User): Promise<void> {
  if (heir.id === user.id) throw new Error(`What “${user.login}” wrote must go to somebody else.`)
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
  if (!other) throw new Error(`“${user.login}” is the only administrator. Make another one first.`)
}

/** Long enough for a name, short enough to list. */
const loginLimit = 60
const nameLimit = 100

/** RFC 5321 4.5.3.1.3 leaves 254 characters for an address. */
const emailLimit = 254

/** No colon: it ends the login in HTTP Basic (RFC 7617). */
function readLogin(text: string): string {
  const login = text.trim()
  if (/^[A-Za-z0-9 _.@-]+$/.test(login) && login.length <= loginLimit) return login
  throw new Error(
    `The login “${login}” is not acceptable: it takes 1 to ${loginLimit} letters (a to z), digits, blanks, _ . @ or -.`,
  )
}

/** Host names without a dot are accepted, as accounts may be local. */
function readEmail(text: string): string {
  const email = text.trim().normalize('NFC')
  if (/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.length <= emailLimit) return email
  throw new Error(`“${email}” is not an e-mail address such as someone@example.org.`)
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
