import { type Selectable, sql, type SqlBool } from 'kysely'
import type { Reader } from '../db/dialect.ts'
import type { EpochSeconds, GeocodingCacheTable, VenuesTable } from '../db/tables.ts'
import type { Place } from '../geo/sphere.ts'
import { addressColumns } from './geocoding.address.ts'

/** A venue that waits, as it was seen: what is done to it is done only while it still is so. */
export type Waiting = Pick<
  Selectable<VenuesTable>,
  'id' | 'geo_lat' | 'geo_lng' | (typeof addressColumns)[number]
> & {
  /** Its address, a line for each column. */
  readonly lines: string
}

/** What is known of an address. */
export type Known = Selectable<GeocodingCacheTable>

/** The address as it stands now. Written as in the index `venues_to_geocode`, as is what follows, so that it is used. */
export const lines = sql<string>`${sql.join(
  addressColumns.map((name) => sql.ref(name)),
  sql` || ${sql.lit('\n')} || `,
)}`

const dealtWith = sql`coalesce(geocoded_address, ${sql.lit('\n'.repeat(addressColumns.length - 1))})`

/** When to look at a venue: at once when its address is another than the one last dealt with; null for never. */
const dueAt = sql<EpochSeconds | null>`(case when ${dealtWith} <> ${lines} then 0 else geocode_at end)`

/** Whether it has no coordinates, or those that geocoding set: what a person gave is left alone. */
const isOurs = sql<SqlBool>`(geo_lat is null or (geo_lat = geocoded_lat and geo_lng = geocoded_lng))`

/** The venues to look at now, those that are new first. Only published ones: the addresses of others are told nobody. */
export async function findDue(db: Reader, now: EpochSeconds, limit: number): Promise<Waiting[]> {
  return db
    .selectFrom('venues')
    .select(['id', 'geo_lat', 'geo_lng', ...addressColumns])
    .select(lines.as('lines'))
    .where(sql<SqlBool>`status = 'publish' and ${isOurs} and ${dueAt} is not null and ${dueAt} <= ${now}`)
    .orderBy(dueAt)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What is known of an address; undefined where it was never asked for. */
export async function findKnown(db: Reader, address: string): Promise<Known | undefined> {
  return db.selectFrom('geocoding_cache').selectAll().where('address', '=', address).executeTakeFirst()
}

/** The place of an address that was found. */
export function placeOf({ lat, lng }: Pick<Known, 'lat' | 'lng'>): Place | undefined {
  return lat === null || lng === null ? undefined : { lat, lng }
}
