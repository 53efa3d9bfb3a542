import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Box } from '../../geo/area.ts'
import type { Dialect, GeneratedTable } from '../dialect.ts'
import { createDerived } from './postgres.derived.ts'
import { insertAll } from './postgres.insert.ts'
import { listOfNumbers } from './postgres.list.ts'
import { contains, isAmong } from './postgres.search.ts'
import { postgresWords, textKey } from './postgres.schema.ts'
import { holds } from './postgres.trigrams.ts'
import type { Tables } from '../tables.ts'

export const postgresDialectOfOurs: Dialect = {
  name: 'postgres',
  blocksThread: false,
  linksAreTogether: false,
  schema: postgresWords,
  createDerived,
  passIds,
  insertAll,
  textKey,
  textOrder: (text) => [textKey(text), text],
  contains,
  holds,
  numbersOf: (number) => sql`coalesce(json_agg(${number}), '[]')::text`,
  isAmong,
  // PostgreSQL runs the subquery once and keeps its result.
  isOneOf: (id, rows) => sql`${id} in (select unnest(${listOfNumbers(rows.ids())}::bigint[]))`,
  inBoxes,
  // A row of which no index has a changed column is not written to any of them.
  indexedFlags: [],
  // PostgreSQL plans a list in brackets as if it were made anew for every row.
  isAmongFew: (id, query) => sql`exists (select 1 from (${query}) as few where few.id = ${id})`,
  // PostgreSQL expects few elements in an unknown array; for a known list of some thousand ids it would read all rows.
  linksOfEach: (ids, table, column) =>
    sql`${sql.table(table)} as links where ${sql.ref(`links.${column}`)} = any(array(select id from ${ids} as listed))`,
  tableOfIds: (ids) => sql`(select unnest(${listOfNumbers(ids)}::bigint[]) as id)`,
  numbersById,
}

function inBoxes(boxes: readonly Box[]) {
  const found = boxes.map(
    ({ west, south, east, north }) =>
      sql`(venues.geo_lat between ${south} and ${north} and venues.geo_lng between ${west} and ${east})`,
  )
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
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
