import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Condition } from '../found.ts'
import type { Tables } from '../tables.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

/** An index, and what it is of. */
interface TrigramIndex {
  readonly name: string
  readonly table: string
  readonly column: string
}

/**
 * A trigram index, if the extension is there or may be created; else the texts are searched one by one.
 * An operator may create extension and index later: the queries are the same.
 */
export async function createTrigramIndex(
  db: Kysely<Tables>,
  { name, table, column }: TrigramIndex,
): Promise<void> {
  // In a savepoint, as a failure would otherwise abort the whole transaction.
  await sql`savepoint search_index`.execute(db)
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index ${sql.id(name)} on ${sql.table(table)} using gin (${sql.ref(column)} gin_trgm_ops)`.execute(
      db,
    )
  } catch {
    await sql`rollback to savepoint search_index`.execute(db)
  }
  await sql`release savepoint search_index`.execute(db)
}

/** The condition that the column contains the (folded) text; uses the trigram index if the text is long enough. */
export function isIn(column: string, text: string): Condition {
  return [...text].length < trigram
    ? holds(sql.ref(column), text)
    : sql`${sql.ref(column)} like ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}

/** The condition that a (folded) text contains the (folded) word. */
export function holds(text: RawBuilder<unknown>, word: string): Condition {
  return sql`strpos(${text}, ${word}) > 0`
}
