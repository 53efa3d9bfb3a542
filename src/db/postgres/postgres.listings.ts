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

/** Views, which {@link tabulateListings} makes tables of. */
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

/** The index of events that last long; what else listings would have here, views do not tell sooner than a join. */
export async function createRanges(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(`create index events_long on events (ends_at, starts_at) where ends_at - starts_at > ${longSpan_s}`)
    .execute(db)
}

/**
 * It would reckon with a third of all events, whatever is calculated of their columns, and for fear of so many plan sums of days
 * anew each time. What there is already is measured at once.
 */
export async function tellLasting(db: Kysely<Tables>): Promise<void> {
  await sql`create statistics listings_lasting on (ends_at - starts_at) from listings`.execute(db)
  await sql`analyze listings`.execute(db)
}

const columns = ['id', ...listingColumns]

/** Tables in the place of the views, with all that SQLite has beside its own. Nobody writes meanwhile. */
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

/** Of the types that events have. Without foreign keys: to look up the event of each row takes as long as to add the row. */
const tables: readonly string[] = [
  // There is room beside a row for the one that takes its place.
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

/** None has a flag: a row of which only flags change stays in all of its indexes as it is. */
const indexes: readonly string[] = [
  // An index holds no text that is long.
  ...Object.entries({ ...listingIndexes(columnKey('title_folded')), ...rangeIndexes, ...lastingIndexes })
    // Nothing is read from this one alone while rows are new.
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
