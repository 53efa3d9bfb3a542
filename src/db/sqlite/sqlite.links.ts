import { type Kysely, sql } from 'kysely'
import { keyOf } from '../copy.tables.ts'
import { lastingIndexes } from '../listings/listings.indexes.ts'
import { type LinkedListing, linkedListings } from '../listings/listings.ts'
import type { Tables } from '../tables.ts'

type Linked = (typeof linkedListings)[LinkedListing]

/**
 * Stores the links of an event together: as tables that are their own index by event, a list reads one page of the file for
 * the venues of an event, and a write changes one tree less. The few events of a venue, an organizer or a term that last long
 * get an index.
 */
export async function arrangeLinks(db: Kysely<Tables>): Promise<void> {
  // The new key makes this index redundant.
  await sql`drop index event_venues_by_event`.execute(db)
  for (const linked of Object.values(linkedListings)) await cluster(db, linked)
  for (const [name, of] of Object.entries(lastingIndexes))
    await sql.raw(`create index ${name} on ${of}`).execute(db)
}

async function cluster(db: Kysely<Tables>, { links: table, column, of }: Linked): Promise<void> {
  const key = keyOf(table).join(', ')
  const { rows } = await sql<{ make: string }>`
    select sql as make from sqlite_schema
    where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null`.execute(db)
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    db,
  )
  const names = columns.map(({ name }) => name).join(', ')
  const statements = [
    `create temp table links as select ${names} from ${table}`,
    `drop table ${table}`,
    `create table ${table} (
       event_id integer not null references events (id) on delete cascade,
       ${column} integer not null references ${of} (id) on delete cascade,
       ${names.includes('position') ? 'position integer not null,' : ''}
       primary key (${key})) without rowid`,
    `insert into ${table} (${names}) select ${names} from temp.links order by ${key}`,
    'drop table temp.links',
    ...rows.map(({ make }) => make),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
