import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from '../db/dialect.ts'
import { type Lists, listsOf, listsQuery, readLists, withTextOnce } from '../db/statements.ts'
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
import { Gathering, type HeldField, noOwn, type OwnColumns } from './own.ts'
import { lowerBound } from '../../pure/sorted/numbers.ts'
import { turn } from '../../pure/sorted/pieces.ts'
import { type RegistrationTimes, type TimesById, timesIn } from './registration.ts'
import { maxPosts, postsFrom } from './titles.ts'

/** A database, read at one moment. */
export interface Source {
  readonly read: Reader
  readonly dialect: Dialect
}

/** Whether a column, which has ids of events, has one of those that are read; these, where they are given one by one. */
interface Among {
  (column: string): RawBuilder<unknown>
  readonly ids?: readonly number[]
}

/** The events with these ids, or all, in parts of so many by their ids; others have their turn in between. */
export function inParts(source: Source, size: number, ids?: readonly number[]): AsyncIterable<Among> {
  return ids ? someInParts(source, size, ids) : allInParts(source, size)
}

async function* someInParts({ dialect }: Source, size: number, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += size) {
    yield amongThese(dialect, ids.slice(from, from + size))
    if (ids.length > size) await turn()
  }
}

function amongThese(dialect: Dialect, ids: readonly number[]): Among {
  const some = dialect.tableOfIds(ids)
  return Object.assign((column: string) => sql`${sql.ref(column)} in (select id from ${some} as wanted)`, {
    ids,
  })
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

/** What all events that are held have in common: titles that divide the alphabet, and the fields of one’s own that are held. */
export interface Holding {
  readonly posts: readonly string[]
  readonly fields: readonly HeldField[]
}

/** Reads these events, as far as they exist, or all. */
export async function readColumns(
  source: Source,
  { posts, fields }: Holding,
  ids?: readonly number[],
): Promise<Columns> {
  const lists = byColumn(() => [] as (readonly number[])[])
  const linked = byLink(() => new Map<number, number[]>())
  const said = new Gathering(fields)
  let size = 0
  for await (const among of inParts(source, eventsPerPart, ids)) {
    const read = await listsAmong(source, among, eventLists)
    for (const name of columnNames) {
      const { numberOf }: Column = columns[name]
      lists[name].push(numberOf ? read[name].map((value) => numberOf(value as never, posts)) : read[name])
    }
    const places = new Map(read.id.map((id, at) => [id, size + at]))
    size += read.id.length
    const { link, event, target } = await listsAmong(source, among, linkLists)
    for (const [at, number] of link.entries()) {
      const [name, place] = [linkNames[number], places.get(event[at] ?? 0)]
      if (name === undefined || place === undefined) continue
      const to = target[at] ?? 0
      const list = linked[name].get(to)
      if (list) list.push(place)
      else linked[name].set(to, [place])
    }
    if (fields.length > 0) await gather(source, among, (id, own) => said.add(places.get(id) ?? size, own))
  }
  return ordered({
    ...byColumn((name) => new columns[name].array(lists[name].flat())),
    size,
    links: byLink(
      (name) => new Map([...linked[name]].map(([target, list]) => [target, Uint32Array.from(list)])),
    ),
    own: said.columns(size),
  })
}

/** Reads what the events of columns say of some fields. Those that have changed since are told by the log. */
export async function readOwn(
  source: Source,
  columns: Columns,
  fields: readonly HeldField[],
): Promise<OwnColumns> {
  if (fields.length === 0) return noOwn
  const said = new Gathering(fields)
  for await (const among of inParts(source, eventsPerPart))
    await gather(source, among, (id, own) => {
      const at = lowerBound(columns.byId.ids, id)
      if (columns.byId.ids[at] === id) said.add(columns.byId.slots[at] ?? 0, own)
    })
  return said.columns(columns.size)
}

/** Goes through what some events say of fields of one’s own. */
async function gather(source: Source, among: Among, take: (id: number, own: string) => void): Promise<void> {
  const { id, own } = await listsAmong(source, among, ownLists)
  for (const [at, one] of id.entries()) take(one, own[at] ?? '')
}

const ownLists: ListsOf<{ id: number; own: string }> = (dialect, among) =>
  listsQuery<{ id: number; own: string }>(
    dialect,
    { id: 'events.id', own: 'events.own' },
    sql`events where ${among('events.id')} and events.own <> ''`,
  )

/** A query of lists of what some events have. */
type ListsOf<Row extends object> = (dialect: Dialect, among: Among) => RawBuilder<Record<keyof Row, string>>

const eventLists: ListsOf<EventValues> = (dialect, among) =>
  listsQuery<EventValues>(
    dialect,
    byColumn((name) => columns[name].sql),
    sql`events where ${among('events.id')} order by events.id`,
  )

const linkLists: ListsOf<Link> = (dialect, among) => {
  const each = linkNames.map((name, number) => {
    const [table, target] = links[name]
    return sql`select ${sql.lit(number)} as link, event_id, ${sql.ref(target)} as target from ${sql.table(table)} where ${among('event_id')}`
  })
  return listsQuery<Link>(dialect, linkValues, sql`(${sql.join(each, sql` union all `)}) as linking`)
}

async function listsAmong<Row extends object>(
  source: Source,
  among: Among,
  queryOf: ListsOf<Row>,
): Promise<Lists<Row>> {
  const { read, dialect } = source
  if (!among.ids) return listsOf<Row>((await queryOf(dialect, among).execute(read)).rows)
  const query = withTextOnce(source, queryOf, () => queryOf(dialect, among))
  // The ids are its only parameters, and stand there as often as they are asked about.
  const [ids] = dialect.tableOfIds(among.ids).compile(read).parameters
  const answer = await read.executeQuery({ ...query, parameters: query.parameters.map(() => ids) })
  return listsOf<Row>(answer.rows as Record<keyof Row, string>[])
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

/** When one registers for these events, by id. */
export async function readTimes(source: Source, ids: readonly number[]): Promise<TimesById> {
  const times = new Map<number, RegistrationTimes>()
  if (ids.length === 0) return times
  for await (const among of inParts(source, eventsPerPart, ids)) {
    const from = sql`events where ${among('id')}`
    const values = { id: 'id', stored: 'registration', starts: 'starts_at' }
    const { id, stored, starts } = await readLists<{ id: number; stored: string; starts: number }>(
      source,
      values,
      from,
    )
    for (const [at, one] of id.entries()) times.set(one, timesIn(stored[at] ?? '', starts[at] ?? 0))
  }
  return times
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
