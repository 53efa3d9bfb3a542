import { tooFar } from '../../pure/calendar/waits.ts'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Place } from '../../pure/geo/sphere.ts'
import { moveEvents } from '../rows/event.write.ts'
import { venueLink } from '../rows/event.row.ts'
import { lines, longestRest_s, type Waiting } from './geocoding.query.ts'

/**
 * Reserves an address for `lease_s` seconds, unless it has been answered, has failed recently or is reserved by another
 * process. Answers how often asking for it has failed; undefined when it could not be reserved.
 */
export async function claim(
  db: Database,
  address: string,
  { now, lease_s }: { now: EpochSeconds; lease_s: number },
): Promise<number | undefined> {
  const next_try_at = now + lease_s
  const taken = await db.write((tx) =>
    tx
      .insertInto('geocoding_cache')
      .values({ address, attempts: 0, next_try_at })
      .onConflict((conflict) =>
        conflict
          .column('address')
          .doUpdateSet({ next_try_at })
          .where('geocoding_cache.outcome', 'is', null)
          .where((row) =>
            row.or([
              row('geocoding_cache.next_try_at', '<=', now),
              row('geocoding_cache.next_try_at', '>', tooFar(now, longestRest_s)),
            ]),
          ),
      )
      .returning('attempts')
      .executeTakeFirst(),
  )
  return taken?.attempts
}

/** Releases a reserved address without having asked for it. */
export async function release(db: Database, address: string, now: EpochSeconds): Promise<void> {
  await db.write((tx) =>
    tx.updateTable('geocoding_cache').set({ next_try_at: now }).where('address', '=', address).execute(),
  )
}

/** Stores the answer for an address, and sets the coordinates of the venue that it was asked for. */
export async function settleAnswered(
  db: Database,
  venue: Waiting,
  answer: { address: string; place: Place | undefined; now: EpochSeconds },
): Promise<boolean> {
  const { address, place, now } = answer
  return db.write(async (tx) => {
    await tx
      .updateTable('geocoding_cache')
      .set({
        outcome: place ? 'found' : 'none',
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
        tried_at: now,
      })
      .where('address', '=', address)
      .execute()
    return settleIn(tx, venue, place, now)
  })
}

/** Sets the coordinates of the venue’s address, or removes them; answers whether the venue was still as it was read. */
export async function settle(
  db: Database,
  venue: Waiting,
  place: Place | undefined,
  now: EpochSeconds,
): Promise<boolean> {
  return db.write((tx) => settleIn(tx, venue, place, now))
}

/** Lets an address that failed rest until a moment, and the venue with it. */
export async function putOff(
  db: Database,
  venue: Waiting,
  failure: { address: string; attempts: number; now: EpochSeconds; until: EpochSeconds },
): Promise<void> {
  const { address, attempts, now, until } = failure
  await db.write(async (tx) => {
    await tx
      .updateTable('geocoding_cache')
      .set({ attempts, tried_at: now, next_try_at: until })
      .where('address', '=', address)
      .execute()
    await asSeen(tx, venue).set({ geocoded_address: venue.lines, geocode_at: until }).execute()
  })
}

/** Lets the venue rest until a moment. */
export async function rest(db: Database, venue: Waiting, until: EpochSeconds): Promise<void> {
  await db.write((tx) =>
    asSeen(tx, venue).set({ geocoded_address: venue.lines, geocode_at: until }).execute(),
  )
}

/** Coordinates are part of the record, so its modification date changes: clients poll for it. */
async function settleIn(
  tx: Writer,
  venue: Waiting,
  place: Place | undefined,
  now: EpochSeconds,
): Promise<boolean> {
  const [geo_lat, geo_lng] = [place?.lat ?? null, place?.lng ?? null]
  const isChange = geo_lat !== venue.geo_lat || geo_lng !== venue.geo_lng
  const settled = await asSeen(tx, venue)
    .set({ geocoded_address: venue.lines, geocode_at: null, geocoded_lat: geo_lat, geocoded_lng: geo_lng })
    .$if(isChange, (update) => update.set({ geo_lat, geo_lng, modified_at: now }))
    .executeTakeFirst()
  const wasAsSeen = settled.numUpdatedRows > 0n
  if (wasAsSeen && isChange) await moveEvents(tx, { link: venueLink }, venue.id)
  return wasAsSeen
}

/** The venue, if it still has the address and the coordinates that were read, so that no person’s changes are lost. */
function asSeen(tx: Writer, { id, lines: seen, geo_lat, geo_lng }: Waiting) {
  return tx
    .updateTable('venues')
    .where('id', '=', id)
    .where(lines, '=', seen)
    .where('geo_lat', 'is not distinct from', geo_lat)
    .where('geo_lng', 'is not distinct from', geo_lng)
}
