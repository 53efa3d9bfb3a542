import type { DatabaseSync } from 'node:sqlite'
import type { Found, Names } from './crash.ledger.ts'

/** Every event in the file by its key, as far as clients said how it is to be. */
export function eventsIn(file: DatabaseSync): Map<string, Found> {
  const venues = namesByEvent(
    file,
    'select event_id, title as name from event_venues join venues on id = venue_id',
  )
  const organizers = namesByEvent(
    file,
    'select event_id, title as name from event_organizers join organizers on id = organizer_id order by position',
  )
  const terms = (taxonomy: string) =>
    namesByEvent(
      file,
      `select event_id, name from event_terms join terms on id = term_id where taxonomy = '${taxonomy}' order by name`,
    )
  const [categories, tags] = [terms('tribe_events_cat'), terms('post_tag')]
  const rows = file.prepare('select id, title, status, website from events').all()
  return new Map(
    rows.map((row) => {
      const id = Number(row['id'])
      const event = {
        title: String(row['title']),
        status: String(row['status']),
        venue: venues.get(id)?.join() ?? '',
        organizers: organizers.get(id) ?? [],
        categories: categories.get(id) ?? [],
        tags: tags.get(id) ?? [],
      }
      return [String(row['website']).replace('https://example.org/', ''), { id, event }]
    }),
  )
}

/** The names of everything in the file that writes made beside events. */
export function namesIn(file: DatabaseSync): Names {
  const names = (query: string) =>
    new Set(
      file
        .prepare(query)
        .all()
        .map(({ name }) => String(name)),
    )
  return {
    venues: names('select title as name from venues'),
    organizers: names('select title as name from organizers'),
    categories: names("select name from terms where taxonomy = 'tribe_events_cat'"),
    tags: names("select name from terms where taxonomy = 'post_tag'"),
  }
}

/** What is never there in a sound calendar. */
const unsound = [
  "select integrity_check from pragma_integrity_check where integrity_check <> 'ok'",
  'select * from pragma_foreign_key_check',
  `select 'id without a record', id from items
     where id not in (select id from events union all select id from venues union all select id from organizers)`,
  `select 'event without its texts', id from events where start_wall = '' or instr(folded, lower(title)) = 0 or (slug = '' and status = 'publish')`,
  `select 'wrong count', id, count from terms where count <> (
     select count(*) from event_terms join events on events.id = event_id and status = 'publish' where term_id = terms.id)`,
]

/** Whatever is broken in the file; nothing when it is sound. */
export function damageIn(file: DatabaseSync): unknown[] {
  const found = unsound.flatMap((query): unknown[] => file.prepare(query).all())
  const indexes = ['events', 'venues', 'organizers', 'terms'].flatMap((table) => {
    try {
      file.exec(`insert into ${table}_search(${table}_search, rank) values ('integrity-check', 1)`)
      return []
    } catch (error) {
      return [`${table}_search: ${String(error)}`]
    }
  })
  return [...found, ...indexes]
}

function namesByEvent(file: DatabaseSync, query: string): Map<number, string[]> {
  const rows = Map.groupBy(file.prepare(query).all(), ({ event_id }) => Number(event_id))
  return new Map([...rows].map(([id, own]) => [id, own.map(({ name }) => String(name))]))
}
