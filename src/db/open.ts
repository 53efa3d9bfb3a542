import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Database, Writer } from './dialect.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { openSqlite, sqliteDialect } from './sqlite.driver.ts'
import { sqliteDialectOfOurs } from './sqlite.dialect.ts'
import { assumeStatistics } from './sqlite.statistics.ts'
import type { Tables } from './tables.ts'

/**
 * Opens the SQLite file at `path`, making it and its folder when they are not there, and brings its schema up to date.
 * One connection writes; another reads, so that no reader sees a transaction in the making.
 */
export async function openDatabase(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true })
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(path, 'write'), 'write') })
  const write: Database['write'] = (work) => writer.transaction().execute(work)
  await write(prepare).catch(async (error: unknown) => {
    await writer.destroy()
    throw error
  })
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(path, 'read'), 'read') })
  return {
    dialect: sqliteDialectOfOurs,
    read: reader,
    write,
    assertReady: async () => {
      await sql`select 1`.execute(reader)
      await assertMigrated(reader)
    },
    close: async () => {
      await writer.destroy()
      await reader.destroy()
    },
  }
}

async function prepare(tx: Writer): Promise<void> {
  await migrate(tx, sqliteDialectOfOurs)
  await assumeStatistics(tx)
}
