import type { Writer } from '../../storage/db/dialect.ts'
import { fillPlaces } from '../../records/registration/registration.fill.write.ts'
import { tellOfChange, venuesBefore } from '../../records/registration/registration.news.write.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'

/** An event that is written, as it was; new ones were not. */
interface Written {
  readonly before?: ShownRow | undefined
}

/** Where events are to which people come, by their ids: asked before that is written. */
export async function placesBefore(
  tx: Writer,
  written: readonly Written[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const places = new Map<number, readonly number[]>()
  for (const { before } of written) {
    const venues = before && (await venuesBefore(tx, before))
    if (venues) places.set(before.id, venues)
  }
  return places
}

/** Has people told who come to what has moved or does not take place, and offers places that are free: once all of it is written. */
export async function tellGuestsOf(
  tx: Writer,
  written: readonly Written[],
  {
    now,
    places,
  }: { readonly now: Temporal.Instant; readonly places: ReadonlyMap<number, readonly number[]> },
): Promise<void> {
  for (const { before } of written) {
    if (!before || before.registration === '') continue
    const after = await findEventRow(tx, before.id)
    if (!after) continue
    await tellOfChange(tx, before, after, { now, venues: places.get(before.id) })
    await fillPlaces(tx, after, { now })
  }
}
