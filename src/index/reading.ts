import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from '../db/dialect.ts'
import { readLists } from '../db/statements.ts'
import type { Place } from '../geo/sphere.ts'
import type { Batch, LinkName, Target } from './columns.ts'
import { costSql } from './costs.ts'
import { happeningSql } from './happenings.ts'
import { stateSql } from './states.ts'
import { turn } from './slots.ts'
import { sampleSize, shelfOf } from './titles.ts'

/** A database, read at one moment. */
export interface Source {
  readonly read: Reader
  readonly dialect: Dialect
}

/** Flags by their bits, each with its condition in SQL. */
export const flags = {
  featured: { bit: 1, condition: 'events.featured = 1' },
  hidden: { bit: 2, condition: 'events.hide_from_listings = 1' },
  ticketed: {
    bit: 4,
    condition: `exists (select 1 from tickets where tickets.event_id = events.id and tickets.status = 'publish')`,
  },
} as const
export type FlagName = keyof typeof flags

const flagsSql = Object.values(flags)
  .map(({ bit, condition }) => `case when ${condition} then ${bit} else 0 end`)
  .join(' + ')

/** What is read of an event. */
const eventValues = {
  id: 'events.id',
  starts: 'events.starts_at',
  ends: 'events.ends_at',
  date: 'events.date_at',
  modified: 'events.modified_at',
  author: 'events.author_id',
  state: stateSql('events'),
  flags: flagsSql,
  cost: costSql,
  happening: happeningSql,
  title: 'events.title_folded',
  series: 'coalesce(events.series_id, 0)',
  // An occurrence belongs to its series (D61).
  parent: 'coalesce(events.series_id, events.post_parent)',
  password: 'events.password_digest',
  trashed: `case when events.status = 'trash' and events.status_before = 'publish' then events.trashed_at end`,
} as const
type ValueName = keyof typeof eventValues

/** Links that have a table, with the column of the target. */
const linkTables = {
  terms: ['event_terms', 'term_id'],
  venues: ['event_venues', 'venue_id'],
  organizers: ['event_organizers', 'organizer_id'],
} as const satisfies Partial<Record<LinkName, readonly [table: string, column: string]>>

/** How many events are read at once: some ten milliseconds on the thread of an embedded database. */
const eventsPerBatch = 2000

/** Reads all events, by their ids. */
export async function* readAll(
  source: Source,
  posts: readonly string[],
): AsyncGenerator<Batch, void, undefined> {
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const batch = await readBatch(source, posts, {
      events: sql`events.id > ${last} order by events.id limit ${sql.lit(eventsPerBatch)}`,
      links: (ids) => sql`event_id > ${last} and event_id <= ${ids.at(-1) ?? last}`,
    })
    const next = batch.columns.id.at(-1)
    if (next === undefined) return
    yield batch
    last = next
    await turn()
  }
}

/** Reads these events, as far as they exist. */
export async function* readSome(
  source: Source,
  posts: readonly string[],
  ids: readonly number[],
): AsyncGenerator<Batch, void, undefined> {
  for (let from = 0; from < ids.length; from += eventsPerBatch) {
    const some = source.dialect.tableOfIds(ids.slice(from, from + eventsPerBatch))
    const are = (column: string) => sql`${sql.ref(column)} in (select id from ${some} as listed)`
    yield readBatch(source, posts, {
      events: sql`${are('events.id')} order by events.id`,
      links: () => are('event_id'),
    })
  }
}

type Read = Readonly<Record<Exclude<ValueName, 'title'>, readonly number[]> & { title: readonly string[] }>

interface Among {
  readonly events: RawBuilder<unknown>
  readonly links: (ids: readonly number[]) => RawBuilder<unknown>
}

