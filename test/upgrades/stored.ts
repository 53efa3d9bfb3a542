import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { postgresDialectOfOurs } from '../../src/storage/db/postgres/postgres.dialect.ts'
import type { Answer } from './answers.ts'
import type { Keys } from './fill.ask.ts'
import { releases } from './releases.ts'
import { initialStatements } from '../../src/storage/schema/migrations/0001-initial.ts'

/** What a release has stored, and what it answered of it. */
export interface Stored {
  readonly release: string
  /** When it was asked. */
  readonly at: string
  /** The address that it was asked at, which stands in its answers. */
  readonly origin: string
  readonly keys: Keys
  readonly answers: readonly Answer[]
}

const fileOf = (release: string, name: string) => new URL(`${release}/${name}`, import.meta.url)

/** The releases of which a database is kept: one of each minor. */
export const storedReleases = Object.keys(releases).filter((release) =>
  existsSync(fileOf(release, 'kalends.db.gz')),
)

/** Its files. */
export function fixtureFiles(release: string): readonly URL[] {
  return ['kalends.db.gz', 'answers.json.gz'].map((name) => fileOf(release, name))
}

/** What it answered. */
export function storedOf(release: string): Stored {
  const told = JSON.parse(gunzipSync(readFileSync(fileOf(release, 'answers.json.gz'))).toString()) as Omit<
    Stored,
    'release'
  >
  return { release, ...told }
}

/** Puts its database into a file of the folder; answers the path. */
export function unpack(release: string, folder: string): string {
  const path = join(folder, 'kalends.db')
  writeFileSync(path, gunzipSync(readFileSync(fileOf(release, 'kalends.db.gz'))))
  return path
}

/** What makes the same database on PostgreSQL, in order: as 0.1.0 made it there, with the rows of the file. */
export function* statementsFor(path: string): Generator<{ text: string; values: readonly unknown[] }> {
  for (const text of initialStatements(postgresDialectOfOurs.schema)) {
    // Rows come with what triggers have written of them.
    if (!/^\s*create (trigger|function)/i.test(text)) yield { text, values: [] }
  }
  yield* rowsOf(path)
  for (const text of initialStatements(postgresDialectOfOurs.schema))
    if (/^\s*create (trigger|function)/i.test(text)) yield { text, values: [] }
}

function* rowsOf(path: string): Generator<{ text: string; values: readonly unknown[] }> {
  using file = new DatabaseSync(path, { readOnly: true })
  const tables = file
    .prepare(`select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite%'`)
    .all()
  for (const { name, sql } of tables) {
    const table = String(name)
    if (table.startsWith('kysely_'))
      yield {
        text:
          table === 'kysely_migration'
            ? 'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)'
            : 'create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
        values: [],
      }
    else yield { text: `delete from ${table}`, values: [] }
    for (const row of file.prepare(`select * from ${table}`).all()) {
      const columns = Object.keys(row)
      const places = columns.map((_, index) => `$${index + 1}`).join(', ')
      yield {
        text: `insert into ${table} (${columns.join(', ')}) values (${places})`,
        values: Object.values(row),
      }
    }
    if (/autoincrement/i.test(String(sql)))
      yield {
        text: `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
        values: [],
      }
  }
}
