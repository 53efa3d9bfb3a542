import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from './dialect.ts'

/** Reads numbers of many rows: a list for each column, all in the same order. One text each takes less than a row each. */
export async function readNumbers(
  { dialect, read }: { readonly dialect: Dialect; readonly read: Reader },
  columns: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): Promise<(readonly number[])[]> {
  const lists = columns.map((number, at) => sql`${dialect.numbersOf(number)} as ${sql.ref(`list${at}`)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(lists)} from ${from}`.execute(read)
  return Object.values(rows[0] ?? {}).map((list) => JSON.parse(list) as number[])
}
