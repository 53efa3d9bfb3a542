import { type Kysely, sql } from 'kysely'
import { triggersOfEvents } from '../listings/listings.days.ts'
import { countFlags } from '../listings/listings.flags.ts'
import {
  lastingIndexes,
  listingIndexes,
  rangeIndexes,
  replacedIndexes,
} from '../listings/listings.indexes.ts'
import { fillLinked, linkedDaysTriggers } from '../listings/listings.linkedDays.ts'
import { changeTriggers, linkedTables, rangeTriggers, refillRanges } from '../listings/listings.ranges.ts'
import { countToldCosts } from '../listings/listings.told.ts'
import { linkedListings, listingColumns, listingFlagNames, longSpan_s } from '../listings/listings.ts'
import { columnKey } from './postgres.textKey.ts'
import { createTrigger } from './postgres.trigger.ts'
import type { Tables } from '../tables.ts'
import { inserted, type Trigger } from '../trigger.ts'

/** Makes views, which {@link tabulateListings} later replaces by tables. */
export async function createListings(db: Kysely<Tables>): Promise<void> {
  const columns = sql.join(['id', ...listingColumns].map((name) => sql.ref(name)))
  await sql`create view listings as select ${columns} from events`.execute(db)
  for (const [name, { links, column }] of Object.entries(linkedListings)) {
    await sql`create view ${sql.table(name)} as
      select ${sql.ref(`${links}.${column}`)} as target_id, listings.*
      from ${sql.table(links)} join listings on listings.id = ${sql.ref(`${links}.event_id`)}`.execute(db)
  }
  const chosen = ['starts_at', 'ends_at', 'status', 'hide_from_listings', 'author_id', 'featured'] as const
  await db.schema
    .createIndex('events_in_date_order')
    .on('events')
    .columns(['date_at', 'id', ...chosen])
    .execute()
}

/** Makes the index of events that last long; anything else would not be quicker in views than a join. */
export async function createRanges(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(`create index events_long on events (ends_at, starts_at) where ends_at - starts_at > ${longSpan_s}`)
    .execute(db)
}

/**
 * Without these statistics PostgreSQL expects a third of all events for any calculated condition, and would therefore plan sums
 * of days anew each time. Existing rows are measured at once.
 */
export async function tellLasting(db: Kysely<Tables>): Promise<void> {
  await sql`create statistics listings_lasting on (ends_at - starts_at) from listings`.execute(db)
  await sql`analyze listings`.execute(db)
}

const columns = ['id', ...listingColumns]

/** Replaces the views by tables, with everything that SQLite has. No writes can run meanwhile. */
export async function tabulateListings(db: Kysely<Tables>): Promise<void> {
  const statements = [
    'lock table revision in exclusive mode',
    ...Object.keys(linkedListings).map((table) => `drop view ${table}`),
    'drop view listings',
    ...triggersOfEvents.map((name) => `drop function ${name}() cascade`),
    ...[...replacedIndexes, 'events_in_date_order', 'events_long'].map((name) => `drop index ${name}`),
    ...tables,
    ...refillRanges,
    ...indexes,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await countFlags(db, createTrigger)
  for (const statement of [...numberTables, ...fillLinked()]) await sql.raw(statement).execute(db)
  for (const trigger of [
    ...listingTriggers,
    ...rangeTriggers,
    ...linkedTables.flatMap(changeTriggers),
    ...linkedDaysTriggers,
  ])
    await createTrigger(db, trigger)
  await countToldCosts(db, createTrigger)
}

/** The tables, without foreign keys: looking up the event of each row takes as long as inserting the row. */
const tables: readonly string[] = [
  // Pages have free space for new versions of rows.
  `create table listings with (fillfactor = 90) as select ${columns.join(', ')} from events with no data`,
  ...listingFlagNames.map((name) => `alter table listings add column ${name} integer not null default 0`),
  'alter table listings add primary key (id)',
  ...linkedTables.flatMap((table) => [
    `create table ${table} as select id as target_id, ${columns.join(', ')} from events with no data`,
    `alter table ${table} add primary key (target_id, starts_at, date_at, id)`,
  ]),
  'alter table venue_listings add column after_id bigint',
  'alter table venue_listings add column protected integer not null default 0',
]

/** The indexes, without flags: a row whose flags alone change need not be written to any index. */
const indexes: readonly string[] = [
  // Index entries cannot have long texts.
  ...Object.entries({ ...listingIndexes(columnKey('title_folded')), ...rangeIndexes, ...lastingIndexes })
    // PostgreSQL cannot read from this index alone while rows are new.
    .filter(([name]) => name !== 'listings_listed_by_end')
    .map(([name, of]) => `create index ${name} on ${of}`),
  ...linkedTables.map((table) => `create index ${table}_by_event on ${table} (id)`),
]

const numberTables: readonly string[] = [
  `create table linked_days (
     link text collate "C" not null, target_id bigint not null, day integer not null, events integer not null,
     primary key (link, target_id, day))`,
  `create table linked_totals (
     link text collate "C" not null, target_id bigint not null, events integer not null,
     primary key (link, target_id))`,
]

const isChanged = listingColumns.map((name) => `new.${name} is distinct from old.${name}`).join(' or ')
const insert = (from: string) =>
  `insert into listings (${columns.join(', ')}) select ${columns.map((name) => `new.${name}`).join(', ')} ${from}`

const listingTriggers: readonly Trigger[] = [
  {
    name: 'listings_insert',
    after: 'insert on events',
    statements: [insert('')],
    together: [insert(`from ${inserted}`)],
  },
  {
    name: 'listings_update',
    after: `update of ${listingColumns.join(', ')} on events`,
    when: isChanged,
    statements: [
      `update listings set ${listingColumns.map((name) => `${name} = new.${name}`).join(', ')} where id = new.id`,
    ],
  },
  {
    name: 'listings_delete',
    after: 'delete on events',
    statements: ['delete from listings where id = old.id'],
  },
]
