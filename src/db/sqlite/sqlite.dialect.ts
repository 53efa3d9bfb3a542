import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { createDerived } from './sqlite.derived.ts'
import { insertAll } from './sqlite.insert.ts'
import { sqliteWords } from './sqlite.schema.ts'

export const sqliteDialectOfOurs: Dialect = {
  schema: sqliteWords,
  createDerived,
  // AUTOINCREMENT goes by the largest id there ever was, whoever gave it.
  passIds: async () => {},
  insertAll,
  textOrder: (text) => [text],
  holds: (text, word) => sql`instr(${text}, ${word}) > 0`,
  listOf: (value) => sql`json_group_array(${value})`,
  tableOfIds: (ids) => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
  numbersById,
}

/** Passes all numbers in one parameter, whose size has no limit. */
function numbersById(numbers: ReadonlyMap<number, number>) {
  const json = JSON.stringify(Object.fromEntries(numbers))
  return sql`(select cast(key as integer) as id, value as number from json_each(${json}))`
}
