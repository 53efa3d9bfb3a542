import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Where venues are, and indexes for the orders that lists are asked in. */
export async function places(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const column of ['geo_lat', 'geo_lng'] as const) {
    await db.schema.alterTable('venues').addColumn(column, 'double precision').execute()
  }
  await dialect.createPlaceIndex(db)
  await db.schema
    .createIndex('venues_placed')
    .on('venues')
    .columns(['status', 'date_at', 'id', 'author_id'])
    .where(sql.ref('geo_lat'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('event_venues_by_event')
    .on('event_venues')
    .columns(['event_id', 'venue_id'])
    .execute()
  await indexOrders(db, dialect)
}

/** Each index holds what a list needs to choose its rows, in the order in which it is asked for them. */
async function indexOrders(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const chosen = ['ends_at', 'status', 'hide_from_listings', 'author_id', 'featured'] as const
  const title = dialect.textKey(sql.ref('title_folded'))
  await db.schema
    .createIndex('events_by_title')
    .on('events')
    .columns<string>([title, 'starts_at', 'date_at', 'id', ...chosen])
    .execute()
  await db.schema
    .createIndex('events_by_modified')
    .on('events')
    .columns(['modified_at', 'id', 'starts_at', ...chosen])
    .execute()
  for (const table of ['venues', 'organizers'] as const) {
    await db.schema
      .createIndex(`${table}_listed_by_title`)
      .on(table)
      .columns<string>([title, 'id', 'status', 'author_id'])
      .execute()
    await db.schema
      .createIndex(`${table}_by_modified`)
      .on(table)
      .columns(['modified_at', 'id', 'status', 'author_id'])
      .execute()
  }
}
