import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { NewRow, Writer } from '../dialect.ts'
import { inParts } from '../parts.ts'
import type { Tables } from '../tables.ts'

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
  const lists = columns.map((column) => listOf(rows.map((row) => row[column] ?? null)))
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select * from unnest(${sql.join(lists)})`.execute(tx)
}

/** A list whose type can be stored in the column, whatever its type of number or text. */
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
