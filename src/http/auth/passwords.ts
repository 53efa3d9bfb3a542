import { randomUUID } from 'node:crypto'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { hashText, verifyText } from './argon.ts'
import { addCredential, type Credential, type WantedCredential } from './credentials.ts'
import { makeLink } from './oneTimeLinks.ts'
import { randomAlphanumerics } from './random.ts'
import { insertUser, prepareUser, type User } from './users.ts'

/** 142 bits: beyond guessing, whatever the hash. */
const passwordLength = 24

/** Makes an application password for the user and answers it, the only time that it can be read, and how it is listed. */
export async function makePassword<Answer>(
  db: Database,
  wanted: Omit<WantedCredential, 'secret' | 'scope' | 'expires_at'>,
  answer: (made: Credential, password: string) => Answer,
): Promise<Answer> {
  const password = randomAlphanumerics(passwordLength)
  const hashed = { ...wanted, secret: await hashText(password) }
  return addCredential(db, 'app_passwords', hashed, (made) => answer(made, password))
}

/** The same, answering the password alone. */
export async function addPassword(
  db: Database,
  user: User,
  name: string,
  now: EpochSeconds,
): Promise<string> {
  return makePassword(db, { user, name, now }, (_made, password) => password)
}

/** The id of the user’s application password that equals this one, without its blanks; undefined when none does. */
export async function findPassword(db: Reader, user: User, presented: string): Promise<number | undefined> {
  const password = presented.replaceAll(/\s/g, '')
  // All passwords that were ever made have this form; any other is refused without hashing it.
  if (!/^[A-Za-z0-9]+$/.test(password) || password.length !== passwordLength) return undefined
  const stored = await db
    .selectFrom('app_passwords')
    .select(['id', 'hash'])
    .where('user_id', '=', user.id)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .execute()
  for (const { id, hash } of stored) {
    if (await verifyText(hash, password)) return id
  }
  return undefined
}

/** The password as it is shown to people: six groups of four. */
export function inGroups(password: string): string {
  return password.replaceAll(/.{4}(?=.)/g, '$& ')
}

/** The login of the administrator that a new installation starts with. */
const firstLogin = 'admin'

/**
 * Makes the administrator `admin` with an application password in a database without users, and answers both; undefined in
 * any other. Of several processes that start at once, only one makes it. `setup` is the secret of the link by which the calendar
 * is set up in a browser.
 */
export async function ensureFirstUser(db: Database, now: EpochSeconds): Promise<FirstUser | undefined> {
  if (await anyUser(db.read)) return undefined
  const password = randomAlphanumerics(passwordLength)
  const hash = await hashText(password)
  const wanted = prepareUser(
    { login: firstLogin, email: `${firstLogin}@localhost`, role: 'administrator' },
    now,
  )
  return db.write(async (tx) => {
    if (await anyUser(tx)) return undefined
    const { id } = await insertUser(tx, wanted)
    const row = {
      user_id: id,
      name: 'First start',
      hash,
      uuid: randomUUID(),
      created_at: now,
      last_used_at: null,
    }
    await tx.insertInto('app_passwords').values(row).execute()
    const { secret: setup } = await makeLink(tx, { kind: 'setup', user: { id }, now })
    return { login: firstLogin, password, setup }
  })
}

/** What the first user of a new calendar begins with. */
interface FirstUser {
  readonly login: string
  readonly password: string
  readonly setup: string
}

/**
 * The notice of the first user’s login and password, and of the link by which the calendar at `home` is set up: the only time that
 * they can be read.
 */
export function firstUserNotice({ login, password, setup }: FirstUser, home: string): string {
  const link = `${home}/admin/setup?token=${setup}`
  return `\nThe first user is “${login}”, with the application password\n\n    ${inGroups(password)}\n\nIt is shown only now. To set the calendar up in a browser, open this link, which works once:\n\n    ${link}\n`
}

async function anyUser(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
