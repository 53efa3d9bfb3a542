import { type Kysely, sql } from 'kysely'
import {
  type LinkedListing,
  linkedListings,
  listingColumns,
  type ListingFlagName,
  listingFlagNames,
  listingFlags,
  longSpan_s,
} from './listings.ts'
import { createTrigger } from './sqlite.trigger.ts'
import type { Tables } from './tables.ts'
import type { Trigger } from './trigger.ts'

const order = 'starts_at, date_at, id'
const isListed = `status = 'publish' and hide_from_listings = 0`

/** Two that were there without the flags, and what holds just what is counted. */
const indexes: Readonly<Record<string, string>> = {
  listings_listed: `listings (${order}, ends_at, featured, cost_kind, ${listingFlagNames.join(', ')}) where ${isListed}`,
  listings_listed_by_end: `listings (ends_at, ${order}, featured, cost_kind, ${listingFlagNames.join(', ')}) where ${isListed}`,
  listings_long: `listings (ends_at, starts_at) where ends_at - starts_at > ${longSpan_s}`,
  venue_listings_listed: `venue_listings (target_id, starts_at, ends_at, after_id, protected, id) where ${isListed}`,
}

const columns = ['id', ...listingColumns]
/** See `VenueListingsTable`. */
const afterId = (event: string, venue: string) => `(
  select case count(distinct venue_id) when 0 then 0 when 1 then min(venue_id) end
  from event_venues as earlier where earlier.event_id = ${event} and earlier.position < (
    select min(position) from event_venues as own where own.event_id = ${event} and own.venue_id = ${venue}))`

const isProtected = (row: string) => `coalesce(${row}.password_digest > '', 0)`

/** What of events stands in the table of each kind of link, and whence. */
const sources: Readonly<
  Record<LinkedListing, { target: string; links: string; more?: Record<string, string> }>
> = {
  term_listings: {
    target: 'term_ancestors.ancestor_id',
    links: 'event_terms join term_ancestors on term_ancestors.term_id = event_terms.term_id',
  },
  venue_listings: {
    target: 'event_venues.venue_id',
    links: 'event_venues',
    more: {
      after_id: afterId('listings.id', 'event_venues.venue_id'),
      protected: `(select ${isProtected('events')} from events where events.id = listings.id)`,
    },
  },
  organizer_listings: { target: 'event_organizers.organizer_id', links: 'event_organizers' },
}
const tables = Object.keys(sources) as LinkedListing[]

/**
 * Has more beside the listings: flags; the events of a term with those of all below it; and with a venue which other
 * one an event names before it, and whether it is protected. Triggers keep all of it in step.
 */
export async function createRanges(db: Kysely<Tables>): Promise<void> {
  const statements = [
    // They go by the columns that listings had.
    ...tables.flatMap((table) =>
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
    ...Object.entries(indexes).map(([name, of]) => `create index ${name} on ${of}`),
    'drop index term_listings_by_event',
    insertInto(
      'term_listings',
      `term_ancestors.ancestor_id <> event_terms.term_id order by term_ancestors.ancestor_id, listings.starts_at`,
    ),
    'create index term_listings_by_event on term_listings (id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const trigger of [
    ...listingFlagNames.flatMap(flagTriggers),
    ...tables.flatMap(linkedTriggers),
    ...ancestorTriggers,
    ...orderTriggers,
    passwordTrigger,
  ])
    await createTrigger(db, trigger)
}

/** What fills listings and those of links anew, statement by statement, while there are no triggers. */
export const refillRanges: readonly string[] = [
  'delete from listings',
  `insert into listings (${[...columns, ...listingFlagNames].join(', ')})
   select ${[...columns, ...listingFlagNames.map((name) => listingFlags[name].holdsFor('events.id'))].join(', ')} from events`,
  ...tables.flatMap((table) => [
    `delete from ${table}`,
    insertInto(table, `true order by ${sources[table].target}, starts_at, date_at, listings.id`),
  ]),
]

function flagTriggers(name: ListingFlagName): Trigger[] {
  const { holdsFor, follows } = listingFlags[name]
  const turn = `update listings set ${name} = not ${name} where ${name} <> ${holdsFor('listings.id')}`
  return follows.map(({ after, when, events }, index) => ({
    name: `listings_${name}_${index + 1}`,
    after,
    when,
    statements: [`${turn} and id in (${events})`],
  }))
}

/**
 * Adds those of the events that the condition names which are not there. (`insert or ignore` would do what the statement
 * that fires a trigger does of conflicts, and what a foreign key does fails of them.)
 */
