import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Dialect, NewRow, Writer } from '../dialect.ts'
import type { SchemaWords } from '../../schema/words.ts'
import { inParts } from '../statements.ts'
import type { Tables } from '../../schema/tables.all.ts'
import { marksToEven } from '../../../pure/text/evenMarks.ts'

/** See {@link SchemaWords}. */
const sqliteWords: SchemaWords = {
  text: 'text',
  // Exactly this type makes the id the key of the table itself.
  givenId: 'integer',
  // AUTOINCREMENT: an id is never handed out twice, not even after a delete.
  generatedId: 'integer primary key autoincrement',
  clustered: 'without rowid',
  // An index holds texts of any length.
  keyOf: (column) => column,
  randomNumber: `(abs(random() % ${Number.MAX_SAFE_INTEGER}))`,
  // The indexes for the order of these texts do.
  equalTexts: () => [],
  wholeRows: () => [],
  listInOrder: (column, order, from) => `(select json_group_array(${column} order by ${order}) from ${from})`,
  triggers: ({ name, isBefore, after, when, statements }) => {
    const condition = when === undefined ? '' : `when ${when}`
    const body = statements.map((statement) => `${statement};`).join('\n')
    return [`create trigger ${name} ${isBefore ? 'before' : 'after'} ${after} ${condition} begin ${body} end`]
  },
  dropTriggers: async (db) => {
    for (const { name } of await triggersOf(db)) await sql`drop trigger ${sql.ref(name)}`.execute(db)
  },
}

export const sqliteDialectOfOurs: Dialect = {
  schema: sqliteWords,
  // AUTOINCREMENT goes by the largest id there ever was, whoever gave it.
  passIds: async () => {},
  withoutTriggers,
  insertAll,
  textOrder: (text) => [text],
  // The marks that the word has are in the text as the word has them.
  holds: (text, word) => {
    const even = marksToEven(word).reduce((whole, [from, to]) => sql`replace(${whole}, ${from}, ${to})`, text)
    return sql`instr(${even}, ${word}) > 0`
  },
  listOf: (value) => sql`json_group_array(${value})`,
  membersOf: (json) => sql`json_each(nullif(${json}, ''))`,
  tableOfIds: (ids) => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
  numbersById,
}

/** Passes all numbers in one parameter, whose size has no limit. */
function numbersById(numbers: ReadonlyMap<number, number>) {
  const json = `{${Array.from(numbers, ([id, number]) => `"${id}":${number}`).join(',')}}`
  return sql`(select cast(key as integer) as id, value as number from json_each(${json}))`
}

/** They are taken away and made again, within the transaction: nobody else sees that, nor does who comes after a crash. */
async function withoutTriggers(tx: Writer, work: () => Promise<void>): Promise<void> {
  const triggers = await triggersOf(tx)
  await sqliteWords.dropTriggers(tx)
  await work()
  for (const { made } of triggers) await sql.raw(made).execute(tx)
}

async function triggersOf(db: Kysely<Tables>): Promise<readonly { name: string; made: string }[]> {
  const { rows } = await sql<{ name: string; made: string }>`
    select name, sql as made from sqlite_schema where type = 'trigger'`.execute(db)
  return rows
}

/** Some hundred rows at a time, in a text of our own: to make one of so many values takes Kysely 6 % of an import. */
async function insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  for (const part of inParts(rows)) {
    const columns = Object.keys(part[0] ?? {})
    const values = `(${columns.map(() => '?').join(', ')})`
    const names = columns.map((column) => `"${column}"`).join(', ')
    const text = `insert into "${table}" (${names}) values ${part.map(() => values).join(', ')}`
    const parameters = part.flatMap((row) => columns.map((column) => row[column]))
    await tx.executeQuery(CompiledQuery.raw(text, parameters))
  }
}
