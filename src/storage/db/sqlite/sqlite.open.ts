import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { makeFolder, whyUnwritable } from '../../files/folder.ts'
import { abridged } from '../../../pure/params/parameter.ts'
import type { Database, Reader, Writer } from '../dialect.ts'
import { SnapshotReader } from '../snapshotReader.ts'
import { assertMigrated, examine, type Examined, migrate } from '../upgrade.ts'
import type { Opening } from '../opening.ts'
import { program, type Program } from '../migrate.ts'
import { copyBeforeUpgrade } from './sqlite.before.ts'
import { commitsOn, openSqlite, readingDialect } from './sqlite.driver.ts'
import { fileCheck } from './sqlite.driver.ts'
import { scrubSqlite } from './sqlite.scrub.ts'
import { watchRevision } from './sqlite.revision.ts'
import { sqliteDialectOfOurs } from './sqlite.dialect.ts'
import type { SharedCommits } from '../sharedCommits.ts'
import type { Tables } from '../../schema/tables.all.ts'

/**
 * Opens the SQLite file at `path`, making it and its folder when they are not there, and brings its schema up to date. One
 * connection writes; another reads, so that no reader sees a transaction in the making.
 */
export async function openSqliteDatabase(
  path: string,
  opening: Pick<Opening, 'copiesIn' | 'onStep'> = {},
): Promise<Database> {
  const of = program()
  const { commits, write } = await openWriter(path, { ...opening, of })
  const reading = openSqlite(path, 'read')
  const reader = readerOn(reading)
  const watch = watchRevision(openSqlite(path, 'read'))
  const moments = new SnapshotReader(() => readerOf(path))
  const revision = () => watch.revision()
  const assertFile = fileCheck(reading)
  return {
    ...databaseOf(path, reader, write),
    assertReady: async () => {
      assertFile()
      await sql`select 1`.execute(reader)
      await assertMigrated(reader, of)
    },
    atOneMoment: (work) => moments.run(work),
    revision,
    committed: () => watch.committed(),
    close: async () => {
      await moments.close()
      await commits.close()
      await reader.destroy()
      // Kysely closes nothing that was never asked anything.
      if (reading.isOpen) reading.close()
      watch.close()
    },
  }
}

/** What waits to be applied to the file at `path`, and who may use it; changes nothing. */
export async function examineSqlite(path: string): Promise<Examined> {
  const reader = readerOf(existsSync(path) ? path : ':memory:')
  try {
    await assertOurs(reader)
    return await examine(reader)
  } finally {
    await reader.destroy()
  }
}

function databaseOf(
  path: string,
  read: Kysely<Tables>,
  write: Database['write'],
): Pick<Database, 'dialect' | 'read' | 'write' | 'about' | 'scrub' | 'load'> {
  return {
    dialect: sqliteDialectOfOurs,
    read,
    write,
    about: async () => {
      const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(read)
      const sizes = await Promise.all([sizeOf(path), sizeOf(`${path}-wal`)])
      return { kind: 'SQLite', version: rows[0]?.version ?? '', bytes: sizes[0] + sizes[1] }
    },
    scrub: () => scrubSqlite(path),
    load: async () => {
      const sizes = await Promise.all([sizeOf(path), sizeOf(`${path}-wal`)])
      return { bytes: sizes[0] + sizes[1] }
    },
  }
}

/** In bytes; 0 where there is no such file. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** Transactions on a file whose schema is up to date. Throws a sentence that says what is wrong with it, or with its folder. */
async function openWriter(path: string, preparing: Preparing) {
  await makeFolder(dirname(path))
  try {
    return await openWriterOn(path, openSqlite(path, 'write'), preparing)
  } catch (error) {
    const reason =
      (await whyNoFile(path)) ?? (await whyUnwritable(dirname(path))) ?? (await whyUnwritable(path))
    throw reason === undefined ? error : new Error(reason, { cause: error })
  }
}

async function whyNoFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ? `${path} is a folder, and no file.` : undefined
}

/** How a file is brought up to date. */
interface Preparing extends Pick<Opening, 'copiesIn' | 'onStep'> {
  readonly of: Program
}

async function openWriterOn(path: string, connection: DatabaseSync, { copiesIn, ...preparing }: Preparing) {
  const commits = commitsOn(connection)
  const write: Database['write'] = (work, scope) => commits.write(work, scope)
  const prepareFile = async () => {
    if (copiesIn !== undefined)
      await copyBeforeUpgrade(connection, { path, folder: copiesIn, of: preparing.of })
    await write((tx) => prepare(tx, preparing), 'aside')
  }
  await orClose(commits, prepareFile())
  return { commits, write }
}

async function orClose(commits: SharedCommits, work: Promise<void>): Promise<void> {
  await work.catch(async (error: unknown) => {
    await commits.close()
    throw error
  })
}

function readerOf(path: string): Kysely<Tables> {
  return readerOn(openSqlite(path, 'read'))
}

function readerOn(connection: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: readingDialect(connection) })
}

/** Throws a sentence for a file of another program. */
async function assertOurs(db: Reader): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'`.execute(db)
  const names = rows.map(({ name }) => name)
  if (names.length > 0 && !names.includes('kysely_migration'))
    throw new Error(
      `It is a database of something else, with the tables ${abridged(names)}, and no calendar of Kalends.`,
    )
}

async function prepare(tx: Writer, preparing: Omit<Preparing, 'copiesIn'>): Promise<void> {
  await assertOurs(tx)
  await migrate(tx, sqliteDialectOfOurs, preparing)
}
