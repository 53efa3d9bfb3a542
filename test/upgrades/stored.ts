import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import type { Answer } from './answers.ts'
import type { Keys } from './fill.ask.ts'
import { releases } from './releases.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { postgresDialectOfOurs } from '../../src/storage/db/postgres/postgres.dialect.ts'
import { initialStatements } from '../../src/storage/schema/migrations/0001-initial.ts'
import { makeTriggersAnew } from '../../src/storage/schema/triggers.ts'
import type { Tables } from '../../src/storage/schema/tables.all.ts'
import { compareVersions } from '../../src/pure/text/versions.ts'
import { program } from '../../src/storage/db/migrate.ts'

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

/** Makes the same database on PostgreSQL: the tables as the steps of that release make them, and the rows of the file. */
export async function storeOnPostgres(url: string, release: string, path: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const { schema } = postgresDialectOfOurs
  const run = (text: string) => sql.raw(text).execute(db)
  const first = initialStatements(schema)
  for (const text of first) if (!isOfTriggers(text)) await run(text)
  const [, ...later] = Object.values(program().migrations)
  const steps = later.filter((step) => compareVersions(step.release, release) <= 0)
  for (const { up } of steps) await up(db, schema)
  // Rows come with what triggers have written of them.
  for (const { text, values } of rowsOf(path)) await pool.query(text, [...values])
  // Where a step is left, it makes the triggers anew.
  if (steps.length === later.length) await makeTriggersAnew(db, schema)
  else for (const text of first) if (isOfTriggers(text)) await run(text)
  await db.destroy()
}

const isOfTriggers = (text: string) => /^\s*create (trigger|function)/i.test(text)

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
