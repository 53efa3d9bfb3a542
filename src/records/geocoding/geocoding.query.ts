import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { tooFar } from '../../pure/calendar/waits.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds, VenuesTable } from '../../storage/schema/tables.ts'
import type { GeocodingCacheTable } from '../../storage/schema/tables.geocoding.ts'
import type { Place } from '../../pure/geo/sphere.ts'
import { addressColumns } from './geocoding.address.ts'

/** A waiting venue as it was read: it is only changed if it is still the same. */
export type Waiting = Pick<
  Selectable<VenuesTable>,
  'id' | 'geo_lat' | 'geo_lng' | (typeof addressColumns)[number]
> & {
  /** Its address, a line for each column. */
  readonly lines: string
}

/** What is known about an address. */
export type Known = Selectable<GeocodingCacheTable>

/** The current address. It and the expressions below are written as in the index `venues_to_geocode`, so that it is used. */
export const lines = sql<string>`${sql.join(
  addressColumns.map((name) => sql.ref(name)),
  sql` || ${sql.lit('\n')} || `,
)}`

const dealtWith = sql`coalesce(geocoded_address, ${sql.lit('\n'.repeat(addressColumns.length - 1))})`

/** Whether it has no coordinates, or those that geocoding set: those that a person set are never changed. */
const isOurs = sql`(geo_lat is null or (geo_lat = geocoded_lat and geo_lng = geocoded_lng))`

/**
 * When a venue is due: at once if its address is not the one that was last handled; null for never. Only published ones: the addresses
 * of others are sent to nobody. All of it is one expression, so that there is no other index to take.
 */
const dueAt = sql<EpochSeconds | null>`(case when status = 'publish' and ${isOurs} then case when ${dealtWith} <> ${lines} then 0 else geocode_at end end)`

/** No address rests longer, in seconds, nor does the service, whatever it asks for. */
export const longestRest_s = 86_400

/** The venues that are due, new ones first. Before them those that a wrong clock has put off further than anything rests. */
export async function findDue(db: Reader, now: EpochSeconds, limit: number): Promise<Waiting[]> {
  const late = await dueWhere(db, sql`> ${tooFar(now, longestRest_s)}`, limit)
  return late.length > 0 ? late : dueWhere(db, sql`<= ${now}`, limit)
}

/** Each of the two is a range of the index. */
async function dueWhere(db: Reader, range: RawBuilder<unknown>, limit: number): Promise<Waiting[]> {
  return db
    .selectFrom('venues')
    .select(['id', 'geo_lat', 'geo_lng', ...addressColumns])
    .select(lines.as('lines'))
    .where(sql<SqlBool>`${dueAt} is not null and ${dueAt} ${range}`)
    .orderBy(dueAt)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What is known about an address; undefined if it was never asked for. */
export async function findKnown(db: Reader, address: string): Promise<Known | undefined> {
  return db.selectFrom('geocoding_cache').selectAll().where('address', '=', address).executeTakeFirst()
}

/** The place of an address that was found. */
export function placeOf({ lat, lng }: Pick<Known, 'lat' | 'lng'>): Place | undefined {
  return lat === null || lng === null ? undefined : { lat, lng }
}
