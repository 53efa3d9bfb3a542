import type { Database, Reader } from './dialect.ts'

/** How many rows are copied in one transaction, and those of the last of their transactions. */
const atOnce = 1_000

const tables = ['history', 'history_values'] as const

/** Gives the target the history of the source, in the place of what it has noted of the copying itself. */
export async function copyHistory(from: Database, to: Database): Promise<void> {
  await to.write(async (tx) => {
    for (const table of tables) await tx.deleteFrom(table).execute()
  })
  for (const table of tables) {
    for (let last = 0; ;) {
      const until = await endOfSome(from.read, table, last)
      if (until === undefined) break
      const rows = await from.read
        .selectFrom(table as 'history')
        .selectAll()
        .where('revision', '>', last)
        .where('revision', '<=', until)
        .execute()
      await to.write((tx) => to.dialect.insertAll(tx, table, rows))
      last = until
    }
  }
}

async function endOfSome(
  read: Reader,
  table: (typeof tables)[number],
  after: number,
): Promise<number | undefined> {
  const rows = await read
    .selectFrom(table as 'history')
    .select('revision')
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(atOnce)
    .execute()
  return rows.at(-1)?.revision
}
