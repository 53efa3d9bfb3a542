import { type Kysely, sql } from 'kysely'
import { createChangeLogs } from '../changes.ts'
import { wordTables } from '../dialect.ts'
import { allEventLinks } from '../eventLinks.ts'
import { listedDaysTable, listedDaysTriggers } from '../listings/listings.flags.ts'
import { costListings, toldCostTriggers } from '../listings/listings.told.ts'
import type { Tables } from '../tables.ts'
import { createTermAncestors } from '../terms.ancestors.ts'
import { listingTables, listingTriggers } from './postgres.listings.ts'
import { blockTables } from './postgres.postings.ts'
import { postgresWords } from './postgres.schema.ts'
import { createTrigger } from './postgres.trigger.ts'
import { createTrigramIndex } from './postgres.trigrams.ts'

/** The largest row that PostgreSQL stores in a page of its usual size, in bytes. */
const pageful = 8160

/** See `Dialect.createDerived`. */
export async function createDerived(db: Kysely<Tables>): Promise<void> {
  const statements = [
    // Compressing rows of more than 2 kB, as PostgreSQL does by itself, takes half of what it does while rows are imported, for
    // a seventh of the disk space; rows that stay in one piece are read as quickly.
    `alter table events set (toast_tuple_target = ${pageful})`,
    // Index entries cannot have long texts, so that equal ones are found by another index.
    ...['venues', 'organizers'].map(
      (table) => `create index ${table}_by_title_folded on ${table} using hash (title_folded)`,
    ),
    'create index terms_by_name_folded on terms using hash (name_folded)',
    'create index event_venues_by_event on event_venues (event_id, venue_id)',
    // A plain index: boxes are small, and the index alone decides about the few venues at their latitudes.
    'create index venues_by_place on venues (geo_lat, geo_lng) where geo_lat is not null and geo_lng is not null',
    ...listingTables,
    listedDaysTable('text collate "C"'),
    costListings,
    `create view event_links as ${allEventLinks}`,
    ...blockTables,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await createTermAncestors(db, createTrigger)
  for (const trigger of [...listingTriggers, ...listedDaysTriggers, ...toldCostTriggers])
    await createTrigger(db, trigger)
  await createChangeLogs(db, { ...postgresWords, createTrigger })
  for (const table of [...wordTables, 'terms'] as const)
    await createTrigramIndex(db, { name: `${table}_search`, table, column: 'folded' })
  await createTrigramIndex(db, {
    name: 'events_search_words_parts',
    table: 'events_search_words',
    column: 'word',
  })
}
