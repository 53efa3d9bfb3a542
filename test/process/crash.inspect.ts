import type { DatabaseSync } from 'node:sqlite'
import type { Wanted } from './crash.load.ts'

/** Everything in the file, by key, as far as clients said how it is to be. */
export function eventsIn(file: DatabaseSync): Map<string, Wanted> {
  const linked = new Map(['venue', 'organizer'].map((kind) => [kind, listsOf(file, `select event_id, title as name from event_${kind}s join ${kind}s on ${kind}s.id = ${kind}_id order by position`)]))
  const terms = new Map(
    ['tribe_events_cat', 'post_tag'].map((taxonomy) => [
      taxonomy,
      listsOf(file, `select event_id, name from event_terms join terms on terms.id = term_id where taxonomy = '${taxonomy}' order by name`),
    ]),
  )
  const rows = file.prepare('select id, title, status, website from events').all()
  const events = rows.map(({ id, title, status, website }) => {
    const wanted = {
      title: String(title),
      status: String(status),
      venue: linked.get('venue')?.get(id)?.join() ?? '',
      organizers: linked.get('organizer')?.get(id) ?? [],
      categories: terms.get('tribe_events_cat')?.get(id) ?? [],
      tags: terms.get('post_tag')?.get(id) ?? [],
    }
    return [String(website).replace('https://example.org/', ''), wanted] as const
  })
  return new Map(events)
}

/** The names of everything that writes made beside events. */
export function namesIn(file: DatabaseSync): Record<'venues' | 'organizers' | 'categories' | 'tags', Set<string>> {
  const names = (query: string) => new Set(file.prepare(query).all().map(({ name }) => String(name)))
  return {
    venues: names('select title as name from venues'),
    organizers: names('select title as name from organizers'),
    categories: names("select name from terms where taxonomy = 'tribe_events_cat'"),
    tags: names("select name from terms where taxonomy = 'post_tag'"),
  }
}

/** Whatever is broken in the file as such, in words; nothing when it is sound. */
export function damageIn(file: DatabaseSync): unknown[] {
  const searchable = ['events', 'venues', 'organizers', 'terms']
  return [
    ...file.prepare('PRAGMA integrity_check').all().filter(({ integrity_check: said }) => said !== 'ok'),
    ...file.prepare('PRAGMA foreign_key_check').all(),
    // An id that was handed out and not used, or an event whose times, links or search text are missing.
    ...file.prepare("select 'item without record', id from items where id not in (select id from events union all select id from venues union all select id from organizers)").all(),
    ...file.prepare("select 'event without', id from events where starts_at = 0 or slug = '' and status = 'publish' or instr(folded, lower(title)) = 0").all(),
    ...file
      .prepare(
        `select 'count', terms.id, count, (
           select count(*) from event_terms join events on events.id = event_id and status = 'publish' where term_id = terms.id
         ) as recount from terms where count <> recount`,
      )
      .all(),
    ...searchable.flatMap((table) => {
      try {
        file.exec(`insert into ${table}_search(${table}_search, rank) values ('integrity-check', 1)`)
        return []
      } catch (error) {
        return [`${table}_search: ${String(error)}`]
      }
    }),
  ]
}

function listsOf(file: DatabaseSync, query: string): Map<unknown, string[]> {
  const rows = Map.groupBy(file.prepare(query).all(), ({ event_id }) => event_id)
  return new Map([...rows].map(([id, own]) => [id, own.map(({ name }) => String(name))]))
}
