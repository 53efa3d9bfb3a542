import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { NewRow, Writer } from '../dialect.ts'
import { inParts } from '../parts.ts'
import type { Tables } from '../tables.ts'
import { listOf } from './postgres.list.ts'

/** Inserts with a parameter for each column: see {@link Dialect.insertAll}. */
export async function insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  const inserting: Promise<void>[] = []
  for (const part of inParts(rows)) {
    const some = insertSome(tx, table, part)
    // The caller awaits all of them, and gets the error.
    some.catch(() => {})
    inserting.push(some)
    // While the server inserts these, the next ones are encoded.
    await setImmediate()
  }
  await Promise.all(inserting)
}

async function insertSome(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const lists = columns.map((column) => typedListOf(rows.map((row) => row[column] ?? null)))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select * from unnest(${sql.join(lists)})`.execute(tx)
}

/** A list whose type can be stored in the column, whatever its type of number or text. */
function typedListOf(values: readonly unknown[]) {
  const type = values.some((value) => typeof value === 'string')
    ? 'text'
    : values.every((value) => value === null || Number.isSafeInteger(value))
      ? 'bigint'
      : 'double precision'
  return sql`${listOf(values)}::${sql.raw(type)}[]`
}
