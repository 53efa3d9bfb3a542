import { type Expression, sql, type SqlBool } from 'kysely'
import type { Dialect } from '../../storage/db/dialect.ts'
import type { SearchWords } from '../../pure/text/search.ts'

/**
 * The conditions for rows that have each word of `all` and none of `none` in their folded text. For venues, organizers and images, of
 * which there are thousands: their texts are short, and are looked through. Events have an index of their words (`words/words.ts`).
 */
export function matching(
  dialect: Dialect,
  table: 'venues' | 'organizers' | 'media',
  { all, none }: SearchWords,
): readonly Expression<SqlBool>[] {
  const holds = (word: string) => dialect.holds(sql.ref(`${table}.folded`), word)
  return [...all.map(holds), ...none.map((word) => sql<SqlBool>`not ${holds(word)}`)]
}
