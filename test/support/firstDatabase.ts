import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { postgresDialectOfOurs } from '../../src/storage/db/postgres/postgres.dialect.ts'
import { sqliteDialectOfOurs } from '../../src/storage/db/sqlite/sqlite.dialect.ts'
import { initialStatements } from '../../src/storage/schema/migrations/0001-initial.ts'
import { createTestDatabase, type TestDatabase, usesSqlite } from './database.ts'

/** What the program that made a database wrote of its migrations. */
const applied = [
  'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
  `insert into kysely_migration values ('0001-initial', '2026-11-28T12:00:00.000Z')`,
  `insert into kysely_migration_lock values ('migration_lock', 0)`,
]

/** An empty database as 0.1.0 made it, of the kind that this run is about; then these statements are run in it. */
export async function createFirstDatabase(
  folder: string,
  statements: readonly string[] = [],
): Promise<TestDatabase> {
  const database = await createTestDatabase(folder, 'nothing')
  const { schema } = usesSqlite() ? sqliteDialectOfOurs : postgresDialectOfOurs
  await run(database.url, [...initialStatements(schema), ...applied, ...statements])
  return database
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  if (usesSqlite()) {
    using db = new DatabaseSync(url)
    for (const statement of statements) db.exec(statement)
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
