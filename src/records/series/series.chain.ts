import type { Caller } from '../../http/auth/rights.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { type Occurrence, occurrencesSeen } from './series.query.ts'
import { findSeries } from '../schedules/schedules.query.ts'
import type { SeriesRow } from '../schedules/schedules.row.ts'

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

/** The next parts before and after a series of which the reader sees any date: those that he does not see are passed over. */
export interface Neighbours {
  readonly continues: number | null
  readonly continuedBy: number | null
}

interface Part extends Pick<SeriesRow, 'id' | 'continues'> {
  readonly isSeen: boolean
}

/** The neighbours of each of some series, by its id. */
export async function neighboursOf(
  db: Reader,
  series: readonly SeriesRow[],
  caller: Caller,
): Promise<ReadonlyMap<number, Neighbours>> {
  if (series.length === 0) return new Map()
  const parts = await partsAround(db, series, caller)
  return new Map(
    series.map(({ id, continues }) => [
      id,
      { continues: seenBefore(parts, continues), continuedBy: seenAfter(parts, id) },
    ]),
  )
}

/** The parts around some series, each way as far as the first that the reader sees, by their ids. */
async function partsAround(
  db: Reader,
  series: readonly SeriesRow[],
  caller: Caller,
): Promise<ReadonlyMap<number, Part>> {
  const parts = new Map<number, Part>()
  let before = series.flatMap(({ continues }) => continues ?? [])
  let after = series.map(({ id }) => id)
  for (let step = 0; step < mostParts && before.length + after.length > 0; step += 1) {
    const found = await partsAt(db, before, after, caller)
    const unseen = found.filter(({ isSeen }) => !isSeen)
    const [passed, left] = [new Set(before), new Set(after)]
    before = unseen.flatMap(({ id, continues }) => (passed.has(id) ? (continues ?? []) : []))
    after = unseen.flatMap(({ id, continues }) => (left.has(continues ?? 0) ? id : []))
    for (const part of found) parts.set(part.id, part)
  }
  return new Map([...parts].toSorted(([one], [other]) => one - other))
}

/** The parts that have one of some ids, or go on from one of others. */
async function partsAt(
  db: Reader,
  ids: readonly number[],
  from: readonly number[],
  caller: Caller,
): Promise<readonly Part[]> {
  const rows = await db
    .selectFrom('series')
    .select(['id', 'continues'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('events')
            .select('events.id')
            .whereRef('events.series_id', '=', 'series.id')
            .where(visibleIn('events', caller, undefined)),
        )
        .as('seen'),
    )
    .where((row) => row.or([row('id', 'in', [0, ...ids]), row('continues', 'in', [0, ...from])]))
    .execute()
  // One database says true, the other 1.
  return rows.map(({ id, continues, seen }) => ({ id, continues, isSeen: Boolean(seen) }))
}

function seenBefore(parts: ReadonlyMap<number, Part>, continues: number | null): number | null {
  let part = parts.get(continues ?? 0)
  for (let step = 0; part && !part.isSeen && step < mostParts; step += 1)
    part = parts.get(part.continues ?? 0)
  return part?.isSeen ? part.id : null
}

function seenAfter(parts: ReadonlyMap<number, Part>, id: number): number | null {
  let from = [id]
  for (let step = 0; from.length > 0 && step < mostParts; step += 1) {
    const next = [...parts.values()].filter(({ continues }) => continues !== null && from.includes(continues))
    const seen = next.find(({ isSeen }) => isSeen)
    if (seen) return seen.id
    from = next.map((part) => part.id)
  }
  return null
}

/** Removes a series for good: dates that are left of it are single events, and what went on from it goes on from what it went on from. */
export async function removeSeries(
  tx: Writer,
  { id, continues }: Pick<SeriesRow, 'id' | 'continues'>,
): Promise<void> {
  await tx.updateTable('series').set({ continues }).where('continues', '=', id).execute()
  await tx
    .updateTable('events')
    .set({ series_id: null, series_key: null, series_changed: '[]' })
    .where('series_id', '=', id)
    .execute()
  await tx.deleteFrom('items').where('id', '=', id).execute()
}
