import { sql } from 'kysely'
import type { Database } from '../../src/db/dialect.ts'
import { usesSqlite } from '../support/database.ts'

/** Written on their own schedule, whatever is asked. */
const restless = new Set(['last_used_at', 'last_ip', 'used_at'])

/** They tell of other tables. */
const logs = new Set(['changes', 'history', 'history_values'])

/** The tables of a database with their columns: to look them up takes longer than to read them. */
const known = new WeakMap<Database, ReturnType<typeof tablesOf>>()

async function tablesOf({ read }: Database): Promise<readonly { name: string; columns: string[] }[]> {
  const tables = (await read.introspection.getTables()).filter(({ name }) => !logs.has(name))
  return tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name).filter((column) => !restless.has(column)),
  }))
}

/** Everything that is stored, but for what has changed lately and when credentials were last used: one text a row, by table. */
export async function dump(db: Database): Promise<Record<string, string[]>> {
  const tables = known.get(db) ?? tablesOf(db)
  known.set(db, tables)
  return usesSqlite() ? eachOf(db, await tables) : allOf(db, await tables)
}

type Tables = Awaited<ReturnType<typeof tablesOf>>

/** Each table by a query of its own. */
async function eachOf({ read }: Database, tables: Tables): Promise<Record<string, string[]>> {
  const contents = await Promise.all(
    tables.map(async ({ name, columns }) => {
      // Tables and columns come from the database itself.
      const rows = await read
        .selectFrom(name as 'events')
        .select(columns as never)
        .execute()
      return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const
    }),
  )
  return Object.fromEntries(contents)
}

/** All tables by one query: a server takes longer to be asked than to answer. */
async function allOf({ read }: Database, tables: Tables): Promise<Record<string, string[]>> {
  const each = tables.map(({ name, columns }) => {
    const wanted = sql.join(columns.map((column) => sql.ref(column)))
    return sql`select ${sql.lit(name)} as name, row_to_json(one)::text as line
      from (select ${wanted} from ${sql.table(name)}) as one`
  })
  const { rows } = await sql<{ name: string; line: string }>`${sql.join(each, sql` union all `)}`.execute(
    read,
  )
  const lines = Map.groupBy(rows, ({ name }) => name)
  return Object.fromEntries(
    tables.map(({ name }) => [name, (lines.get(name) ?? []).map(({ line }) => line).toSorted()]),
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
