import { sql } from 'kysely'
import type { Caller } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'
import { soundRow } from '../events/events.sound.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { slugBeforeTrash, trashedSlugs } from '../posts/posts.slug.ts'
import { heldStatuses } from '../../pure/params/words.ts'
import { fold } from '../../pure/text/fold.ts'
import type { SeriesRow } from '../schedules/schedules.row.ts'
import { readSeries } from '../schedules/schedules.query.ts'

/** The occurrences of a series by their keys, those in the trash too. */
export async function occurrencesIn(db: Reader, id: number): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', id)
    .orderBy('series_key')
    .orderBy('id')
    .execute()
  return rows.map(soundRow)
}

const factColumns = [
  'id',
  'slug',
  'status',
  'starts_at',
  'ends_at',
  'start_wall',
  'all_day',
  'series_key',
  'series_changed',
  'event_status',
  'title',
  'timezone',
  'timezone_abbr',
  'end_wall',
] as const

/** What is told of an occurrence beside the others of its series. */
export type Occurrence = Pick<EventRow, (typeof factColumns)[number]>

/** The occurrences of a series that the reader sees, by their starts; none in the trash. */
export async function visibleOccurrences(db: Reader, id: number, caller: Caller): Promise<Occurrence[]> {
  return (await occurrencesSeen(db, [id], caller)).get(id) ?? []
}

/** The same of each of several series: one query. */
export async function occurrencesSeen(
  db: Reader,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, Occurrence[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select([...factColumns, 'series_id'])
    .where('series_id', 'in', [...ids])
    .where(visibleIn('events', caller, undefined))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(soundRow), ({ series_id }) => series_id ?? 0)
}

/** The series of a public date that had the slug before it came into the trash. */
export async function seriesOfTrashed(db: Reader, slug: string): Promise<number | undefined> {
  const { from, to } = trashedSlugs(slug)
  const dates = await db
    .selectFrom('events')
    .select(['slug', 'series_id'])
    .where('slug', '>=', from)
    .where('slug', '<', to)
    .where('status', '=', 'trash')
    .where('status_before', '=', 'publish')
    .where('series_id', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  return dates.find((date) => slugBeforeTrash(date.slug) === slug)?.series_id ?? undefined
}

/** The series of a public date that is in the trash, or was removed for good as long as the history goes back to it. */
export async function seriesOfGone(db: Reader, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select(['status', 'status_before', 'series_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row)
    return row.status === 'trash' && row.status_before === 'publish'
      ? (row.series_id ?? undefined)
      : undefined
  const entry = await db
    .selectFrom('history')
    .select('series_id')
    .where('kind', '=', 'event')
    .where('id', '=', id)
    .where('series_id', 'is not', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.series_id ?? undefined
}

/** A page of the series of which the reader sees any date, the latest first. */
export async function listSeries(
  db: Reader,
  { caller, search = '' }: { readonly caller: Caller; readonly search?: string | undefined },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly series: readonly SeriesRow[] }> {
  const all = db.selectFrom('series').where((eb) =>
    eb.exists(
      eb
        .selectFrom('events')
        .select('events.id')
        .whereRef('events.series_id', '=', 'series.id')
        .where(visibleIn('events', caller, undefined)),
    ),
  )
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const rows = await all.select(['id', 'title']).orderBy('id', 'desc').execute()
  const found = rows.filter(({ title }) => words.every((word) => fold(title).includes(word)))
  const ids = found.slice(offset, offset + limit).map(({ id }) => id)
  const byId = new Map((await readSeries(db, ids)).map((row) => [row.id, row]))
  return { total: found.length, series: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** An event that takes place at a venue. */
export interface EventThere {
  readonly id: number
  readonly title: string
  readonly starts_at: number
  readonly ends_at: number
}

/** Public events that take place at a venue between two moments, but for one and the dates of its series, if it has one. */
export async function eventsAt(
  db: Reader,
  venue: number,
  span: { readonly from: number; readonly until: number; readonly exclude?: number | undefined },
): Promise<readonly EventThere[]> {
  const { from, until, exclude = 0 } = span
  return db
    .selectFrom('events')
    .innerJoin('event_venues', 'event_venues.event_id', 'events.id')
    .select(['events.id', 'title', 'starts_at', 'ends_at'])
    .where('venue_id', '=', venue)
    .where('status', '=', sql.lit('publish'))
    .where('event_status', 'not in', heldStatuses)
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .where('events.id', '!=', exclude)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('events as own')
            .select('own.id')
            .where('own.id', '=', exclude)
            .whereRef('own.series_id', '=', 'events.series_id'),
        ),
      ),
    )
    .orderBy('starts_at')
    .execute()
}
