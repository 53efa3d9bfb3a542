import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * What SQLite is told about a calendar before there is one: how many rows an index has, then how many of them share
 * its first column, its first two, and so on (https://sqlite.org/fileformat2.html#stat1tab). Knowing nothing, SQLite takes
 * every column for equally telling and picks nine of ten events by their status, rather than those of a month by their
 * start. Measuring instead (`ANALYZE`) would make the plans depend on the calendar; so they are the same for all.
 */
const statistics: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: {
    events_slug_unique: '94000 1',
    events_by_slug: '100000 2 1',
    events_by_author: '100000 2000 500 1 1',
    // Half are said to share a status, though it is nine of ten: few are asked for by another.
    events_by_date: '100000 50000 1 1 1',
    events_by_password: '500 2 1 1 1 1 1 1',
    events_by_image: '50000 10',
    events_by_parent: '1000 2',
    events_uid_unique: '100000 1',
    events_cancelled: '500 2 1',
  },
  listings: {
    listings_by_start: '100000 2 1 1 1 1 1 1 1 1',
    listings_listed: '86000 2 1 1 1 1 1 1 1',
    // No larger than the others, but given as larger, so that of two equal indexes the one in the order of lists is taken.
    listings_by_end: '120000 2 2 1 1 1 1 1 1 1',
    listings_listed_by_end: '110000 2 2 1 1 1 1 1 1',
    listings_long: '500 2 1',
    listings_featured: '4000 2 1 1 1 1 1 1 1 1',
    listings_by_parent: '1000 2 1 1 1 1 1 1 1 1 1',
    listings_by_title: '120000 4 2 1 1 1 1 1 1 1 1',
    listings_by_modified: '120000 2 1 1 1 1 1 1 1 1',
    listings_by_date: '120000 2 1 1 1 1 1 1 1 1',
    // Half are said to share a status, though it is nine of ten: few are asked for by another.
    listings_by_status: '100000 50000 1 1 1',
    listings_by_author: '100000 2000 500 1 1',
    listings_unpublished: '6000 2 1 1 1 1 1 1 1 1 1 1 1',
  },
  // A table without row ids is an index itself, of its own name.
  term_listings: {
    term_listings: '330000 320 2 1 1',
    term_listings_by_event: '330000 4',
    term_listings_lasting: '16000 16 1 1 1 1',
    term_listings_unpublished: '16000 16 2 1 1 1 1 1',
  },
  venue_listings: {
    venue_listings: '100000 40 2 1 1',
    venue_listings_by_event: '100000 2',
    venue_listings_listed: '86000 36 2 1 1 1 1',
    venue_listings_lasting: '5000 2 1 1 1 1',
    venue_listings_unpublished: '5000 2 1 1 1 1 1 1',
  },
  organizer_listings: {
    organizer_listings: '100000 60 2 1 1',
    organizer_listings_by_event: '100000 2',
    organizer_listings_lasting: '5000 3 1 1 1 1',
    organizer_listings_unpublished: '5000 3 1 1 1 1 1 1',
  },
  venues: {
    venues_slug_unique: '2400 1',
    venues_by_slug: '2500 2 1',
    venues_by_author: '2500 250 40 1 1',
    venues_by_date: '2500 400 1 1 1',
    venues_by_date_of_all: '2500 1 1 1 1',
    venues_by_image: '1000 2',
    venues_to_geocode: '100 10 1',
    venues_placed: '2200 100 1 1 1',
    venues_by_title: '2500 2 1 1 1',
    venues_by_modified: '2500 2 1 1 1',
  },
  organizers: {
    organizers_slug_unique: '1500 1',
    organizers_by_slug: '1600 2 1',
    organizers_by_author: '1600 160 30 1 1',
    organizers_by_date: '1600 270 1 1 1',
    organizers_by_date_of_all: '1600 1 1 1 1',
    organizers_by_image: '1000 2',
    organizers_by_title: '1600 2 1 1 1',
    organizers_by_modified: '1600 2 1 1 1',
  },
  event_venues: {
    event_venues: '100000 2 1',
    event_venues_by_target: '100000 40 1',
  },
  event_organizers: {
    event_organizers: '100000 2 1',
    event_organizers_by_target: '100000 60 1',
  },
  terms: {
    terms_slug_unique: '1000 500 1',
    terms_listed: '1000 500 1 1 1 1',
    terms_by_parent: '1000 90 80',
  },
  term_ancestors: {
    sqlite_autoindex_term_ancestors_1: '1100 2 1',
    term_ancestors_by_ancestor: '1100 2 1',
  },
  listed_days: { sqlite_autoindex_listed_days_1: '2000 1000 1' },
  linked_days: { linked_days: '200000 60000 60 1' },
  event_links: { event_links: '540000 6 4 1 1' },
  linked_totals: { linked_totals: '3000 1000 1' },
  tickets: { tickets_by_event: '40000 3 3 1' },
  event_terms: { event_terms: '230000 3 1', event_terms_by_target: '230000 220 1' },
}

/** Gives SQLite the statistics of a calendar, unless it has them. Connections that are opened afterwards use them. */
export async function assumeStatistics(tx: Kysely<Tables>): Promise<void> {
  const wanted = Object.entries(statistics).flatMap(([table, indexes]) =>
    Object.entries(indexes).map(([index, stat]) => ({ table, index, stat })),
  )
  // Makes the table of statistics without measuring anything.
  await sql`analyze sqlite_schema`.execute(tx)
  const { rows } = await sql<{ known: string }>`select idx || ' ' || stat as known from sqlite_stat1`.execute(
    tx,
  )
  const known = new Set(rows.map(({ known }) => known))
  if (known.size === wanted.length && wanted.every(({ index, stat }) => known.has(`${index} ${stat}`))) return
  await sql`delete from sqlite_stat1`.execute(tx)
  const values = wanted.map(({ table, index, stat }) => sql`(${table}, ${index}, ${stat})`)
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values ${sql.join(values)}`.execute(tx)
  await sql`analyze sqlite_schema`.execute(tx)
}
