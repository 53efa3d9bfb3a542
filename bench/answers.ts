import { pino } from 'pino'
import { type App, createApp } from '../src/process/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { Database } from '../src/storage/db/dialect.ts'
import { openDatabase } from '../src/storage/db/open.ts'
import type { ListLinked } from '../src/records/linked/linked.kind.ts'
import type { ListTerms } from '../src/records/terms/terms.params.ts'
import { wordOf } from '../test/support/dice.ts'
import type { DataSet } from './dataSets.ts'
import { change, chosenBy, type Measured } from './lists.ts'
import { clockFor, timesOf } from './statistics.ts'

const root = '/vendor/events/v1'

/** The service without a socket; it keeps no answers but those that `ANSWER_CACHE` has room for. */
interface Served extends AsyncDisposable {
  readonly db: Database
  readonly app: App
}

async function serveIn(
  { folder, database, now }: DataSet,
  settings: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const db = await openDatabase(database.url)
  const app = await createApp({
    config: readConfig({ DATA_DIR: folder, ...settings }),
    db,
    log: pino({ level: 'silent' }),
    now: () => now,
  })
  const close = async () => {
    await app.close()
    await db.close()
  }
  return { db, app, [Symbol.asyncDispose]: close }
}

/** How long feeds take, with all that there is around them: to their first part, as a whole, and to be told unchanged. */
export async function measureFeeds(set: DataSet, only?: string): Promise<Measured[]> {
  await using served = await serveIn(set)
  const get = (url: string, headers: Record<string, string> = {}) =>
    served.app.server.inject({ url, headers, payloadAsStream: true })
  const all = `${root}/events.ics`
  const known = await get(all)
  await wholeOf(known.stream())
  if (known.statusCode !== 200) throw new Error(`A feed was answered with ${known.statusCode}.`)
  const etag = String(known.headers['etag'])
  const works: Record<string, () => Promise<unknown>> = {
    'feed: first bytes': async () => {
      const stream = (await get(all)).stream()
      for await (const _ of stream) break
      stream.destroy()
    },
    'feed: whole (as much as one holds)': async () => wholeOf((await get(all)).stream()),
    'feed: unchanged (304)': async () => {
      const { statusCode } = await get(all, { 'if-none-match': etag })
      if (statusCode !== 304) throw new Error(`A known feed was answered with ${statusCode}.`)
    },
  }
  const measured: Measured[] = []
  for (const [name, work] of Object.entries(works)) {
    if (chosenBy(only)({ name }))
      measured.push({ name, isSelective: false, times: await timesOf(clockFor(set), work) })
  }
  return measured
}

async function wholeOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const part of stream) length += part.length
  return length
}

/** List parameters that only say how others are read. */
type Companion = 'page' | 'per_page' | 'order' | 'geoloc_lng' | 'geoloc_unit'

/** What is asked for by a parameter: one that is declared and not here does not compile. */
type Asked<Params> = { readonly [Name in Exclude<keyof Params, Companion>]-?: readonly string[] }

const ordered = (names: readonly string[]) => names.map((name) => `orderby=${name}`)

const ofVenues = (event: number): Asked<ListLinked> => ({
  search: [`search=${wordOf(5)}`, 'search=a'],
  event: [`event=${event}`],
  has_events: ['has_events=true', 'has_events=false'],
  only_with_upcoming: ['only_with_upcoming=true'],
  has_upcoming: ['has_upcoming=true', 'has_upcoming=false'],
  status: ['status=publish'],
  geoloc: ['geoloc=true'],
  geoloc_lat: ['geoloc_lat=52.5&geoloc_lng=13.4'],
  geoloc_radius: ['geoloc_lat=52.5&geoloc_lng=13.4&geoloc_radius=20000'],
  geoloc_bbox: ['geoloc_bbox=13.3,52.4,13.5,52.6'],
  near: ['near=52.5,13.4'],
  within: ['near=52.5,13.4&within=300'],
  // The made-up calendars declare no fields of their own.
  fields: [],
  orderby: ordered(['title', 'modified', 'id', `relevance&search=${wordOf(5)}`]),
})

const ofTerms = (event: number, [one, other]: readonly [number, number]): Asked<ListTerms> => ({
  search: [`search=${wordOf(5)}`, 'search=a'],
  exclude: [`exclude=${one},${other}`],
  include: [`include=${one},${other}`],
  orderby: ordered(['id', 'slug', 'count', 'count&order=desc']),
  hide_empty: ['hide_empty=false'],
  parent: ['parent=1'],
  post: [`post=${event}`],
  event: [`event=${event}`],
  slug: ['slug=none'],
})

