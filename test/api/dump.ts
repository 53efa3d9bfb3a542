import { changeLogs } from '../../src/db/changes.ts'
import type { Database } from '../../src/db/dialect.ts'

/** Written on their own schedule, whatever is asked. */
const restless = new Set(['last_used_at'])

/** What searches go by, not what is stored: indexes, and which events have changed lately. */
const ofSearches = new RegExp(`_search|^(${changeLogs.join('|')})$`)

/** Where numbers of events are kept: nobody tells a number of no events from none. */
const counted = /^(listed_days|linked_days|linked_totals)$/

/** Everything that is stored, but for {@link ofSearches} and when credentials were last used: one text a row, by table. */
export async function dump({ read }: Database): Promise<Record<string, string[]>> {
  const tables = (await read.introspection.getTables()).filter(({ name }) => !ofSearches.test(name))
  const contents = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const kept = columns.map((column) => column.name).filter((column) => !restless.has(column))
      // Tables and columns come from the database itself.
      const all = read.selectFrom(name as 'listed_days').select(kept as never)
      const rows = await (counted.test(name) ? all.where('events', '<>', 0) : all).execute()
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
