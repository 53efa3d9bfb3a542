import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** The address of a venue as it stands, a line for each of its columns. */
const lines = ['address', 'city', 'stateprovince', 'state', 'province', 'zip', 'country'].join(` || '\n' || `)

/** Of a venue that has not been dealt with: it had no address then. */
const dealtWith = `coalesce(geocoded_address, '${'\n'.repeat(6)}')`

const dueAt = `(case when ${dealtWith} <> ${lines} then 0 else geocode_at end)`

/** What a geocoder has answered, and how far each venue has got with it. */
export async function geocoding(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('geocoding_cache')
    .addColumn('address', dialect.text, (column) => column.primaryKey())
    .addColumn('outcome', dialect.text)
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('venues').addColumn('geocoded_address', dialect.text).execute()
  for (const column of ['geocoded_lat', 'geocoded_lng'] as const) {
    await db.schema.alterTable('venues').addColumn(column, 'double precision').execute()
  }
  await db.schema.alterTable('venues').addColumn('geocode_at', 'bigint').execute()
  // Only venues that wait are in it. The query has exactly these conditions, or it is not used.
  await sql
    .raw(
      `create index venues_to_geocode on venues
        (${dueAt}, id)
        where status = 'publish'
        and (geo_lat is null or (geo_lat = geocoded_lat and geo_lng = geocoded_lng))
        and ${dueAt} is not null`,
    )
    .execute(db)
}
