import { type Kysely, sql } from 'kysely'
import { createChangeLogs } from '../changes.ts'
import { wordTables } from '../dialect.ts'
import { listedDaysTable, listedDaysTriggers } from '../listings/listings.flags.ts'
import { costListings, toldCostTriggers } from '../listings/listings.told.ts'
import type { Tables } from '../tables.ts'
import { createTermAncestors } from '../terms.ancestors.ts'
import { eventLinksTable, eventLinksTriggers } from './sqlite.eventLinks.ts'
import { gathering } from './sqlite.gathered.ts'
import { listingTables, listingTriggers, removals } from './sqlite.listings.ts'
import { postingsTable } from './sqlite.postings.ts'
import { sqliteWords } from './sqlite.schema.ts'
import { createTrigger } from './sqlite.trigger.ts'
import { wordIndex } from './sqlite.words.ts'

/** See `Dialect.createDerived`. */
export async function createDerived(db: Kysely<Tables>): Promise<void> {
  await run(db, [...termSearch, ...placeIndex, ...listingTables, ...removals])
  await run(db, [listedDaysTable('text'), costListings, eventLinksTable])
  await createTermAncestors(db, createTrigger)
  for (const trigger of [
    ...listingTriggers,
    ...listedDaysTriggers,
    ...toldCostTriggers,
    ...eventLinksTriggers,
  ])
    await createTrigger(db, trigger)
  await run(db, [...wordTables.flatMap(wordIndex), postingsTable, ...gathering])
  await createChangeLogs(db, { ...sqliteWords, createTrigger })
}

async function run(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** An FTS5 trigram index over `folded` of terms, that stores no text of its own; triggers keep it up to date. */
const termSearch: readonly string[] = [
  `create virtual table terms_search
     using fts5(folded, content='terms', content_rowid='id', tokenize='trigram', detail='full')`,
  `create trigger terms_search_insert after insert on terms begin
     insert into terms_search(rowid, folded) values (new.id, new.folded);
   end`,
  `create trigger terms_search_delete after delete on terms begin
     insert into terms_search(terms_search, rowid, folded) values ('delete', old.id, old.folded);
   end`,
  `create trigger terms_search_update after update of folded on terms when old.folded <> new.folded begin
     insert into terms_search(terms_search, rowid, folded) values ('delete', old.id, old.folded);
     insert into terms_search(rowid, folded) values (new.id, new.folded);
   end`,
]

const isPlaced = 'new.geo_lat is not null and new.geo_lng is not null'
const place = `insert into venue_places (id, west, east, south, north)
  select new.id, new.geo_lng, new.geo_lng, new.geo_lat, new.geo_lat where ${isPlaced};`

/** An R*Tree, which keeps coordinates in four bytes, rounded outwards; triggers keep it up to date. */
const placeIndex: readonly string[] = [
  `create virtual table venue_places using rtree(id, west, east, south, north)`,
  `create trigger venue_places_insert after insert on venues when ${isPlaced} begin ${place} end`,
  `create trigger venue_places_delete after delete on venues begin
     delete from venue_places where id = old.id;
   end`,
  `create trigger venue_places_update after update of geo_lat, geo_lng on venues
     when new.geo_lat is not old.geo_lat or new.geo_lng is not old.geo_lng begin
     delete from venue_places where id = old.id;
     ${place}
   end`,
]
