import { sql } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { type Entry, forgottenMark } from './changes.query.ts'
import type { SeriesSeen } from './changes.publicView.ts'
import { beginning, type Named, type Place } from './changes.token.ts'

/** Where the log ends now. */
export async function endOfHistory(db: Reader): Promise<Place> {
  const last = await db
    .selectFrom('history')
    .select(['revision', 'kind', 'id', 'mark'])
    .orderBy('revision', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? beginning
}

/** The place that a token names; undefined where the log does not go back to it, or has none such. */
export async function findPlace(db: Reader, { revision, mark }: Named): Promise<Place | undefined> {
  const forgotten = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', forgottenMark)
    .executeTakeFirst()
  const last = forgotten ? Number(forgotten.value) : -1
  if (last > revision) return undefined
  if (revision === 0) return beginning
  const row = await db
    .selectFrom('history')
    .select(['revision', 'kind', 'id', 'mark'])
    .where('revision', '=', revision)
    .where('mark', '=', mark)
    .executeTakeFirst()
  // The very last that was forgotten is where who had read everything is: nothing of it is left to be told.
  return row ?? (last === revision ? { revision: revision + 1, kind: 'category', id: 0, mark } : undefined)
}

/** What is asked of the log. */
export interface Following {
  readonly since: Place
  readonly until: Place
  readonly kinds: readonly HistoryKind[]
  readonly limit: number
}

/**
 * The latest entry of each record that everybody could see before it or can after it, between two places, in their order. What only
 * concerns those who write is passed over: it hides nothing that was public, and names nothing that never was.
 */
export async function changesBetween(
  db: Reader,
  { since, until, kinds, limit }: Following,
): Promise<readonly Entry[]> {
  const among = sql.join(kinds.map((kind) => sql.lit(kind)))
  const { rows } = await sql<Entry>`
    select * from history h
    where (h.revision, h.kind, h.id) > (${since.revision}, ${since.kind}, ${since.id})
      and (h.revision, h.kind, h.id) <= (${until.revision}, ${until.kind}, ${until.id})
      and (h.was_public = 1 or h.is_public = 1) and h.kind in (${among})
      and not exists (
        select 1 from history l where l.kind = h.kind and l.id = h.id and l.revision > h.revision
          and (l.was_public = 1 or l.is_public = 1))
    order by h.revision, h.kind, h.id limit ${limit}`.execute(db)
  return rows
}

/** Those of the series of which a date is public, and those of which one ever was. */
export async function publicSeries(db: Reader, ids: readonly number[]): Promise<SeriesSeen> {
  if (ids.length === 0) return { now: new Set(), ever: new Set() }
  const dates = await db
    .selectFrom('events')
    .select('series_id')
    .distinct()
    .where('series_id', 'in', [...ids])
    .where('status', '=', sql.lit('publish'))
    .where('password_digest', 'is', null)
    .where('hide_from_listings', '=', sql.lit(0))
    .execute()
  const told = await db
    .selectFrom('history')
    .select('series_id')
    .distinct()
    .where('series_id', 'in', [...ids])
    .where((row) => row.or([row('was_public', '=', 1), row('is_public', '=', 1)]))
    .execute()
  const now = new Set(dates.flatMap(({ series_id }) => series_id ?? []))
  return { now, ever: now.union(new Set(told.flatMap(({ series_id }) => series_id ?? []))) }
}
