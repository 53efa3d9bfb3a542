import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from '../db/dialect.ts'
import { readLists } from '../db/statements.ts'
import { stateSql, type VenueFacts } from './codes.ts'
import {
  byColumn,
  byLink,
  type Column,
  type ColumnName,
  columnNames,
  type Columns,
  columns,
  linkNames,
  links,
  ordered,
} from './columns.ts'
import { turn } from '../../pure/sorted/pieces.ts'
import { maxPosts, postsFrom } from './titles.ts'

/** A database, read at one moment. */
export interface Source {
  readonly read: Reader
  readonly dialect: Dialect
}

/** Whether a column, which has ids of events, has one of those that are read. */
type Among = (column: string) => RawBuilder<unknown>

/** The events with these ids, or all, in parts of so many by their ids; others have their turn in between. */
export function inParts(source: Source, size: number, ids?: readonly number[]): AsyncIterable<Among> {
  return ids ? someInParts(source, size, ids) : allInParts(source, size)
}

async function* someInParts({ dialect }: Source, size: number, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += size) {
    const some = dialect.tableOfIds(ids.slice(from, from + size))
    yield (column: string) => sql`${sql.ref(column)} in (select id from ${some} as wanted)`
    if (ids.length > size) await turn()
  }
}

async function* allInParts({ read }: Source, size: number) {
  for (let last = Number.MIN_SAFE_INTEGER; ; await turn()) {
    const next = read.selectFrom('events').select('id').where('id', '>', last).orderBy('id').limit(size)
    const ends = read.selectFrom(next.as('next')).select((eb) => eb.fn.max('id').as('until'))
    const [from, { until }] = [last, await ends.executeTakeFirstOrThrow()]
    if (until === null) return
    yield (column: string) => sql`${sql.ref(column)} > ${from} and ${sql.ref(column)} <= ${until}`
    last = until
  }
}

/** How many events are read at once: some ten milliseconds on the thread of an embedded database. */
const eventsPerPart = 2000

/** Reads these events, as far as they exist, or all. */
export async function readColumns(
  source: Source,
  posts: readonly string[],
  ids?: readonly number[],
): Promise<Columns> {
  const lists = byColumn(() => [] as (readonly number[])[])
  const linked = byLink(() => new Map<number, number[]>())
  let size = 0
  for await (const among of inParts(source, eventsPerPart, ids)) {
    const from = sql`events where ${among('events.id')} order by events.id`
    const read = await readLists<EventValues>(
      source,
      byColumn((name) => columns[name].sql),
      from,
    )
    for (const name of columnNames) {
      const { numberOf }: Column = columns[name]
      lists[name].push(numberOf ? read[name].map((value) => numberOf(value as never, posts)) : read[name])
    }
    const places = new Map(read.id.map((id, at) => [id, size + at]))
    size += read.id.length
    const linking = sql`(${sql.join(
      linkNames.map((name, number) => {
        const [table, target] = links[name]
        return sql`select ${sql.lit(number)} as link, event_id, ${sql.ref(target)} as target from ${sql.table(table)} where ${among('event_id')}`
      }),
      sql` union all `,
    )}) as linking`
    const { link, event, target } = await readLists<Link>(source, linkValues, linking)
    for (const [at, number] of link.entries()) {
      const [name, place] = [linkNames[number], places.get(event[at] ?? 0)]
      if (name === undefined || place === undefined) continue
      const to = target[at] ?? 0
      const list = linked[name].get(to)
      if (list) list.push(place)
      else linked[name].set(to, [place])
    }
  }
  return ordered({
    ...byColumn((name) => new columns[name].array(lists[name].flat())),
    size,
    links: byLink(
      (name) => new Map([...linked[name]].map(([target, list]) => [target, Uint32Array.from(list)])),
    ),
  })
}

/** A link of an event: which of `linkNames` it is, and what it leads to. */
interface Link {
  readonly link: number
  readonly event: number
  readonly target: number
}

const linkValues = { link: 'link', event: 'event_id', target: 'target' }

/** What is read of each event; of a column with a `numberOf` it is what that takes. */
type EventValues = Readonly<Record<ColumnName, number>>

/** Reads titles at equal distances among the ids, to divide the alphabet. */
export async function readPosts(source: Source): Promise<readonly string[]> {
  const ends = source.read
    .selectFrom('events')
    .select(({ fn }) => [fn.min('id').as('least'), fn.max('id').as('most')])
  const { least, most } = await ends.executeTakeFirstOrThrow()
  if (least === null || most === null) return []
  const places = Array.from(
    { length: maxPosts },
    (_, at) => least + Math.floor(((most - least) * at) / maxPosts),
  )
  const from = sql`${source.dialect.tableOfIds([...new Set(places)])} as near`
  const title = 'select title_folded from events where events.id >= near.id order by events.id limit 1'
  const titles = await readLists<{ title: string }>(source, { title: `(${title})` }, from)
  return postsFrom(titles.title)
}

/** The folded titles of these events, by id. */
export async function readTitles(
  { read, dialect }: Source,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const from = sql`events where id in (select id from ${dialect.tableOfIds(ids)} as wanted)`
  const values = { id: 'id', title: 'title_folded' }
  const { id, title } = await readLists<{ id: number; title: string }>({ read, dialect }, values, from)
  return new Map(id.map((one, at) => [one, title[at] ?? '']))
}

/** The venues that have coordinates, by id. */
export async function readPlaces(source: Source): Promise<ReadonlyMap<number, VenueFacts>> {
  const values = { id: 'id', lat: 'geo_lat', lng: 'geo_lng', author: 'author_id', state: stateSql('venues') }
  const from = sql`venues where geo_lat is not null and geo_lng is not null`
  const { id, ...read } = await readLists<VenueFacts & { id: number }>(source, values, from)
  const fact = (name: keyof VenueFacts, at: number) => read[name][at] ?? 0
  return new Map(
    id.map((one, at) => [
      one,
      { lat: fact('lat', at), lng: fact('lng', at), author: fact('author', at), state: fact('state', at) },
    ]),
  )
}

/** The terms below each one that has any, by id. */
export async function readChildren(source: Source): Promise<ReadonlyMap<number, readonly number[]>> {
  const terms = await source.read
    .selectFrom('terms')
    .select(['id', 'parent'])
    .where('parent', '<>', 0)
    .execute()
  const byParent = Map.groupBy(terms, ({ parent }) => parent)
  return new Map([...byParent].map(([parent, below]) => [parent, below.map(({ id }) => id)]))
}