async function readBatch(source: Source, posts: readonly string[], among: Among): Promise<Batch> {
  const names = Object.keys(eventValues) as ValueName[]
  const values = names.map((name) => sql`${sql.raw(eventValues[name])} as ${sql.ref(name)}`)
  const lists = await readLists<number | string | null>(
    source,
    names.map((name) => sql.ref(name)),
    sql`(select ${sql.join(values)} from events where ${among.events}) as batch`,
  )
  // Each name has values of its own type, which the compiler does not follow.
  const read = Object.fromEntries(names.map((name, at) => [name, lists[at] ?? []])) as unknown as Read
  const { title, parent, password, trashed, ...numbers } = read
  const links: Partial<Record<LinkName, readonly [readonly number[], readonly Target[]]>> = {}
  for (const [name, [table, column]] of Object.entries(linkTables)) {
    const [events = [], targets = []] =
      numbers.id.length === 0
        ? []
        : await readLists<number>(
            source,
            [sql.ref('event_id'), sql.ref(column)],
            sql`${sql.table(table)} where ${among.links(numbers.id)}`,
          )
    links[name as LinkName] = [events, targets]
  }
  const linkOf = (targets: readonly (Target | null)[]): readonly [number[], Target[]] => {
    const linked = targets.flatMap((target, at) =>
      target === null ? [] : [[numbers.id[at] ?? 0, target] as const],
    )
    return [linked.map(([id]) => id), linked.map(([, target]) => target)]
  }
  return {
    columns: { ...numbers, shelf: title.map((text) => shelfOf(text, posts)) },
    links: {
      ...links,
      parents: linkOf(parent),
      passwords: linkOf(password),
      trashed: linkOf(trashed),
    } as Batch['links'],
  }
}

/** Titles at equal distances among the ids: enough of them to know which there are. */
export async function sampleTitles(source: Source): Promise<readonly string[]> {
  const [[least] = [], [most] = []] = await readLists<number | null>(
    source,
    [sql`least`, sql`most`],
    sql`
    (select min(id) as least, max(id) as most from events) as ends`,
  )
  if (least === null || most === null || least === undefined || most === undefined) return []
  const count = Math.min(sampleSize, most - least + 1)
  const ids = Array.from({ length: count }, (_, at) => least + Math.floor(((most - least) * at) / count))
  const titles: string[] = []
  for (let from = 0; from < ids.length; from += titlesPerBatch) {
    const some = source.dialect.tableOfIds(ids.slice(from, from + titlesPerBatch))
    const next = sql`select (select title_folded from events where events.id >= listed.id order by events.id limit 1) as title from ${some} as listed`
    const [found = []] = await readLists<string>(source, [sql.ref('title')], sql`(${next}) as sampled`)
    titles.push(...found)
    await turn()
  }
  return titles
}

const titlesPerBatch = 500

/** The folded titles of these events, by id. */
export async function readTitles(
  source: Source,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const [found = [], titles = []] = await readLists<number | string>(
    source,
    [sql.ref('id'), sql.ref('title_folded')],
    sql`
    events where id in (select id from ${source.dialect.tableOfIds(ids)} as listed)`,
  )
  return new Map(found.map((id, at) => [Number(id), String(titles[at])]))
}

/** A venue, as far as events are chosen by it. */
export interface VenueFacts extends Partial<Place> {
  readonly author: number
  readonly state: number
}

/** The venues that have coordinates, by id. */
export async function readPlaces(source: Source): Promise<ReadonlyMap<number, VenueFacts & Place>> {
  const [ids = [], lats = [], lngs = [], authors = [], numbers = []] = await readLists<number>(
    source,
    [
      sql.ref('id'),
      sql.ref('geo_lat'),
      sql.ref('geo_lng'),
      sql.ref('author_id'),
      sql.raw(stateSql('venues')),
    ],
    sql`venues where geo_lat is not null and geo_lng is not null`,
  )
  return new Map(
    ids.map((id, at) => [
      id,
      { lat: lats[at] ?? 0, lng: lngs[at] ?? 0, author: authors[at] ?? 0, state: numbers[at] ?? 0 },
    ]),
  )
}

/** The term above each one that has one, by id. */
export async function readParents(source: Source): Promise<ReadonlyMap<number, number>> {
  const [ids = [], parents = []] = await readLists<number>(
    source,
    [sql.ref('id'), sql.ref('parent')],
    sql`terms where parent <> 0`,
  )
  return new Map(ids.map((id, at) => [id, parents[at] ?? 0]))
}
