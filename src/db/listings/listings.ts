import type { EventsTable, Flag } from '../tables.ts'
import type { Trigger } from '../trigger.ts'

/** The columns that lists choose and order events by, beside the id. */
export const listingColumns = [
  'starts_at',
  'date_at',
  'ends_at',
  'modified_at',
  'status',
  'status_before',
  'hide_from_listings',
  'author_id',
  'featured',
  'cost_kind',
  'post_parent',
  'title_folded',
] as const satisfies readonly (keyof EventsTable)[]

/** The condition, in SQL, that lists show an event to everybody; `at` is put before its columns. */
export const listed = (at = ''): string => `${at}status = 'publish' and ${at}hide_from_listings = 0`

/**
 * The condition, in SQL, that lists show an event only to those who may read it before it is published, or may take it out of
 * the trash; `at` as above.
 */
export const unpublished = (at = ''): string => `${at}status <> 'publish' and ${at}hide_from_listings = 0`

/** Each event with the columns that lists choose it by. The database keeps it up to date: the program never writes here. */
export type ListingsTable = Readonly<Pick<EventsTable, 'id' | (typeof listingColumns)[number]>>

/** The same for each link of an event, so that the events of a venue, for example, are found in the order of lists. */
export type LinkedListingsTable = ListingsTable & { readonly target_id: number }

/** The listings of venues, with two more columns. */
export type VenueListingsTable = LinkedListingsTable & {
  /**
   * The id of the venue that the event has before this one: 0 for none, null for several. By this, an event at several of some
   * venues is counted once.
   */
  readonly after_id: number | null
  /** 1 where the event has a password. */
  readonly protected: Flag
}

/** The tables of listings of links: of each the table of the links, its column, and the table that the column refers to. */
export const linkedListings = {
  term_listings: { links: 'event_terms', column: 'term_id', of: 'terms' },
  venue_listings: { links: 'event_venues', column: 'venue_id', of: 'venues' },
  organizer_listings: { links: 'event_organizers', column: 'organizer_id', of: 'organizers' },
} as const

/** A table with the listings of links; in that of terms, each term also has the events of all below it. */
export type LinkedListing = keyof typeof linkedListings

/**
 * What listed events are counted by: their links, and their kind of cost (`toldCosts`) as if it were a link. The listings of
 * each link are in `<link>_listings`.
 */
export type CountedLink = 'cost' | (LinkedListing extends `${infer Link}_listings` ? Link : never)

/** The link that the table has the listings of. */
export function countedLink(table: LinkedListing): CountedLink {
  return counted[table]
}

const counted = {
  term_listings: 'term',
  venue_listings: 'venue',
  organizer_listings: 'organizer',
} as const satisfies Record<LinkedListing, CountedLink>

/**
 * How many of the listed events that are linked to the target start on a day; those of a term include the events of all below
 * it, each once. Triggers keep it up to date: the program never writes here.
 */
export interface LinkedDaysTable {
  readonly link: CountedLink
  readonly target_id: number
  /** See `dayOf`. */
  readonly day: number
  readonly events: number
}

/** The same for all days together. */
export type LinkedTotalsTable = Omit<LinkedDaysTable, 'day'>

/**
 * Most events last no longer than this, in seconds. Longer ones of venues, organizers and terms have an index of their own.
 */
export const lastingSpan_s = 86_400

/** Few events last longer than this, in seconds: these have an index of their own. */
export const longSpan_s = 31 * 86_400

/** A flag that depends on the links of an event, and what it follows from. */
interface ListingFlag {
  /** The condition, in SQL, for the event with the id, which is SQL too. */
  readonly holdsFor: (id: string) => string
  /** The changes that may change the flag, and of which events, as a query or a list; both may use `new` and `old`. */
  readonly follows: readonly (Pick<Trigger, 'after' | 'when'> & { readonly events: string })[]
}

const isPlaced = (venue: string) => `(${venue}.status = 'publish' and ${venue}.geo_lat is not null)`

/** The flags: whether an event has a place that everybody can see (`geoloc`), and whether it has a ticket (D33). */
export const listingFlags = {
  placed: {
    holdsFor: (id) => `exists (
      select 1 from event_venues join venues on venues.id = event_venues.venue_id
      where event_venues.event_id = ${id} and ${isPlaced('venues')})`,
    follows: [
      { after: 'insert on event_venues', events: 'new.event_id' },
      { after: 'delete on event_venues', events: 'old.event_id' },
      {
        after: 'update of status, geo_lat on venues',
        when: `${isPlaced('new')} <> ${isPlaced('old')}`,
        events: 'select event_id from event_venues where venue_id = new.id',
      },
    ],
  },
  ticketed: {
    holdsFor: (id) =>
      `exists (select 1 from tickets where tickets.event_id = ${id} and tickets.status = 'publish')`,
    follows: [
      { after: 'insert on tickets', when: `new.status = 'publish'`, events: 'new.event_id' },
      { after: 'delete on tickets', when: `old.status = 'publish'`, events: 'old.event_id' },
      {
        after: 'update of status, event_id on tickets',
        when: 'new.status <> old.status or new.event_id <> old.event_id',
        events: 'new.event_id, old.event_id',
      },
    ],
  },
} satisfies Readonly<Record<string, ListingFlag>>

export type ListingFlagName = keyof typeof listingFlags

export const listingFlagNames = Object.keys(listingFlags) as ListingFlagName[]
