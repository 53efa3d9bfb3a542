import type { EventsTable } from './tables.ts'

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

/** Of each event what lists choose it by. The database itself keeps it in step: nobody writes here. */
export type ListingsTable = Readonly<Pick<EventsTable, 'id' | (typeof listingColumns)[number]>>

/** The same beside each link of an event, so that those at a venue, say, are found in the order of lists. */
export type LinkedListingsTable = ListingsTable & { readonly target_id: number }

/** What events are linked to: the table that has their listings, by that of the links and its column. */
export const linkedListings = {
  term_listings: { links: 'event_terms', column: 'term_id' },
  venue_listings: { links: 'event_venues', column: 'venue_id' },
  organizer_listings: { links: 'event_organizers', column: 'organizer_id' },
} as const
