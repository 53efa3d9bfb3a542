import { type Kysely, sql } from 'kysely'
import { flagIndexes, rangeIndexes } from '../listings/listings.indexes.ts'
import {
  afterId,
  changeTriggers,
  insertInto,
  linkedTables,
  listAnew,
  rangeTriggers,
  unlinkTrigger,
} from '../listings/listings.ranges.ts'
import { linkedListings, listingColumns, listingFlagNames, listingFlags } from '../listings/listings.ts'
import { createTrigger } from './sqlite.trigger.ts'
import type { Tables } from '../tables.ts'
import type { Trigger } from '../trigger.ts'

/**
 * Adds to the listings: flags; for a term the events of all terms below it; and for a venue which other one an event has before
 * it, and whether the event is protected. Triggers keep all of it up to date.
 */
export async function createRanges(db: Kysely<Tables>): Promise<void> {
  const statements = [
    // These triggers use the old columns of listings.
    ...linkedTables.flatMap((table) =>
      ['insert', 'delete', 'update'].map((event) => `drop trigger ${table}_${event}`),
    ),
    ...listingFlagNames.flatMap((name) => [
      `alter table listings add column ${name} integer not null default 0`,
      `update listings set ${name} = 1 where ${listingFlags[name].holdsFor('listings.id')}`,
    ]),
    'drop index listings_listed',
    'drop index listings_listed_by_end',
    'alter table venue_listings add column after_id integer',
    'alter table venue_listings add column protected integer not null default 0',
    `update venue_listings set after_id = ${afterId('id', 'target_id')},
       protected = id in (select id from events where password_digest > '')`,
    ...Object.entries({ ...flagIndexes, ...rangeIndexes }).map(
      ([name, of]) => `create index ${name} on ${of}`,
    ),
    'drop index term_listings_by_event',
    insertInto(
      'term_listings',
      `term_ancestors.ancestor_id <> event_terms.term_id order by term_ancestors.ancestor_id, listings.starts_at`,
    ),
    'create index term_listings_by_event on term_listings (id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const trigger of [...rangeTriggers, ...updateTriggers]) await createTrigger(db, trigger)
}

/** The triggers that replace the listings of links after a listing has changed. */
const updateTriggers: readonly Trigger[] = linkedTables.map((table) => ({
  name: `${table}_update`,
  after: `update of ${listingColumns.join(', ')} on listings`,
  statements: listAnew(table),
}))

/** Removes the listings of a removed record first, as one range, so that its links need not be handled one by one. */
export async function removeListingsTogether(db: Kysely<Tables>): Promise<void> {
  for (const table of linkedTables) {
    const { column, of: removed } = linkedListings[table]
    await sql.raw(`drop trigger ${table}_delete`).execute(db)
    await createTrigger(
      db,
      unlinkTrigger(table, `exists (select 1 from ${removed} where id = old.${column})`),
    )
    const together =
      table === 'term_listings'
        ? // The listings of the terms above it change too.
          'delete from term_ancestors where term_id = old.id'
        : `delete from ${table} where target_id = old.id`
    await sql
      .raw(`create trigger ${table}_remove before delete on ${removed} begin ${together}; end`)
      .execute(db)
  }
}

/** Updates listings of links in place, if they keep their place in the order. */
export async function changeListingsInPlace(db: Kysely<Tables>): Promise<void> {
  for (const { name } of updateTriggers) await sql.raw(`drop trigger ${name}`).execute(db)
  for (const trigger of linkedTables.flatMap(changeTriggers)) await createTrigger(db, trigger)
}
