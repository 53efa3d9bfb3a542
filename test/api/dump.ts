import type { Database } from '../../src/db/dialect.ts'

/** Written on their own schedule, whatever is asked. */
const restless = new Set(['last_used_at'])

/** Everything that is stored, but for what has changed lately and when credentials were last used: one text a row, by table. */
export async function dump({ read }: Database): Promise<Record<string, string[]>> {
  const tables = (await read.introspection.getTables()).filter(({ name }) => name !== 'changes')
  const contents = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const kept = columns.map((column) => column.name).filter((column) => !restless.has(column))
      // Tables and columns come from the database itself.
      const rows = await read
        .selectFrom(name as 'events')
        .select(kept as never)
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
