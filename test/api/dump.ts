import type { Database } from '../../src/db/dialect.ts'

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
  const contents = await Promise.all(
    (await tables).map(async ({ name, columns }) => {
      // Tables and columns come from the database itself.
      const rows = await db.read
        .selectFrom(name as 'events')
        .select(columns as never)
        .execute()
      return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const
    }),
  )
  return Object.fromEntries(contents)
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
