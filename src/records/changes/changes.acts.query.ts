import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { HistoryKind, HistoryTable } from '../../storage/schema/tables.history.ts'
import { fold } from '../../pure/text/fold.ts'
import { recordWords } from '../../pure/text/search.ts'
import { type Entry, isTold } from './changes.query.ts'

/** What of the history is asked for. */
export interface Narrowed {
  readonly user?: number | undefined
  readonly kind?: HistoryKind | undefined
  /** Words that all occur in what a record is or was called, or in the name of who did it. */
  readonly search?: string | undefined
  /** The first and the last second, from the epoch on. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Which rows of the history these are. */
export type Among = RawBuilder<SqlBool>

/** The rows of the history that are asked for, as a condition. */
export async function among(
  { dialect, read }: Pick<Database, 'dialect' | 'read'>,
  { user, kind, search, from, to }: Narrowed,
): Promise<Among> {
  const all: Among[] = [isTold]
  if (user !== undefined) all.push(sql`user_id = ${user}`)
  if (kind !== undefined) all.push(sql`kind = ${kind}`)
  if (from !== undefined) all.push(sql`at >= ${from}`)
  if (to !== undefined) all.push(sql`at <= ${to}`)
  if (search !== undefined) {
    const [people, series] = [await namesOfUsers(read), await titlesOfSeries(read)]
    for (const word of recordWords(search).all) {
      const holds = (column: string) => dialect.holds(sql.ref(column), word)
      const of = (named: Named) => idList(named.flatMap(({ id, name }) => (name.includes(word) ? [id] : [])))
      all.push(sql`(user_id in ${of(people)}
        or kind = 'event' and id in (select id from events where ${holds('title_folded')})
        or kind = 'venue' and id in (select id from venues where ${holds('title_folded')})
        or kind = 'organizer' and id in (select id from organizers where ${holds('title_folded')})
        or kind in ('category', 'tag') and id in (select id from terms where ${holds('name_folded')})
        or kind = 'series' and id in ${of(series)}
        or (kind, id) in (select kind, id from history_values
          where field in ('title_folded', 'name_folded') and ${holds('was')}))`)
    }
  }
  return sql`${sql.join(all, sql` and `)}`
}

type Named = readonly { readonly id: number; readonly name: string }[]

/** There is no user and no record 0. */
function idList(ids: readonly number[]): RawBuilder<unknown> {
  return sql`(${sql.join([0, ...ids].map((id) => sql.lit(id)))})`
}

async function namesOfUsers(db: Reader): Promise<Named> {
  const users = await db.selectFrom('users').select(['id', 'name']).execute()
  return users.map(({ id, name }) => ({ id, name: fold(name) }))
}

/** What series are and were called; of them alone no folded title is stored. */
async function titlesOfSeries(db: Reader): Promise<Named> {
  const now = await db.selectFrom('series').select(['id', 'title']).execute()
  const before = await db
    .selectFrom('history_values')
    .select(['id', 'was as title'])
    .where('kind', '=', sql.lit('series'))
    .where('field', '=', sql.lit('title'))
    .execute()
  return [...now, ...before].map(({ id, title }) => ({ id, name: fold(title ?? '') }))
}

/** One or several transactions that people see as one: of an import all. */
export interface Act {
  /** The last transaction of it. */
  readonly revision: number
  readonly user_id: number
  readonly via: HistoryTable['via']
  readonly via_id: number | null
  readonly at: number
  readonly records: number
}

/** A page of what was done, the newest first, and how much there is. */
export async function actsOf(
  db: Reader,
  narrowed: Among,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly acts: readonly Act[] }> {
  const key = sql`case when via = 'import' then -via_id else revision end`
  const { rows } = await sql<{ total: number }>`
    select count(distinct ${key}) as total from history where ${narrowed}`.execute(db)
  const acts = await sql<Act>`
    select max(revision) as revision, min(user_id) as user_id, min(via) as via, min(via_id) as via_id, max(at) as at,
      count(*) as records
    from history where ${narrowed}
    group by ${key} order by max(revision) desc limit ${limit} offset ${offset}`.execute(db)
  return { total: rows[0]?.total ?? 0, acts: acts.rows }
}

/** The first entries of an act, at most so many, those that were asked for before others, and how many of its records had which action. */
export async function entriesOfAct(
  db: Reader,
  { revision, via, via_id }: Pick<Act, 'revision' | 'via' | 'via_id'>,
  { asked, limit }: { readonly asked: Among; readonly limit: number },
): Promise<{ readonly entries: readonly Entry[]; readonly counts: readonly Count[] }> {
  const all = db
    .selectFrom('history')
    .$if(via === 'import', (of) => of.where('via', '=', sql.lit('import')).where('via_id', '=', via_id))
    .$if(via !== 'import', (of) => of.where('revision', '=', revision))
  const counts = await all
    .select(['kind', 'action', (row) => row.fn.countAll<number>().as('records')])
    .groupBy(['kind', 'action'])
    .orderBy('kind')
    .orderBy('action')
    .execute()
  const isMany = counts.length > 1 || (counts[0]?.records ?? 0) > 1
  const entries = await all
    .selectAll()
    // One alone is the first, and need not be looked for.
    .$if(isMany, (of) =>
      of.orderBy(
        sql`case when kind = 'series' and action not in ('published', 'trashed') then 0 when kind = 'series' then 3 when ${asked} then 1 else 2 end`,
      ),
    )
    .orderBy(sql`case kind when 'event' then 0 else 1 end`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return { entries, counts }
}

/** How many records of a kind an act has dealt with so. */
export interface Count {
  readonly kind: HistoryKind
  readonly action: HistoryTable['action']
  readonly records: number
}

/** A page of what an import did, record by record, the newest first: each as an act of its own. */
export async function actsOfImport(
  db: Reader,
  { id, asked }: { readonly id: number; readonly asked: Among },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly entries: readonly Entry[] }> {
  const all = db
    .selectFrom('history')
    .where('via', '=', sql.lit('import'))
    .where('via_id', '=', id)
    .where(asked)
  const { total } = await all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const entries = await all
    .selectAll()
    .orderBy('revision', 'desc')
    .orderBy('kind')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { total, entries }
}
