import { type RawBuilder, sql } from 'kysely'

/** An entry of an index may have 2,704 bytes: so many characters always fit, with room for other columns. */
const keyCharacters = 600

/** See `Dialect.textKey`. */
export function textKey(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left(${text}, ${sql.lit(keyCharacters)})`
}

/** The same of a column, as a text of SQL. */
export function columnKey(column: string): string {
  return `left(${column}, ${keyCharacters})`
}