function insertInto(table: LinkedListing, condition: string): string {
  const { target, links, more = {} } = sources[table]
  return `
    insert into ${table} (target_id, ${[...columns, ...Object.keys(more)].join(', ')})
    select ${[target, ...columns.map((name) => `listings.${name}`), ...Object.values(more)].join(', ')}
    from ${links} join listings on listings.id = ${linkedListings[table].links}.event_id where ${condition}
    on conflict do nothing`
}

function linkedTriggers(table: LinkedListing): Trigger[] {
  const { links, column } = linkedListings[table]
  return [
    {
      name: `${table}_insert`,
      after: `insert on ${links}`,
      statements: [
        insertInto(table, `${links}.event_id = new.event_id and ${links}.${column} = new.${column}`),
      ],
    },
    unlinkTrigger(table),
    {
      name: `${table}_update`,
      after: `update of ${listingColumns.join(', ')} on listings`,
      statements: listAnew(table),
    },
  ]
}

function unlinkTrigger(table: LinkedListing, when?: string): Trigger {
  const { target, links: joined } = sources[table]
  const { links } = linkedListings[table]
  return {
    name: `${table}_delete`,
    after: `delete on ${links}`,
    when,
    statements: [
      `delete from ${table} where id = old.event_id and target_id not in (
         select ${target} from ${joined} where ${links}.event_id = old.event_id)`,
    ],
  }
}

/** What is removed has its listings removed first, one range of them, so that its links need not be looked at one by one. */
export async function removeListingsTogether(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) {
    const { column } = linkedListings[table]
    const removed = column.replace('_id', 's')
    await sql.raw(`drop trigger ${table}_delete`).execute(db)
    await createTrigger(
      db,
      unlinkTrigger(table, `exists (select 1 from ${removed} where id = old.${column})`),
    )
    const together =
      table === 'term_listings'
        ? // Those of all above it follow.
          'delete from term_ancestors where term_id = old.id'
        : `delete from ${table} where target_id = old.id`
    await sql
      .raw(`create trigger ${table}_remove before delete on ${removed} begin ${together}; end`)
      .execute(db)
  }
}

const isMoved = '(new.starts_at <> old.starts_at or new.date_at <> old.date_at)'
const movable = listingColumns.filter((name) => name !== 'starts_at' && name !== 'date_at')

/** Changes listings of links where they are, as long as their events stay where they are in the order of lists. */
export async function changeListingsInPlace(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) {
    await sql.raw(`drop trigger ${table}_update`).execute(db)
    await createTrigger(db, {
      name: `${table}_move`,
      after: 'update of starts_at, date_at on listings',
      when: isMoved,
      statements: listAnew(table),
    })
    await createTrigger(db, {
      name: `${table}_change`,
      after: `update of ${movable.join(', ')} on listings`,
      when: `not ${isMoved}`,
      statements: [
        `update ${table} set ${movable.map((name) => `${name} = new.${name}`).join(', ')} where id = new.id`,
      ],
    })
  }
}

function listAnew(table: LinkedListing): string[] {
  const { links } = linkedListings[table]
  return [`delete from ${table} where id = new.id`, insertInto(table, `${links}.event_id = new.id`)]
}

/** Terms come below others, or away from them. */
const ancestorTriggers: readonly Trigger[] = [
  {
    name: 'term_listings_gain',
    after: 'insert on term_ancestors',
    statements: [
      insertInto(
        'term_listings',
        'event_terms.term_id = new.term_id and term_ancestors.ancestor_id = new.ancestor_id',
      ),
    ],
  },
  {
    name: 'term_listings_lose',
    after: 'delete on term_ancestors',
    statements: [
      `delete from term_listings where target_id = old.ancestor_id
       and id in (select event_id from event_terms where term_id = old.term_id)
       and not exists (
         select 1 from event_terms join term_ancestors on term_ancestors.term_id = event_terms.term_id
         where event_terms.event_id = term_listings.id and term_ancestors.ancestor_id = old.ancestor_id)`,
    ],
  },
]

/** Links that others follow. */
const orderTriggers: readonly Trigger[] = (['insert', 'delete'] as const).map((change) => {
  const row = change === 'insert' ? 'new' : 'old'
  return {
    name: `venue_listings_order_${change}`,
    after: `${change} on event_venues`,
    when: `exists (select 1 from event_venues where event_id = ${row}.event_id and position > ${row}.position)`,
    statements: [
      `update venue_listings set after_id = ${afterId('id', 'target_id')} where id = ${row}.event_id`,
    ],
  }
})

const passwordTrigger: Trigger = {
  name: 'venue_listings_protect',
  after: 'update of password_digest on events',
  when: `${isProtected('new')} <> ${isProtected('old')}`,
  statements: [`update venue_listings set protected = ${isProtected('new')} where id = new.id`],
}
