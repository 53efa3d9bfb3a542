import { sql } from 'kysely'
import type { NewRow, Writer } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Rows to a statement: larger ones take memory, and no less time. */
const rowsAStatement = 1000

/** By statements with a parameter for each column: see {@link Dialect.insertAll}. */
export async function insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAStatement)
    await insertSome(tx, table, rows.slice(from, from + rowsAStatement))
}

async function insertSome(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const lists = columns.map((column) => listOf(rows.map((row) => row[column] ?? null)))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select * from unnest(${sql.join(lists)})`.execute(tx)
}

/** Of a type whose values are stored as those of the column, whichever kind of number or text that holds. */
function listOf(values: readonly unknown[]) {
  const type = values.some((value) => typeof value === 'string')
    ? 'text'
    : values.every((value) => value === null || Number.isInteger(value))
      ? 'bigint'
      : 'double precision'
  return sql`${values}::${sql.raw(type)}[]`
}
