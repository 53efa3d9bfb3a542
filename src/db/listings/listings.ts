import type { EventsTable, Flag } from '../tables.ts'
import type { Trigger } from '../trigger.ts'

/** What lists choose events by and put them in order by, beside the id. */
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

/** What makes lists show an event anybody, in SQL; `at` is put before its columns. */
export const listed = (at = ''): string => `${at}status = 'publish' and ${at}hide_from_listings = 0`

/** Of each event what lists choose it by. The database itself keeps it in step: nobody writes here. */
export type ListingsTable = Readonly<Pick<EventsTable, 'id' | (typeof listingColumns)[number]>>

/** The same beside each link of an event, so that those at a venue, say, are found in the order of lists. */
export type LinkedListingsTable = ListingsTable & { readonly target_id: number }

/** What more there is of an event with each of its venues. */
export type VenueListingsTable = LinkedListingsTable & {
  /**
   * Whichever other venue the event names before it: 0 for none, null for several. So events at several of
   * some venues are counted once.
   */
  readonly after_id: number | null
  /** 1 where the event has a password. */
  readonly protected: Flag
}

/** What events are linked to: the table that has their listings, by that of the links, its column, and what that names rows of. */
export const linkedListings = {
  term_listings: { links: 'event_terms', column: 'term_id', of: 'terms' },
  venue_listings: { links: 'event_venues', column: 'venue_id', of: 'venues' },
  organizer_listings: { links: 'event_organizers', column: 'organizer_id', of: 'organizers' },
} as const

/** A table with the listings of what is linked; that of terms has with a term the events of all below it. */
export type LinkedListing = keyof typeof linkedListings

/**
 * What listed events are counted by: what they are linked to, and what they cost (`toldCosts`), as if they were linked to
 * that; listings with each are in `<link>_listings`.
 */
export type CountedLink = 'cost' | (LinkedListing extends `${infer Link}_listings` ? Link : never)

/** What the table has the listings of. */
export function countedLink(table: LinkedListing): CountedLink {
  return counted[table]
}

const counted = {
  term_listings: 'term',
  venue_listings: 'venue',
  organizer_listings: 'organizer',
} as const satisfies Record<LinkedListing, CountedLink>

/**
 * How many listed events start on a day, of those that are linked to the target; with a term count those of all below it,
 * each once. The database itself keeps it in step: nobody writes here.
 */
export interface LinkedDaysTable {
  readonly link: CountedLink
  readonly target_id: number
  /** See `dayOf`. */
  readonly day: number
  readonly events: number
}

/** The same of all days. */
export type LinkedTotalsTable = Omit<LinkedDaysTable, 'day'>

/**
 * Most events last no longer, in seconds. Those of a venue, an organizer or a term that do have an index of their own.
 */
export const lastingSpan_s = 86_400

/** Few events last longer, in seconds: they are found by an index of their own. */
export const longSpan_s = 31 * 86_400

/** What holds for an event by reason of what it is linked to, and what that follows from. */
interface ListingFlag {
  /** Whether it holds for the event with the id, which is SQL. */
  readonly holdsFor: (id: string) => string
  /** After what, of the rows `new` and `old`, it may hold no longer, or from then on; and of which events, by a query or a list. */
  readonly follows: readonly (Pick<Trigger, 'after' | 'when'> & { readonly events: string })[]
}

const isPlaced = (venue: string) => `(${venue}.status = 'publish' and ${venue}.geo_lat is not null)`

/** What lists ask of many events at once: whether anybody finds a place of theirs (`geoloc`), or a ticket (D33). */
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
