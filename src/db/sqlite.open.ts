import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Database, Writer } from './dialect.ts'
import { assertMigrated, migrate, pendingMigrations } from './migrate.ts'
import { openSqlite, sqliteDialect } from './sqlite.driver.ts'
import { watchRevision } from './sqlite.revision.ts'
import { sqliteDialectOfOurs } from './sqlite.dialect.ts'
import { assumeStatistics } from './sqlite.statistics.ts'
import type { Tables } from './tables.ts'

/**
 * Opens the SQLite file at `path`, making it and its folder when they are not there, and brings its schema up to date.
 * One connection writes; another reads, so that no reader sees a transaction in the making.
 */
export async function openSqliteDatabase(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true })
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(path, 'write'), 'write') })
  const write: Database['write'] = (work, scope) =>
    writer.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (scope !== 'aside')
        await tx
          .updateTable('revision')
          .set({ number: sql`number + 1` })
          .execute()
      return result
    })
  await write(prepare, 'aside').catch(async (error: unknown) => {
    await writer.destroy()
    throw error
  })
  const reader = readerOf(path)
  const watch = watchRevision(openSqlite(path, 'read'))
  return {
    dialect: sqliteDialectOfOurs,
    read: reader,
    write,
    relaxed: (work) => work(),
    revision: async () => watch.revision(),
    assertReady: async () => {
      await sql`select 1`.execute(reader)
      await assertMigrated(reader)
    },
    close: async () => {
      await writer.destroy()
      await reader.destroy()
      watch.close()
    },
  }
}

/** The migrations that wait to be applied to the file at `path`, in order; all of them where there is no file yet. */
export async function pendingInSqlite(path: string): Promise<readonly string[]> {
  const reader = readerOf(existsSync(path) ? path : ':memory:')
  try {
    return await pendingMigrations(reader)
  } finally {
    await reader.destroy()
  }
}

function readerOf(path: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(path, 'read'), 'read') })
}

async function prepare(tx: Writer): Promise<void> {
  await migrate(tx, sqliteDialectOfOurs)
  await assumeStatistics(tx)
}
