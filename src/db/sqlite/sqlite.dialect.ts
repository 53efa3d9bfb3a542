import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Box } from '../../geo/area.ts'
import type { Dialect, SearchableTable } from '../dialect.ts'
import { triggersOfEvents } from '../listings/listings.days.ts'
import { countFlags } from '../listings/listings.flags.ts'
import { listingFlagNames } from '../listings/listings.ts'
import { countToldCosts } from '../listings/listings.told.ts'
import { createEventLinks } from './sqlite.eventLinks.ts'
import { gatherTexts, restateWordIndexes } from './sqlite.gathered.ts'
import { arrangeLinks } from './sqlite.links.ts'
import { createLinkedDays } from './sqlite.linkedDays.ts'
import { insertAll } from './sqlite.insert.ts'
import { createListings } from './sqlite.listings.ts'
import { createPostings } from './sqlite.postings.ts'
import { createRanges, removeListingsTogether } from './sqlite.ranges.ts'
import { isAmong, isOneOf } from './sqlite.search.ts'
import { createTrigger } from './sqlite.trigger.ts'
import { createWordIndex } from './sqlite.words.ts'
import type { Tables } from '../tables.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

export const sqliteDialectOfOurs: Dialect = {
  name: 'sqlite',
  blocksThread: true,
  linksAreTogether: true,
  text: 'text',
  // Exactly this type makes the id the key of the table itself.
  givenId: 'integer',
  // AUTOINCREMENT: an id is never handed out twice, not even after a delete.
  generatedId: sql`integer primary key autoincrement`,
  // AUTOINCREMENT goes by the largest id there ever was, whoever gave it.
  passIds: async () => {},
  insertAll,
  randomUuid: sql`lower(
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  // An index holds texts of any length.
  textKey: (text) => text,
  textOrder: (text) => [text],
  createTextIndex: async () => {},
  createListings,
  createRanges,
  createLinkedDays,
  removeListingsTogether,
  arrangeLinks,
  createEventLinks,
  countToldCosts: (db) => countToldCosts(db, createTrigger),
  countFlags: async (db) => {
    for (const name of triggersOfEvents) await sql`drop trigger if exists ${sql.table(name)}`.execute(db)
    await countFlags(db, createTrigger)
  },
  // They are tables from the beginning.
  tabulateListings: async () => {},
  createTrigger,
  doTogether: async () => {},
  // Made anew they would be fired in another order, and what they were told before comes to the same.
  restateTrigger: async () => {},
  createSearchIndex,
  createWordIndex,
  gatherTexts,
  restateWordIndexes,
  createPostings,
  // Files store them word by word.
  createBlocks: async () => {},
  contains,
  holds,
  numbersOf: (number) => sql`json_group_array(${number})`,
  isAmong,
  isOneOf,
  createPlaceIndex,
  inBoxes,
  indexedFlags: listingFlagNames,
  // All indexes contain ids.
  indexClosed: async () => {},
  // The given statistics include it (`sqlite.statistics.ts`).
  tellLasting: async () => {},
  keepRowsWhole: async () => {},
  isAmongFew: (id, query) => sql`${id} in (${query})`,
  linksOfEach: (ids, table, column) =>
    sql`${ids} as listed cross join ${sql.table(table)} as links where ${sql.ref(`links.${column}`)} = listed.id`,
  tableOfIds: (ids) => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
  numbersById,
}

/** An FTS5 trigram index over `folded` that stores no text of its own; triggers keep it up to date. */
async function createSearchIndex(db: Kysely<Tables>, table: SearchableTable): Promise<void> {
  const index = `${table}_search`
  const statements = [
    `create virtual table ${index} using fts5(folded, content='${table}', content_rowid='id', tokenize='trigram', detail='full')`,
    `create trigger ${table}_search_insert after insert on ${table} begin
       insert into ${index}(rowid, folded) values (new.id, new.folded);
     end`,
    `create trigger ${table}_search_delete after delete on ${table} begin
       insert into ${index}(${index}, rowid, folded) values ('delete', old.id, old.folded);
     end`,
    `create trigger ${table}_search_update after update of folded on ${table} when old.folded <> new.folded begin
       insert into ${index}(${index}, rowid, folded) values ('delete', old.id, old.folded);
       insert into ${index}(rowid, folded) values (new.id, new.folded);
     end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function contains(table: 'terms', text: string) {
  if ([...text].length < trigram) return holds(sql.ref(`${table}.folded`), text)
  const index = sql.table(`${table}_search`)
  const phrase = `"${text.replaceAll('"', '""')}"`
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrase})`
}

function holds(text: RawBuilder<unknown>, word: string) {
  return sql<SqlBool>`instr(${text}, ${word}) > 0`
}

/** An R*Tree, which keeps coordinates in four bytes, rounded outwards; triggers keep it up to date. */
async function createPlaceIndex(db: Kysely<Tables>): Promise<void> {
  const isPlaced = 'new.geo_lat is not null and new.geo_lng is not null'
  const place = `insert into venue_places (id, west, east, south, north)
       select new.id, new.geo_lng, new.geo_lng, new.geo_lat, new.geo_lat where ${isPlaced};`
  const statements = [
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
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function inBoxes(boxes: readonly Box[]) {
  // A query for each box, as the index is not used for several boxes with `or`.
  const found = boxes.map(
    ({ west, south, east, north }) =>
      sql`select id from venue_places
        where west <= ${east} and east >= ${west} and south <= ${north} and north >= ${south}`,
  )
  return sql<SqlBool>`venues.id in (${sql.join(found, sql` union all `)})`
}

/** Passes all numbers in one parameter, whose size has no limit. */
function numbersById(numbers: ReadonlyMap<number, number>) {
  const json = JSON.stringify(Object.fromEntries(numbers))
  return sql`(select cast(key as integer) as id, value as number from json_each(${json}))`
}
