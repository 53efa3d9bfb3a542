import { withoutSecrets } from '../../pure/text/address.ts'
import { isPostgres, isThere } from '../../config/databaseAddress.ts'
import { assertCopied } from './copy.ts'
import type { Database } from './dialect.ts'
import type { PostgresLimits } from './postgres/postgres.pool.ts'
import { openSqliteDatabase, pendingInSqlite } from './sqlite/sqlite.open.ts'
import { remembering } from './transactions.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** Loaded only when it is used: most calendars are in a file. */
const postgres = () => import('./postgres/postgres.open.ts')

/** The default limits for a database server. */
const usualLimits: PostgresLimits = { connections: 10, timeout_ms: 10_000 }

/**
 * Opens the database, a PostgreSQL server by its `postgres:` address, else an SQLite file by its path, and brings its schema
 * up to date. Throws a sentence when it cannot, and when a copy into it is not finished.
 */
export async function openDatabase(url: string, limits: PostgresLimits = usualLimits): Promise<Database> {
  return remembering(await orSay(url, opened(url, limits).then(copied)))
}

/** The same to copy a calendar into it: whether a copy is finished is for who opens it to ask, who may go on with it. */
export async function openToCopyInto(url: string, limits: PostgresLimits = usualLimits): Promise<Database> {
  return remembering(await orSay(url, opened(url, limits)))
}

async function opened(url: string, limits: PostgresLimits): Promise<Database> {
  if (!isPostgres(url)) return openSqliteDatabase(url)
  const { openPostgresDatabase } = await postgres()
  return openPostgresDatabase(url, limits)
}

/** Throws a sentence when there is no calendar at the address, as opening it would make an empty one. */
export function assertThere(url: string): void {
  if (!isThere(url)) throw new Error(`There is no calendar at ${url}.`)
}

/** The names of migrations that are not applied to the database yet, in order; changes nothing. Throws as {@link openDatabase}. */
export async function findPendingMigrations(url: string): Promise<readonly string[]> {
  const asking = isPostgres(url)
    ? postgres().then(({ pendingInPostgres }) => pendingInPostgres(url))
    : pendingInSqlite(url)
  return orSay(url, asking)
}

async function copied(db: Database): Promise<Database> {
  try {
    await assertCopied(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

async function orSay<Result>(url: string, opening: Promise<Result>): Promise<Result> {
  return opening.catch((error: unknown) => {
    const reason = messageOf(error)
    throw new Error(`The database ${withoutSecrets(url)} could not be opened: ${reason}`, { cause: error })
  })
}
