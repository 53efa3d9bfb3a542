import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Box } from '../../geo/area.ts'
import type { Dialect } from '../dialect.ts'
import { listingFlagNames } from '../listings/listings.ts'
import { createDerived } from './sqlite.derived.ts'
import { insertAll } from './sqlite.insert.ts'
import { sqliteWords } from './sqlite.schema.ts'
import { isAmong, isOneOf } from './sqlite.search.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

export const sqliteDialectOfOurs: Dialect = {
  name: 'sqlite',
  blocksThread: true,
  linksAreTogether: true,
  schema: sqliteWords,
  createDerived,
  // AUTOINCREMENT goes by the largest id there ever was, whoever gave it.
  passIds: async () => {},
  insertAll,
  textKey: (text) => text,
  textOrder: (text) => [text],
  contains,
  holds,
  numbersOf: (number) => sql`json_group_array(${number})`,
  isAmong,
  isOneOf,
  inBoxes,
  indexedFlags: listingFlagNames,
  isAmongFew: (id, query) => sql`${id} in (${query})`,
  linksOfEach: (ids, table, column) =>
    sql`${ids} as listed cross join ${sql.table(table)} as links where ${sql.ref(`links.${column}`)} = listed.id`,
  tableOfIds: (ids) => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
  numbersById,
}

function contains(table: 'terms', text: string) {
  if ([...text].length < trigram) return holds(sql.ref(`${table}.folded`), text)
  const index = sql.table(`${table}_search`)
  const phrase = `"${text.replaceAll('"', '""')}"`
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrase})`
}

function holds(text: RawBuilder<unknown>, word: string) {
  return sql<SqlBool>`instr(${text}, ${word}) > 0`
}

function inBoxes(boxes: readonly Box[]) {
  // A query for each box, as the index is not used for several boxes with `or`.
  const found = boxes.map(
    ({ west, south, east, north }) =>
      sql`select id from venue_places
        where west <= ${east} and east >= ${west} and south <= ${north} and north >= ${south}`,
  )
  return sql<SqlBool>`venues.id in (${sql.join(found, sql` union all `)})`
}

/** Passes all numbers in one parameter, whose size has no limit. */
function numbersById(numbers: ReadonlyMap<number, number>) {
  const json = JSON.stringify(Object.fromEntries(numbers))
  return sql`(select cast(key as integer) as id, value as number from json_each(${json}))`
}
