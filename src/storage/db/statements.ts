import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from './dialect.ts'

/** Reads the rows with these ids. */
export type ReadByIds<Row> = (db: Reader, ids: readonly number[]) => Promise<Row[]>

/** Queries for up to this many ids, which is what pages of lists and the map need, are kept; one for more is built each time. */
const usual = 100

/** Parameters to a statement: SQLite takes 32 766, PostgreSQL twice as many. */
const mostParameters = 30_000

/**
 * Reads rows with a query whose only parameters are the ids, each once and in their order. Its text depends only on how many
 * ids there are, so it is built once for each number: building one takes as long as running it. More ids than a statement
 * takes are asked for in parts, so that the order of the query is that of rows of one id alone.
 */
export function byIds<Row>(
  build: (db: Reader, ids: readonly number[]) => CompiledQuery<Row>,
  times = 1,
): ReadByIds<Row> {
  // The text differs between the kinds of databases, which their adapters identify.
  const built = new WeakMap<object, CompiledQuery<Row>[]>()
  const queryFor = (db: Reader, ids: readonly number[]) => {
    const { adapter } = db.getExecutor()
    const queries = built.get(adapter) ?? []
    built.set(adapter, queries)
    return ids.length > usual ? build(db, ids) : (queries[ids.length] ??= build(db, ids))
  }
  const readPart: ReadByIds<Row> = async (db, ids) => {
    if (ids.length === 0) return []
    const parameters = Array.from({ length: times }, () => ids).flat()
    const { rows } = await db.executeQuery<Row>({ ...queryFor(db, ids), parameters })
    return rows
  }
  const most = Math.floor(mostParameters / times)
  return async (db, ids) => {
    if (ids.length <= most) return readPart(db, ids)
    const parts: Row[][] = []
    for (let from = 0; from < ids.length; from += most)
      parts.push(await readPart(db, ids.slice(from, from + most)))
    return parts.flat()
  }
}

/** A list for each value, all in the same order. */
export type Lists<Row extends object> = { readonly [Name in keyof Row]: readonly Row[Name][] }

/**
 * Reads values of many rows: a list for each, all in the same order; each is said in SQL. One text for each list takes half of what a
 * row each does, on both databases.
 */
export async function readLists<Row extends object>(
  { dialect, read }: { readonly dialect: Pick<Dialect, 'listOf'>; readonly read: Reader },
  values: Readonly<Record<keyof Row, string>>,
  from: RawBuilder<unknown>,
): Promise<Lists<Row>> {
  const { rows } = await listsQuery<Row>(dialect, values, from).execute(read)
  return listsOf<Row>(rows)
}

/** The query of {@link readLists}; what it answers is read by {@link listsOf}. */
export function listsQuery<Row extends object>(
  dialect: Pick<Dialect, 'listOf'>,
  values: Readonly<Record<keyof Row, string>>,
  from: RawBuilder<unknown>,
): RawBuilder<Record<keyof Row, string>> {
  const named = Object.entries<string>(values)
  const lists = named.map(([name]) => sql`${dialect.listOf(sql.ref(name))} as ${sql.ref(name)}`)
  const all = named.map(([name, value]) => sql`${sql.raw(value)} as ${sql.ref(name)}`)
  return sql`select ${sql.join(lists)} from (select ${sql.join(all)} from ${from}) as listed`
}

const texts = new WeakMap<Dialect, Map<object, CompiledQuery>>()

/**
 * A query that is only ever asked with other parameters, with the text that was made of it first, by what it is known: to make them anew
 * took two fifths of following one event.
 */
export function withTextOnce(
  { dialect, read }: { readonly dialect: Dialect; readonly read: Reader },
  known: object,
  query: () => RawBuilder<unknown>,
): CompiledQuery {
  const made = texts.get(dialect) ?? new Map<object, CompiledQuery>()
  texts.set(dialect, made)
  const compiled = made.get(known) ?? query().compile(read)
  made.set(known, compiled)
  return compiled
}

/** The lists that such a query has answered with. */
export function listsOf<Row extends object>([row]: readonly Record<keyof Row, string>[]): Lists<Row> {
  const parsed = Object.entries<string>(row ?? {}).map(([name, text]) => [name, JSON.parse(text) as unknown])
  return Object.fromEntries(parsed) as Lists<Row>
}

/** How many rows a statement has: SQLite takes 32 766 parameters, an event has some forty columns, and more take no less time. */
const rowsAStatement = 500

/** Rows, or their keys, in parts of as many as one statement takes. */
export function* inParts<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  for (let from = 0; from < rows.length; from += rowsAStatement) yield rows.slice(from, from + rowsAStatement)
}
