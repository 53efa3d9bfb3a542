import type { Caller } from '../../http/auth/rights.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { findSeries, type Occurrence, occurrencesSeen } from './series.query.ts'
import type { SeriesRow } from './series.row.ts'

/** The most parts of a series that was split again and again: more are not looked for. */
const mostParts = 100

/** A series, what it goes on from and what goes on from it, since “this and following” has split it: the first part first. */
export async function chainOf(db: Reader, id: number): Promise<readonly SeriesRow[]> {
  const own = await findSeries(db, id)
  if (!own) return []
  const parts = [own]
  for (let first = own; first.continues !== null && parts.length < mostParts;) {
    const before = await findSeries(db, first.continues)
    if (!before || parts.some((part) => part.id === before.id)) break
    parts.unshift(before)
    first = before
  }
  for (let last = parts.map((part) => part.id); last.length > 0 && parts.length < mostParts;) {
    const after = await db.selectFrom('series').selectAll().where('continues', 'in', last).execute()
    const others = after.filter(({ id: each }) => !parts.some((part) => part.id === each))
    parts.push(...others)
    last = others.map((part) => part.id)
  }
  return parts
}

/** The dates of all parts of a series that the reader sees, by their starts, each with the part that it is of. */
export async function datesOfChain(
  db: Reader,
  id: number,
  caller: Caller,
): Promise<readonly (Occurrence & { readonly part: SeriesRow })[]> {
  const parts = await chainOf(db, id)
  const seen = await occurrencesSeen(
    db,
    parts.map((part) => part.id),
    caller,
  )
  return parts
    .flatMap((part) => (seen.get(part.id) ?? []).map((date) => Object.assign({}, date, { part })))
    .toSorted((one, other) => one.starts_at - other.starts_at || one.id - other.id)
}

/** The parts before and after a series, as far as the reader sees any of their dates. */
export interface Neighbours {
  readonly continues: number | null
  readonly continuedBy: number | null
}

/** The neighbours of each of some series, by its id. */
export async function neighboursOf(
  db: Reader,
  series: readonly SeriesRow[],
  caller: Caller,
): Promise<ReadonlyMap<number, Neighbours>> {
  if (series.length === 0) return new Map()
  const ids = series.map(({ id }) => id)
  const before = series.flatMap(({ continues }) => continues ?? [])
  const rows = await db
    .selectFrom('series')
    .select(['id', 'continues'])
    .where((row) => row.or([row('continues', 'in', ids), row('id', 'in', [0, ...before])]))
    .where((row) =>
      row.exists(
        row
          .selectFrom('events')
          .select('events.id')
          .whereRef('events.series_id', '=', 'series.id')
          .where(visibleIn('events', caller, undefined)),
      ),
    )
    .orderBy('id')
    .execute()
  return new Map(
    series.map(({ id, continues }) => [
      id,
      {
        continues: rows.find((row) => row.id === continues)?.id ?? null,
        continuedBy: rows.find((row) => row.continues === id)?.id ?? null,
      },
    ]),
  )
}

/** Removes a series for good; what went on from it goes on from what it went on from. */
export async function removeSeries(
  tx: Writer,
  { id, continues }: Pick<SeriesRow, 'id' | 'continues'>,
): Promise<void> {
  await tx.updateTable('series').set({ continues }).where('continues', '=', id).execute()
  await tx.deleteFrom('items').where('id', '=', id).execute()
}
