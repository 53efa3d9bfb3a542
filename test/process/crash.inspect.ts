import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'
import type { Taxonomy } from '../../src/storage/schema/tables.ts'
import type { Found, Names } from './crash.ledger.ts'

/** Every event in the database by its key, as far as clients said how it is to be. */
export async function eventsIn({ read }: Database): Promise<Map<string, Found>> {
  const venues = read
    .selectFrom('event_venues')
    .innerJoin('venues', 'id', 'venue_id')
    .select(['event_id', 'title as name'])
  const organizers = read
    .selectFrom('event_organizers')
    .innerJoin('organizers', 'id', 'organizer_id')
    .select(['event_id', 'title as name'])
    .orderBy('position')
  const terms = (taxonomy: Taxonomy) =>
    read
      .selectFrom('event_terms')
      .innerJoin('terms', 'id', 'term_id')
      .select(['event_id', 'name'])
      .where('taxonomy', '=', taxonomy)
      .orderBy('name')
  const [venue, organizer, categories, tags] = await Promise.all(
    [venues, organizers, terms('tribe_events_cat'), terms('post_tag')].map(namesByEvent),
  )
  const rows = await read.selectFrom('events').select(['id', 'title', 'status', 'website']).execute()
  return new Map(
    rows.map(({ id, title, status, website }) => {
      const event = {
        title,
        status,
        venue: venue?.get(id)?.join() ?? '',
        organizers: organizer?.get(id) ?? [],
        categories: categories?.get(id) ?? [],
        tags: tags?.get(id) ?? [],
      }
      return [String(website).replace('https://example.org/', ''), { id, event }]
    }),
  )
}

/** A query for the names of what belongs to events. */
interface NamesOfEvents {
  execute(): Promise<{ event_id: number; name: string }[]>
}

async function namesByEvent(query: NamesOfEvents): Promise<Map<number, string[]>> {
  const rows = Map.groupBy(await query.execute(), ({ event_id }) => event_id)
  return new Map([...rows].map(([id, own]) => [id, own.map(({ name }) => name)]))
}

/** The names of everything in the database that writes made beside events. */
export async function namesIn({ read }: Database): Promise<Names> {
  const titles = async (table: 'venues' | 'organizers') =>
    new Set((await read.selectFrom(table).select('title').execute()).map(({ title }) => title))
  const terms = async (taxonomy: Taxonomy) => {
    const rows = await read.selectFrom('terms').select('name').where('taxonomy', '=', taxonomy).execute()
    return new Set(rows.map(({ name }) => name))
  }
  return {
    venues: await titles('venues'),
    organizers: await titles('organizers'),
    categories: await terms('tribe_events_cat'),
    tags: await terms('post_tag'),
  }
}

/** What is never there in a sound calendar. */
const unsound = [
  sql`select 'id without a record', id from items
     where id not in (select id from events union all select id from venues union all select id from organizers)`,
  sql`select 'event without its texts', id from events
     where start_wall = '' or folded not like '%' || lower(title) || '%' or (slug = '' and status = 'publish')`,
  sql`select 'wrong count', id, count from terms where count <> (
     select count(*) from event_terms join events on events.id = event_id and status = 'publish' where term_id = terms.id)`,
]

/** Whatever does not go together in the database; nothing when it is sound. */
export async function damageIn({ read }: Database): Promise<unknown[]> {
  const found = await Promise.all(unsound.map(async (query) => (await query.execute(read)).rows))
  return found.flat()
}

/** Whatever is broken in the SQLite file of the folder; nothing when it is sound. */
export function damageInFile(folder: string): unknown[] {
  const file = new DatabaseSync(join(folder, 'kalends.db'), { timeout: 10_000 })
  try {
    return [
      "select integrity_check from pragma_integrity_check where integrity_check <> 'ok'",
      'select * from pragma_foreign_key_check',
    ].flatMap((query): unknown[] => file.prepare(query).all())
  } finally {
    file.close()
  }
}
