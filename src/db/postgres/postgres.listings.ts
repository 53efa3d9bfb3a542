import {
  lastingIndexes,
  listingIndexes,
  rangeIndexes,
  unpublishedIndexes,
} from '../listings/listings.indexes.ts'
import { linkedDaysTriggers } from '../listings/listings.linkedDays.ts'
import { changeTriggers, linkedTables, rangeTriggers } from '../listings/listings.ranges.ts'
import { listingColumns, listingFlagNames } from '../listings/listings.ts'
import { inserted, type Trigger } from '../trigger.ts'
import { postgresWords } from './postgres.schema.ts'

const columns = ['id', ...listingColumns]

const flag = (table: string, name: string) =>
  `alter table ${table} add column ${name} integer not null default 0`

/**
 * The tables, without foreign keys: looking up the event of each row takes as long as inserting the row. The indexes are without
 * flags: a row whose flags alone change need not be written to any index.
 */
export const listingTables: readonly string[] = [
  // Pages have free space for new versions of rows.
  `create table listings with (fillfactor = 90) as select ${columns.join(', ')} from events with no data`,
  ...[...listingFlagNames, 'ticket_cost'].map((name) => flag('listings', name)),
  'alter table listings add primary key (id)',
  ...linkedTables.flatMap((table) => [
    `create table ${table} as select id as target_id, ${columns.join(', ')} from events with no data`,
    `alter table ${table} add primary key (target_id, starts_at, date_at, id)`,
  ]),
  'alter table venue_listings add column after_id bigint',
  flag('venue_listings', 'protected'),
  // Index entries cannot have long texts.
  ...Object.entries({
    ...listingIndexes(postgresWords.keyOf('title_folded')),
    ...rangeIndexes,
    ...lastingIndexes,
    ...unpublishedIndexes(),
  })
    // PostgreSQL cannot read from this index alone while rows are new.
    .filter(([name]) => name !== 'listings_listed_by_end')
    .map(([name, of]) => `create index ${name} on ${of}`),
  ...linkedTables.map((table) => `create index ${table}_by_event on ${table} (id)`),
  // Without these statistics PostgreSQL expects a third of all events for any calculated condition, and would therefore plan
  // sums of days anew each time.
  'create statistics listings_lasting on (ends_at - starts_at) from listings',
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

/** The triggers that keep listings and the listings of links up to date. */
export const listingTriggers: readonly Trigger[] = [
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
  ...rangeTriggers,
  ...linkedTables.flatMap(changeTriggers),
  ...linkedDaysTriggers,
]
