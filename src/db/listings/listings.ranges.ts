import {
  type LinkedListing,
  linkedListings,
  listingColumns,
  type ListingFlagName,
  listingFlagNames,
  listingFlags,
} from './listings.ts'
import { inserted, type Trigger } from '../trigger.ts'

const columns = ['id', ...listingColumns]

/** See `VenueListingsTable`. */
const afterId = (event: string, venue: string) => `(
  select case count(distinct venue_id) when 0 then 0 when 1 then min(venue_id) end
  from event_venues as earlier where earlier.event_id = ${event} and earlier.position < (
    select min(position) from event_venues as own where own.event_id = ${event} and own.venue_id = ${venue}))`

const isProtected = (row: string) => `case when ${row}.password_digest > '' then 1 else 0 end`

/** The columns of the listings of each kind of link, and where they come from. */
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
      // No venue is before the first one.
      after_id: `case when event_venues.position = 0 then 0 else ${afterId('listings.id', 'event_venues.venue_id')} end`,
      protected: `(select ${isProtected('events')} from events where events.id = listings.id)`,
    },
  },
  organizer_listings: { target: 'event_organizers.organizer_id', links: 'event_organizers' },
}

/** The tables with the listings of links. */
export const linkedTables = Object.keys(sources) as LinkedListing[]

const refillListings: readonly string[] = [
  'delete from listings',
  `insert into listings (${[...columns, ...listingFlagNames].join(', ')})
   select ${[...columns, ...listingFlagNames.map((name) => flagOf(name, 'events.id'))].join(', ')} from events`,
]

const inOrder = (table: LinkedListing) =>
  `true order by ${sources[table].target}, starts_at, date_at, listings.id`

/** The statements that fill listings and those of links anew, while there are no triggers. */
export const refillRanges: readonly string[] = [
  ...refillListings,
  ...linkedTables.flatMap((table) => [`delete from ${table}`, insertInto(table, inOrder(table))]),
]

/** The same statements for listings of links that have no keys either. */
export const refillRangesUnkeyed: readonly string[] = [
  ...refillListings,
  ...linkedTables.flatMap((table) => [
    `delete from ${table}`,
    // An event may have several terms below the same one.
    `${into(table)} select distinct ${listedBy(table, inOrder(table))}`,
  ]),
]

function flagOf(name: ListingFlagName, id: string): string {
  return `(case when ${listingFlags[name].holdsFor(id)} then 1 else 0 end)`
}

function flagTriggers(name: ListingFlagName): Trigger[] {
  const turn = `update listings set ${name} = 1 - ${name} where ${name} <> ${flagOf(name, 'listings.id')}`
  return listingFlags[name].follows.map(({ after, when, events }, index) => ({
    name: `listings_${name}_${index + 1}`,
    after,
    when,
    statements: [`${turn} and id in (${events})`],
  }))
}

/**
 * Inserts the listings of events that the condition selects and that are missing. (In a trigger, `insert or ignore` takes the
 * conflict clause of the outer statement, and fails within the actions of foreign keys.) The condition may use other `rows`.
 */
function insertInto(table: LinkedListing, condition: string, rows?: string): string {
  return `${into(table)} select ${listedBy(table, condition, rows)} on conflict do nothing`
}

function into(table: LinkedListing): string {
  const { more = {} } = sources[table]
  return `insert into ${table} (target_id, ${[...columns, ...Object.keys(more)].join(', ')})`
}

function listedBy(table: LinkedListing, condition: string, rows?: string): string {
  const { target, more = {} } = sources[table]
  const links = [...(rows === undefined ? [] : [rows]), sources[table].links].join(', ')
  return `${[target, ...columns.map((name) => `listings.${name}`), ...Object.values(more)].join(', ')}
    from ${links} join listings on listings.id = ${linkedListings[table].links}.event_id where ${condition}`
}

function linkTriggers(table: LinkedListing): Trigger[] {
  const { links, column } = linkedListings[table]
  const isNew = `${links}.event_id = new.event_id and ${links}.${column} = new.${column}`
  return [
    {
      name: `${table}_insert`,
      after: `insert on ${links}`,
      statements: [insertInto(table, isNew)],
      together: [insertInto(table, isNew, inserted)],
    },
    unlinkTrigger(table),
  ]
}

/** The trigger that removes the listings of a link together with it, if the condition holds. */
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

/** The triggers that update the listings of a kind of link in place, as long as events keep their place in the order of lists. */
export function changeTriggers(table: LinkedListing): Trigger[] {
  return [
    {
      name: `${table}_move`,
      after: 'update of starts_at, date_at on listings',
      when: isMoved,
      statements: listAnew(table),
    },
    {
      name: `${table}_change`,
      after: `update of ${movable.join(', ')} on listings`,
      when: `not ${isMoved}`,
      statements: [
        `update ${table} set ${movable.map((name) => `${name} = new.${name}`).join(', ')} where id = new.id`,
      ],
    },
  ]
}

const isMoved = '(new.starts_at <> old.starts_at or new.date_at <> old.date_at)'
const movable = listingColumns.filter((name) => name !== 'starts_at' && name !== 'date_at')

/** The statements that replace the listings of the event of a row. */
function listAnew(table: LinkedListing): string[] {
  const { links } = linkedListings[table]
  return [`delete from ${table} where id = new.id`, insertInto(table, `${links}.event_id = new.id`)]
}

/** The triggers for terms that are moved below other ones, or away from them. */
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

/** The triggers that keep `after_id` up to date when an event gains or loses a venue. */
const orderTriggers: readonly Trigger[] = (['insert', 'delete'] as const).map((change) => {
  const row = change === 'insert' ? 'new' : 'old'
  return {
    name: `venue_listings_order_${change}`,
    after: `${change} on event_venues`,
    statements: [
      `update venue_listings set after_id = ${afterId('id', 'target_id')} where id = ${row}.event_id
       and exists (select 1 from event_venues where event_id = ${row}.event_id and position > ${row}.position)`,
    ],
  }
})

const passwordTrigger: Trigger = {
  name: 'venue_listings_protect',
  after: 'update of password_digest on events',
  when: `${isProtected('new')} <> ${isProtected('old')}`,
  statements: [`update venue_listings set protected = ${isProtected('new')} where id = new.id`],
}

/** The triggers that keep flags and links of listings up to date, besides {@link changeTriggers}. */
export const rangeTriggers: readonly Trigger[] = [
  ...listingFlagNames.flatMap(flagTriggers),
  ...linkedTables.flatMap(linkTriggers),
  ...ancestorTriggers,
  ...orderTriggers,
  passwordTrigger,
]
