import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Dialect, GeneratedTable } from '../dialect.ts'
import { createDerived } from './postgres.derived.ts'
import { insertAll } from './postgres.insert.ts'
import { listOfNumbers } from './postgres.list.ts'
import { keyCharacters, postgresWords } from './postgres.schema.ts'
import type { Tables } from '../tables.ts'

export const postgresDialectOfOurs: Dialect = {
  schema: postgresWords,
  createDerived,
  passIds,
  insertAll,
  textOrder,
  holds: (text, word) => sql`strpos(${text}, ${word}) > 0`,
  listOf: (value) => sql`coalesce(json_agg(${value}), '[]')::text`,
  tableOfIds: (ids) => sql`(select unnest(${listOfNumbers(ids)}::bigint[]) as id)`,
  numbersById,
}

function textOrder(text: RawBuilder<unknown>) {
  return [sql`left(${text}, ${sql.lit(keyCharacters)})`, text]
}

/** Passes all numbers in two parameters, whose sizes have no limit. */
function numbersById(numbers: ReadonlyMap<number, number>) {
  const [ids, values] = [listOfNumbers([...numbers.keys()]), listOfNumbers([...numbers.values()])]
  return sql`(select id, number from unnest(${ids}::bigint[], ${values}::double precision[]) as given(id, number))`
}

async function passIds(db: Kysely<Tables>, table: GeneratedTable): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  await sql`select setval(${sequence}, greatest(nextval(${sequence}), (select max(id) from ${sql.table(table)})))`.execute(
    db,
  )
}