/** The ID of the first tag of the data sets, which comes after the categories. */
const firstTag = 41

/** Only venues have places, and only categories have parents. */
const [ofPlaces, ofParents] = [/^geoloc/, /^parent/]

/** Every list but that of events, as a whole, further down, and by each of its parameters. */
function listsFor(event: number): [name: string, path: string][] {
  const linked = queriesOf(ofVenues(event))
  const lists = {
    venues: linked,
    organizers: linked.filter((query) => !ofPlaces.test(query)),
    categories: queriesOf(ofTerms(event, [1, 2])),
    tags: queriesOf(ofTerms(event, [firstTag, firstTag + 1])).filter((query) => !ofParents.test(query)),
  }
  return Object.entries(lists).flatMap(([kind, queries]) =>
    queries.map((query): [string, string] => [
      `${kind}: ${query || 'no parameters'}`,
      `${root}/${kind}?${query}`,
    ]),
  )
}

function queriesOf(asked: Asked<ListLinked> | Asked<ListTerms>): string[] {
  return ['', 'page=3', 'per_page=50', ...Object.values(asked).flat()]
}

/** The lists of venues, organizers, categories and tags, with all that there is around them but a socket. */
export async function measureOthers(set: DataSet, only?: string): Promise<Measured[]> {
  await using served = await serveIn(set, { ANSWER_CACHE: '0' })
  const { id } = await someEvent(served)
  return await measureAnswers(
    set,
    served,
    listsFor(id).filter(([name]) => chosenBy(only)({ name })),
  )
}

/** An event that is linked to others of its pages. */
interface Linked {
  readonly id: number
  readonly url: string
  readonly venue: { readonly url: string }
  readonly organizer: readonly { readonly url: string }[]
  readonly tags: readonly { readonly slug: string }[]
}

async function someEvent({ app }: Served): Promise<Linked> {
  const list = await app.server.inject(`${root}/events?per_page=50`)
  const found = list
    .json<{ events: Linked[] }>()
    .events.find(({ venue, organizer, tags }) => 'url' in venue && organizer.length > 0 && tags.length > 0)
  if (!found) throw new Error('No event of the data set has everything.')
  return found
}

function pathOf(url = ''): string {
  return new URL(url).pathname
}

/** The public pages and what programs look for at every site, likewise. */
export async function measurePages(set: DataSet, only?: string): Promise<Measured[]> {
  await using served = await serveIn(set, { ANSWER_CACHE: '0' })
  const event = await someEvent(served)
  const category = await served.app.server.inject(`${root}/categories/1`)
  const today = set.now.toZonedDateTimeISO('UTC').toPlainDate()
  const month = today.toPlainYearMonth()
  const pages: Record<string, string> = {
    'upcoming events': '/',
    'the list': '/list',
    'upcoming events, page 100': '/list?page=100',
    'what was searched for': `/list?search=${wordOf(30)}`,
    'an event': pathOf(event.url),
    'a venue': pathOf(event.venue.url),
    'an organizer': pathOf(event.organizer[0]?.url),
    'a category': `/events/category/${category.json<{ slug: string }>().slug}/`,
    'a tag': `/tag/${event.tags[0]?.slug}/`,
    'a month': `/month/${month}`,
    'a quiet month': `/month/${month.add({ months: 16 })}`,
    'a week': `/week/${today}`,
    'a day': `/day/${today}`,
    'the map': '/map',
  }
  const named = [
    ...Object.entries(pages).map(([name, path]): [string, string] => [`page: ${name}`, path]),
    ['sitemap: the index', '/sitemap.xml'] as const,
    ['sitemap: ten thousand events', '/sitemaps/events-1.xml'] as const,
  ]
  return await measureAnswers(
    set,
    served,
    named.filter(([name]) => chosenBy(only)({ name })),
  )
}

/** How long each answer takes when something has changed, with none of it in memory but what takes seconds to read. */
async function measureAnswers(
  { helpers, warm }: DataSet,
  { app, db }: Served,
  named: readonly (readonly [name: string, path: string])[],
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [name, path] of named) {
    const ask = async () => {
      const { statusCode } = await app.server.inject({
        url: path,
        headers: { accept: path.startsWith(root) ? 'application/json' : 'text/html' },
      })
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}.`)
    }
    await warm()
    await ask()
    measured.push({
      name,
      isSelective: false,
      times: await timesOf(clockFor({ helpers }), ask, () => change(db)),
    })
  }
  return measured
}
