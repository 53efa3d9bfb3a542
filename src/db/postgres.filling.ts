import { sql } from 'kysely'
import { type Aside, filledTables } from './filling.ts'

/** Indexes alone: who reads meanwhile is answered right, but slowly. */
export const postgresAside: Aside = {
  isBegun: async (db) => {
    const { rows } = await sql<{ is: boolean }>`select to_regclass('filling') is not null as is`.execute(db)
    return rows[0]?.is ?? false
  },
  find: async (tx) => {
    const { rows } = await sql<{ name: string; make: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as make from pg_index
      where indrelid in (${sql.join(filledTables.map((table) => sql`to_regclass(${table})`))}) and not indisunique`.execute(
      tx,
    )
    return rows.map(({ name, make }) => ({ drop: `drop index ${name}`, make }))
  },
  refills: [],
  finish: async (tx) => {
    await sql`analyze`.execute(tx)
  },
}
