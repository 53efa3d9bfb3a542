import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CopiedTable, keyOf } from './copy.tables.ts'
import type { Reader } from './dialect.ts'

/** A row as the drivers read and write it: numbers, texts and nulls, by column. */
export type Row = Readonly<Record<string, string | number | null>>

/** How many rows are read at a time, and written in one transaction: those of events are large. */
const rowsAtOnce = (table: CopiedTable) => (table === 'events' ? 500 : 5_000)

/** The rows of a table in the order of its key, in pieces; those after `last`, if it is given. */
export async function* readRows(db: Reader, table: CopiedTable, last?: Row): AsyncGenerator<readonly Row[]> {
  for (let from = last; ;) {
    const rows = await readPiece(db, table, from)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce(table)) return
    from = rows.at(-1)
  }
}

async function readPiece(db: Reader, table: CopiedTable, last: Row | undefined): Promise<readonly Row[]> {
  const columns = sql.join(keyOf(table).map((column) => sql.ref(column)))
  const behind = last
    ? sql`where (${columns}) > (${sql.join(keyOf(table).map((column) => last[column]))})`
    : sql``
  const piece = sql<Row>`select * from ${sql.table(table)} ${behind} order by ${columns} limit ${rowsAtOnce(table)}`
  return (await piece.execute(db)).rows
}

/** The last row of the table in the order of its key. */
export async function findLastRow(db: Reader, table: CopiedTable): Promise<Row | undefined> {
  const order = sql.join(keyOf(table).map((column) => sql`${sql.ref(column)} desc`))
  const { rows } = await sql<Row>`select * from ${sql.table(table)} order by ${order} limit 1`.execute(db)
  return rows[0]
}

/** How many rows the table has. */
export async function countRows(db: Reader, table: CopiedTable): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*) as number from ${sql.table(table)}`.execute(
    db,
  )
  return rows[0]?.number ?? 0
}

/** The number of rows of a table, and a SHA-256 of their contents that is the same in both kinds of databases. */
export interface Contents {
  readonly rows: number
  readonly sha256: string
}

/** Counts and digests all rows of the table. */
export async function inspectTable(db: Reader, table: CopiedTable): Promise<Contents> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const piece of readRows(db, table)) {
    rows += piece.length
    hash.update(canonical(piece))
  }
  return { rows, sha256: hash.digest('hex') }
}

/** The rows as a text, with their columns sorted: the order of these may differ between databases. */
function canonical(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {}).toSorted()
  return rows.map((row) => `${JSON.stringify(columns.map((column) => [column, row[column]]))}\n`).join('')
}
