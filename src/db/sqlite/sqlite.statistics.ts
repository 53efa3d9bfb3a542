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
