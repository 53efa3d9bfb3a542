import { existsSync } from 'node:fs'
import process from 'node:process'
import { hashText } from '../../src/http/auth/argon.ts'
import { addCredential } from '../../src/http/auth/credentials.ts'
import { randomAlphanumerics } from '../../src/http/auth/random.ts'
import { createUser, type User } from '../../src/http/auth/users.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { type Role, roles } from '../../src/storage/schema/tables.ts'
import { isPostgres } from '../../src/config/databaseAddress.ts'
import { createTestDatabase, templateOf, type TestDatabase } from './database.ts'

/** `login:password` of an account for each role, which is named after it. */
export type Credentials = Readonly<Record<Role, string>>

/** As little as Argon2 takes: who logs in pays what the stored hash says, and tests log in for each app anew. */
const cheapest = { memory: 8, passes: 1, parallelism: 1 }

const passwordLength = 24

/** Makes a database as {@link createTestDatabase} does, with an account for each role. */
export async function createDatabaseWithAccounts(
  folder: string,
): Promise<{ readonly database: TestDatabase; readonly credentials: Credentials }> {
  const known = process.env['TEST_ACCOUNTS']
  if (known) return { database: await createTestDatabase(folder, 'accounts'), credentials: JSON.parse(known) }
  const database = await createTestDatabase(folder)
  return { database, credentials: await createAccounts(database.url) }
}

/** Makes an account for each role in an empty database; answers their credentials. An SQLite file may not be there yet. */
export async function createAccounts(url: string): Promise<Credentials> {
  if (isPostgres(url) || existsSync(url)) return addAccounts(url)
  return copyWithAccounts(url)
}

/** Makes an application password that the program itself takes as well, and answers it. */
export async function addCheapPassword(db: Database, user: User): Promise<string> {
  const password = randomAlphanumerics(passwordLength)
  const secret = await hashText(password, cheapest)
  await addCredential(db, 'app_passwords', { user, name: 'tests', secret, now: 0 }, () => {})
  return password
}

/** The same in any database, whatever that takes. */
export async function addAccounts(url: string): Promise<Credentials> {
  const db = await openDatabase(url)
  try {
    const entries: [Role, string][] = []
    for (const role of roles) {
      const user = await createUser(db, { login: role, email: `${role}@example.org`, role }, 0)
      entries.push([role, `${role}:${await addCheapPassword(db, user)}`])
    }
    return Object.fromEntries(entries) as Record<Role, string>
  } finally {
    await db.close()
  }
}

/** Migrating a file and adding them takes longer than copying it. */
const copyWithAccounts = templateOf(addAccounts)
