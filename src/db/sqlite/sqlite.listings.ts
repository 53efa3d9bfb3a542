import {
  flagIndexes,
  lastingIndexes,
  listingIndexes,
  rangeIndexes,
  unpublishedIndexes,
} from '../listings/listings.indexes.ts'
import { linkedDaysTriggers } from '../listings/listings.linkedDays.ts'
import { changeTriggers, linkedTables, rangeTriggers } from '../listings/listings.ranges.ts'
import { linkedListings, listingColumns, listingFlagNames } from '../listings/listings.ts'
import type { Trigger } from '../trigger.ts'

const columns = ['id', ...listingColumns]

const declared = `
  starts_at integer not null, date_at integer not null, ends_at integer not null, modified_at integer not null,
  status text not null, status_before text, hide_from_listings integer not null, author_id integer not null,
  featured integer not null, cost_kind integer not null, post_parent integer, title_folded text not null`

const flag = (name: string) => `${name} integer not null default 0`

/**
 * Tables beside that of events, whose rows are long: with their texts, one or two fill a page of the file, while a page has a
 * hundred listings. Triggers keep them up to date.
 */
export const listingTables: readonly string[] = [
  `create table listings (
     id integer primary key references events (id) on delete cascade, ${declared},
     ${[...listingFlagNames, 'ticket_cost'].map(flag).join(', ')})`,
  ...linkedTables.map((table) => {
    const more = table === 'venue_listings' ? `after_id integer, ${flag('protected')},` : ''
    return `
      create table ${table} (
        target_id integer not null, id integer not null, ${declared}, ${more}
        primary key (target_id, starts_at, date_at, id)) without rowid`
  }),
  ...linkedTables.map((table) => `create index ${table}_by_event on ${table} (id)`),
  ...Object.entries({
    ...listingIndexes(),
    ...flagIndexes,
    ...rangeIndexes,
    ...lastingIndexes,
    ...unpublishedIndexes(listingFlagNames),
  }).map(([name, of]) => `create index ${name} on ${of}`),
  `create table linked_days (
     link text not null, target_id integer not null, day integer not null, events integer not null,
     primary key (link, target_id, day)) without rowid`,
  `create table linked_totals (
     link text not null, target_id integer not null, events integer not null,
     primary key (link, target_id)) without rowid`,
]

const isChanged = listingColumns.map((name) => `new.${name} is not old.${name}`).join(' or ')

/** The triggers that keep listings and the listings of links up to date. */
export const listingTriggers: readonly Trigger[] = [
  {
    name: 'listings_insert',
    after: 'insert on events',
    statements: [
      `insert into listings (${columns.join(', ')}) values (${columns.map((name) => `new.${name}`).join(', ')})`,
    ],
  },
  {
    name: 'listings_update',
    after: `update of ${listingColumns.join(', ')} on events`,
    when: isChanged,
    statements: [
      `update listings set ${listingColumns.map((name) => `${name} = new.${name}`).join(', ')} where id = new.id`,
    ],
  },
  ...rangeTriggers.map((trigger) =>
    Object.assign({}, trigger, { when: trigger.when ?? stillThere(trigger.name) }),
  ),
  ...linkedTables.flatMap(changeTriggers),
  ...linkedDaysTriggers,
]

/** What the removal of a link depends on: of a removed record, the listings are gone by then (`removals`). */
function stillThere(trigger: string): string | undefined {
  const table = linkedTables.find((each) => trigger === `${each}_delete`)
  return (
    table &&
    `exists (select 1 from ${linkedListings[table].of} where id = old.${linkedListings[table].column})`
  )
}

/** Triggers that remove the listings of a removed record first, as one range, so that its links need not be handled one by one. */
export const removals: readonly string[] = linkedTables.map((table) => {
  const together =
    table === 'term_listings'
      ? // The listings of the terms above it change too.
        'delete from term_ancestors where term_id = old.id'
      : `delete from ${table} where target_id = old.id`
  return `create trigger ${table}_remove before delete on ${linkedListings[table].of} begin ${together}; end`
})
