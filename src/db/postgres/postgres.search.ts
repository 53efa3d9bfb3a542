import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SearchWords } from '../../text/search.ts'
import type { Reader, SearchableTable, WordTable } from '../dialect.ts'
import type { Condition, FindClue, Remembered } from '../found.ts'
import { RowSet } from '../rowSet.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

/** So few rows are listed; of more, the bit of each row that is met is looked at. */
const fewIds = 2000

/** What holds for the rows with the words. */
export function conditionsFor(table: WordTable, { all, none }: SearchWords): readonly Condition[] {
  return [
    ...all.map((word) => contains(table, word)),
    ...none.map((word) => sql<SqlBool>`not ${contains(table, word)}`),
  ]
}

/** Tells of each text which events have it, what is remembered first; the longer it is, the fewer, as a rule. */
export function cluesOf(db: Reader, remembered: Remembered): FindClue {
  return async (text) => {
    const known = await remembered.find(text)
    const weight = known ? 0 : 1 / text.length
    const rows = async () => known ?? remembered.findOr(text, () => findHolding(db, text))
    return { text, parts: [{ weight, isCertain: true, rows }], isEnough: true, weight }
  }
}

/** Whether the row's folded text contains the (folded) word. */
export function contains(table: SearchableTable, word: string): Condition {
  // Lists of events are chosen from `listings`, which has no texts.
  return sql`${sql.ref(`${table}.id`)} in (select id from ${sql.table(table)} as texts where ${isIn('texts.folded', word)})`
}

/** Whether a (folded) text contains the (folded) word. */
export function holds(text: RawBuilder<unknown>, word: string): Condition {
  return sql`strpos(${text}, ${word}) > 0`
}

/** Whether the row is among these. */
export function isAmong(table: WordTable, rows: RowSet): Condition {
  const id = sql.ref(`${table}.id`)
  if (rows.size <= fewIds || !rows.isDense) return sql`${id} = any(${rows.ids()}::bigint[])`
  const { bits } = rows
  // Of ids beyond its end it has no bit to tell.
  return sql`(case when ${id} < ${bits.length * 8} then get_bit(${Buffer.from(bits)}::bytea, ${id}) = 1 else false end)`
}

async function findHolding(db: Reader, text: string): Promise<RowSet> {
  const { rows } = await sql<{ id: number }>`select id from events where ${isIn('folded', text)}`.execute(db)
  return RowSet.of(rows.map(({ id }) => id))
}

/** By the trigram index, where it answers. */
function isIn(column: string, word: string): Condition {
  return [...word].length < trigram
    ? holds(sql.ref(column), word)
    : sql`${sql.ref(column)} like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
