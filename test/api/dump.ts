import { type CompiledQuery, sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'
import { usesSqlite } from '../support/database.ts'

/** Written on their own schedule, whatever is asked. */
const restless = new Set(['last_used_at', 'last_ip', 'used_at'])

/** They tell of other tables. */
const logs = new Set(['changes', 'history', 'history_values'])

/** What reads a database, by the database: to look up its tables takes longer than to read them. */
const readings = new WeakMap<Database, Promise<Reading>>()

/** The names of all tables, and one query for their rows: to ask for each takes longer than to answer. */
interface Reading {
  readonly tables: readonly string[]
  readonly rows: CompiledQuery<{ name: string; line: string }>
}

async function readingOf({ read }: Database): Promise<Reading> {
  const tables = (await read.introspection.getTables()).filter(({ name }) => !logs.has(name))
  // Tables and columns come from the database itself.
  const each = tables.map(({ name, columns }) => {
    const wanted = columns.map((column) => column.name).filter((column) => !restless.has(column))
    const pairs = wanted.flatMap((column) => [sql.lit(column), sql.ref(column)])
    return usesSqlite()
      ? sql`select ${sql.lit(name)} as name, json_object(${sql.join(pairs)}) as line from ${sql.table(name)}`
      : sql`select ${sql.lit(name)} as name, row_to_json(one)::text as line
          from (select ${sql.join(wanted.map((column) => sql.ref(column)))} from ${sql.table(name)}) as one`
  })
  const rows = sql<{ name: string; line: string }>`${sql.join(each, sql` union all `)}`.compile(read)
  return { tables: tables.map(({ name }) => name), rows }
}

/** Everything that is stored, but for what has changed lately and when credentials were last used: one text a row, by table. */
export async function dump(db: Database): Promise<Record<string, string[]>> {
  const reading = readings.get(db) ?? readingOf(db)
  readings.set(db, reading)
  const { tables, rows } = await reading
  const lines = Map.groupBy((await db.read.executeQuery(rows)).rows, ({ name }) => name)
  return Object.fromEntries(
    tables.map((name) => [name, (lines.get(name) ?? []).map(({ line }) => line).toSorted()]),
  )
}

/** The row of a post or term as stored. */
export async function rowOf(
  { read }: Database,
  table: 'events' | 'venues' | 'organizers' | 'terms',
  id: number,
) {
  return read
    .selectFrom(table as 'events')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** How many rows a table has. */
export async function countRows(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*) as number from ${sql.table(table)}`.execute(
    db.read,
  )
  return Number(rows[0]?.number)
}
