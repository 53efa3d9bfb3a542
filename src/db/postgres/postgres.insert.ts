import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { NewRow, Writer } from '../dialect.ts'
import { inParts } from '../parts.ts'
import type { Tables } from '../tables.ts'

/** By statements with a parameter for each column: see {@link Dialect.insertAll}. */
export async function insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  const inserting: Promise<void>[] = []
  for (const part of inParts(rows)) {
    const some = insertSome(tx, table, part)
    // Whoever waits for all of them is told.
    some.catch(() => {})
    inserting.push(some)
    // While the server is at work on these, the next ones are put into words.
    await setImmediate()
  }
  await Promise.all(inserting)
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
    : values.every((value) => value === null || Number.isSafeInteger(value))
      ? 'bigint'
      : 'double precision'
  return sql`${literalOf(values)}::${sql.raw(type)}[]`
}

/** A list as PostgreSQL reads it: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO; the driver takes longer. */
function literalOf(values: readonly unknown[]): string {
  return `{${values.map(elementOf).join(',')}}`
}

function elementOf(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return JSON.stringify(value)
  return `"${isQuoted.test(value) ? value.replaceAll(quoted, String.raw`\$&`) : value}"`
}

const isQuoted = /["\\]/
const quoted = /["\\]/g
