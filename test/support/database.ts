import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { Tables } from '../../src/db/tables.ts'
import { isPostgres } from '../../src/db/address.ts'
import { type Contents, createPostgresDatabase, dropPostgresDatabase, valueOf, whenLeft } from './postgres.ts'

/** A database that is there for one test: empty, and gone with it. */
export interface TestDatabase {
  /** As DATABASE_URL takes it. */
  readonly url: string
  remove(): Promise<void>
}

/** Whether this run of the tests is about SQLite; else it is about PostgreSQL. */
export function usesSqlite(): boolean {
  return postgresServer() === undefined
}

/** An SQLite file in the folder, which goes with it. */
export function sqliteDatabase(folder: string): TestDatabase {
  return { url: join(folder, 'kalends.db'), remove: async () => {} }
}

/** Makes a database of the kind that this run of the tests is about; an SQLite file is in the folder, and goes with it. */
export async function createTestDatabase(folder: string, contents?: Contents): Promise<TestDatabase> {
  const server = postgresServer()
  if (server === undefined) return sqliteDatabase(folder)
  const url = await createPostgresDatabase(server, contents)
  return { url, remove: () => dropPostgresDatabase(server, url) }
}

/** How many rows the table has, asked of the database itself. */
export async function countOf(table: keyof Tables, url: string): Promise<number> {
  const query = `select count(*) as number from ${table}`
  if (isPostgres(url)) return Number(await valueOf(url, query))
  const file = new DatabaseSync(url)
  try {
    return Number(file.prepare(query).get()?.['number'])
  } finally {
    file.close()
  }
}

/** Resolves once all that a process which was killed has asked of the database is done or undone. */
export async function whenSettled(url: string): Promise<void> {
  // An SQLite file has nobody who goes on without whoever asked.
  if (isPostgres(url)) await whenLeft(url)
}

/** The address of the PostgreSQL server that tests use; undefined where they use SQLite. */
function postgresServer(): string | undefined {
  return process.env['TEST_POSTGRES']
}
