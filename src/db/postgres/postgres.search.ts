import { sql, type SqlBool } from 'kysely'
import type { SearchWords } from '../../text/search.ts'
import type { Reader, SearchableTable, WordTable } from '../dialect.ts'
import type { Condition, FindClue, Remembered } from '../found.ts'
import { fewRows, RowSet } from '../rowSet.ts'
import { wordsIn } from '../words.ts'
import { listOfNumbers } from './postgres.list.ts'
import { findPosted, type IdRange } from './postgres.postings.ts'
import { holds, isIn } from './postgres.trigrams.ts'

/** How many texts are read at a time, in some milliseconds. */
const textsAtOnce = 1000

/** The conditions for rows with the words. */
export function conditionsFor(table: WordTable, { all, none }: SearchWords): readonly Condition[] {
  return [
    ...all.map((word) => contains(table, word)),
    ...none.map((word) => sql<SqlBool>`not ${contains(table, word)}`),
  ]
}

/** Clues to texts, from remembered sets first; the longer a text is, the fewer events usually have it. */
export function cluesOf(db: Reader, remembered: Remembered): FindClue {
  return async (text) => {
    const known = await remembered.find(text)
    const weight = known ? 0 : 1 / text.length
    const rows = async () => known ?? remembered.findOr(text, () => findHolding(db, text, remembered))
    return { text, parts: [{ weight, isCertain: true, rows }], isEnough: true, weight }
  }
}

/** The condition that the row’s folded text contains the (folded) word. */
export function contains(table: SearchableTable, word: string): Condition {
  // Lists of events are queries of `listings`, which has no texts.
  return sql`${sql.ref(`${table}.id`)} in (select id from ${sql.table(table)} as texts where ${isIn('texts.folded', word)})`
}

/** The condition that the row is in the set. */
export function isAmong(table: WordTable, rows: RowSet): Condition {
  const id = sql.ref(`${table}.id`)
  if (rows.size <= fewRows || !rows.isDense) return sql`${id} = any(${listOfNumbers(rows.ids())}::bigint[])`
  const { bits } = rows
  // There are no bits for ids beyond its end.
  return sql`(case when ${id} < ${bits.length * 8} then get_bit(${Buffer.from(bits)}::bytea, ${id}) = 1 else false end)`
}

/** The events whose texts contain the text: from stored words, and, as far as these are missing, by reading texts. */
async function findHolding(db: Reader, text: string, remembered: Remembered): Promise<RowSet> {
  const parts = wordsIn(text)
  const posted = await Promise.all(parts.map((part) => findPosted(db, part, remembered.since)))
  const [first, ...others] = posted.filter((one) => one !== undefined)
  if (!first || others.length + 1 < parts.length) return lookUp(db, sql`${isIn('folded', text)}`)
  const rows = others.reduce((rows, other) => rows.and(other.rows), first.rows)
  const upTo = Math.min(...[first, ...others].map((one) => one.upTo))
  const isEnough = parts[0] === text
  const holding = isEnough ? rows : await lookInto(db, rows, text)
  const found = await remembered.caughtUp(text, holding, upTo)
  const ranges = [first, ...others].flatMap((one) => one.others)
  return ranges.length === 0 ? found : found.or(await lookUp(db, isIn('folded', text), ranges))
}

/** The events whose texts contain the text, by reading them. */
async function lookInto(db: Reader, events: RowSet, text: string): Promise<RowSet> {
  const ids = events.ids()
  const holding: number[] = []
  for (let first = 0; first < ids.length; first += textsAtOnce) {
    const some = ids.slice(first, first + textsAtOnce)
    const found = await lookUp(
      db,
      sql`id = any(${listOfNumbers(some)}::bigint[]) and ${holds(sql.ref('folded'), text)}`,
    )
    for (const id of found.ids()) holding.push(id)
  }
  return RowSet.of(holding)
}

async function lookUp(db: Reader, condition: Condition, ranges?: readonly IdRange[]): Promise<RowSet> {
  const within = ranges?.map(
    ({ from_id, until_id }) => sql`(id >= ${from_id} and id < ${until_id ?? Number.MAX_SAFE_INTEGER})`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from events where ${condition} ${within ? sql`and (${sql.join(within, sql` or `)})` : sql``}`.execute(
    db,
  )
  return RowSet.of(rows.map(({ id }) => id))
}
