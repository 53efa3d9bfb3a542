import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from './dialect.ts'

/**
 * Reads columns of many rows: a list for each, all in the same order. One text for each list takes half of what a row each does, on
 * both databases.
 */
export async function readLists<Value extends number | string | null>(
  { dialect, read }: { readonly dialect: Pick<Dialect, 'listOf'>; readonly read: Reader },
  columns: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): Promise<(readonly Value[])[]> {
  const lists = columns.map((value, at) => sql`${dialect.listOf(value)} as ${sql.ref(`list${at}`)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(lists)} from ${from}`.execute(read)
  return Object.values(rows[0] ?? {}).map((list) => JSON.parse(list) as Value[])
}
