import { withoutSecrets } from '../../pure/text/address.ts'
import { isPostgres, isThere } from '../../config/databaseAddress.ts'
import { assertCopied } from './copy.ts'
import type { Database } from './dialect.ts'
import type { Examined } from './upgrade.ts'
import { orNewer } from './newer.ts'
import type { Opening } from './opening.ts'
import { examineSqlite, openSqliteDatabase } from './sqlite/sqlite.open.ts'
import { remembering } from './transactions.ts'
import { DatabaseNewer } from './usable.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** Loaded only when it is used: most calendars are in a file. */
const postgres = () => import('./postgres/postgres.open.ts')

/** How it is opened unless something else is said. */
const usual: Opening = { connections: 10, timeout_ms: 10_000 }

/**
 * Opens the database, a PostgreSQL server by its `postgres:` address, else an SQLite file by its path, and brings its schema
 * up to date. Throws a sentence when it cannot, when it is for newer programs alone, and when a copy into it is not finished.
 */
export async function openDatabase(url: string, opening: Opening = usual): Promise<Database> {
  return remembering(await orSay(url, opening, () => opened(url, opening).then(copied)))
}

/** The same to copy a calendar into it: whether a copy is finished is for who opens it to ask, who may go on with it. */
export async function openToCopyInto(url: string, opening: Opening = usual): Promise<Database> {
  return remembering(await orSay(url, opening, () => opened(url, opening)))
}

async function opened(url: string, opening: Opening): Promise<Database> {
  if (!isPostgres(url)) return openSqliteDatabase(url, opening)
  const { openPostgresDatabase } = await postgres()
  return openPostgresDatabase(url, opening)
}

/** Throws a sentence when there is no calendar at the address, as opening it would make an empty one. */
export function assertThere(url: string): void {
  if (!isThere(url)) throw new Error(`There is no calendar at ${url}.`)
}

/** What waits to be applied to the database, and who may use it; changes nothing. Throws as {@link openDatabase}. */
export async function examineDatabase(url: string, { copiesIn }: Partial<Opening> = {}): Promise<Examined> {
  return orSay(url, { copiesIn }, async () => {
    if (!isPostgres(url)) return examineSqlite(url)
    const { examinePostgres } = await postgres()
    return examinePostgres(url)
  })
}

/** The names of the migrations that are not applied to the database yet, in order; changes nothing. */
export async function findPendingMigrations(url: string): Promise<readonly string[]> {
  return (await examineDatabase(url)).pending
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

async function orSay<Result>(
  url: string,
  { copiesIn }: Pick<Opening, 'copiesIn'>,
  opening: () => Promise<Result>,
): Promise<Result> {
  return orNewer(url, copiesIn, opening).catch((error: unknown) => {
    if (error instanceof Error && error.cause instanceof DatabaseNewer) throw error
    const reason = messageOf(error)
    throw new Error(`The database ${withoutSecrets(url)} could not be opened: ${reason}`, { cause: error })
  })
}
