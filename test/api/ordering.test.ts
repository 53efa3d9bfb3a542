import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { fold } from '../../src/pure/text/fold.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

type Fields = Readonly<Record<string, unknown>>
type Kind = 'events' | 'venues' | 'organizers'
type Direction = 'asc' | 'desc'

/** A record as it was stored, as numbers and texts that compare as it is ordered. */
interface Item {
  readonly id: number
  readonly title: string
  readonly date: string
  readonly modified: number
  readonly start: string
  readonly end: string
  readonly distance: number
  readonly isPublic: boolean
}

const names: Readonly<Record<Kind, string>> = { events: 'title', venues: 'venue', organizers: 'organizer' }

/** What each order compares, and which way it goes by itself. A leading minus turns one of them around. */
const orders: Readonly<Record<Kind, Readonly<Record<string, readonly [Direction, ...string[]]>>>> = {
  events: {
    start_date: ['asc', 'start', 'date', 'id'],
    end_date: ['asc', 'end', 'start', 'date', 'id'],
    title: ['asc', 'title', 'start', 'date', 'id'],
    date: ['desc', '-date', '-id'],
    modified: ['desc', '-modified', '-id'],
    distance: ['asc', 'distance', 'start', 'date', 'id'],
    relevance: ['desc', 'misses', 'start', 'date', 'id'],
    id: ['asc', 'id'],
  },
  venues: {
    title: ['asc', 'title', 'id'],
    date: ['desc', '-date', '-id'],
    modified: ['desc', '-modified', '-id'],
    distance: ['asc', 'distance', 'id'],
    relevance: ['desc', 'misses', '-date', '-id'],
    id: ['asc', 'id'],
  },
  organizers: {
    title: ['asc', 'title', 'id'],
    date: ['desc', '-date', '-id'],
    modified: ['desc', '-modified', '-id'],
    relevance: ['desc', 'misses', '-date', '-id'],
    id: ['asc', 'id'],
  },
}

const titles = [
  'Rock',
  'jazz night',
  'Été',
  'été jazz',
  'Jazz',
  'Zebra',
  '10 years',
  'rock & jazz',
  'Ärger',
  '日本',
]
/** Found in every text, and in some titles. */
const search = 'jazz rock'

let app: TestApp
const items: Record<Kind, Item[]> = { events: [], venues: [], organizers: [] }

beforeAll(async () => {
  app = await createTestApp()
  for (const kind of ['organizers', 'venues', 'events'] as const) {
    for (let n = 0; n < 23; n++) {
      const modified = Date.parse('2031-02-01T00:00:00Z') / 1000 + ((n * 7) % 5) * 60
      const title = titles[(n * 3) % titles.length] ?? ''
      const start = `2031-04-${String(1 + ((n * 5) % 4)).padStart(2, '0')} 10:00:00`
      const end = `2031-04-${String(5 + ((n * 3) % 4)).padStart(2, '0')} 10:00:00`
      const date = `2031-01-${String(1 + ((n * 2) % 3)).padStart(2, '0')} 00:00:00`
      const isPublic = n % 6 !== 5
      const own: Fields = {
        events: { start_date: start, end_date: end, venue: [items.venues[n % 9]?.id] },
        venues: { geo_lat: (n * 4) % 7, geo_lng: 0 },
        organizers: {},
      }[kind]
      const { id } = await app.create(kind, {
        [names[kind]]: title,
        description: 'Rock, jazz and more',
        date,
        status: isPublic ? 'publish' : 'draft',
        ...own,
      })
      // A change that says nothing new is a change, at its time.
      app.setNow(Temporal.Instant.fromEpochMilliseconds(modified * 1000))
      await app.ask({
        as: 'administrator',
        method: 'PATCH',
        path: `${kind}/${id}`,
        json: { description: 'rock, jazz' },
      })
      app.setNow(Temporal.Instant.from('2031-02-15T12:00:00Z'))
      const distance = kind === 'events' ? (items.venues[n % 9]?.distance ?? 0) : ((n * 4) % 7) * 111.195
      items[kind].push({ id, title: fold(title), date, modified, start, end, distance, isPublic })
    }
  }
})
afterAll(() => app.close())

const cases = Object.entries(orders).flatMap(([kind, own]) =>
  Object.entries(own).flatMap(([orderby, order]) =>
    [undefined, 'asc', 'desc'].map(
      (way) => [kind as Kind, orderby, way as Direction | undefined, order] as const,
    ),
  ),
)

describe.each(cases)('%s by %s, %s', (kind, orderby, way, [by, ...compared]) => {
  const turned = way !== undefined && way !== by
  const query = {
    orderby,
    ...(way ? { order: way } : {}),
    ...(orderby === 'relevance' ? { search } : {}),
    ...(orderby === 'distance' ? { geoloc_lat: 0, geoloc_lng: 0, geoloc_radius: 5000 } : {}),
  }

  test.each([undefined, 'administrator'] as const)(
    'are in order, page by page and back, for %s',
    async (as) => {
      const seen = items[kind].filter(({ isPublic }) => isPublic || as)
      const near = orderby === 'distance' ? seen.filter((item) => isNear(kind, item, as)) : seen
      const expected = near
        .toSorted((a, b) => compare(a, b, compared) * (turned ? -1 : 1))
        .map(({ id }) => id)
      const first = await ask(kind, { ...query, per_page: 5 }, as)
      const pages = await walk(first, 'next', as)
      expect(pages.flatMap((page) => idsIn(page, kind))).toEqual(expected)
      const back = await walk(pages.at(-1) ?? first, 'previous', as)
      expect(back.toReversed().map(({ text }) => text)).toEqual(pages.map(({ text }) => text))
    },
  )
})

test('without orderby and order, lists are in the order that they always had', async () => {
  for (const [kind, orderby] of [
    ['events', 'start_date'],
    ['venues', 'date'],
    ['organizers', 'date'],
  ] as const) {
    const { body } = await ask(kind, { per_page: 50 })
    expect((await ask(kind, { per_page: 50, orderby })).body[kind]).toEqual(body[kind])
    const turned = await ask(kind, { per_page: 50, order: kind === 'events' ? 'DESC' : 'asc' })
    expect(idsIn(turned, kind)).toEqual(body[kind].map(({ id }: { id: number }) => id).toReversed())
  }
})

test('with include, events are in the order of their publication unless another one is asked for', async () => {
  const include = items.events.filter(({ isPublic }) => isPublic).slice(0, 9)
  const query = { include: include.map(({ id }) => id).join(','), per_page: 50 }
  const by = (...compared: string[]) =>
    include.toSorted((a, b) => compare(a, b, compared)).map(({ id }) => id)
  expect(idsIn(await ask('events', query), 'events')).toEqual(by('date', 'id'))
  expect(idsIn(await ask('events', { ...query, order: 'desc' }), 'events')).toEqual(by('-date', '-id'))
  expect(idsIn(await ask('events', { ...query, orderby: 'title' }), 'events')).toEqual(
    by('title', 'start', 'date', 'id'),
  )
})

test('relevance puts titles first, also for words of two letters', async () => {
  const { id } = await app.create('events', {
    title: 'Yo-yo',
    start_date: '2031-09-02',
    end_date: '2031-09-02',
  })
  const sent = {
    title: 'Other',
    description: 'With a yo-yo',
    start_date: '2031-09-01',
    end_date: '2031-09-01',
  }
  const other = await app.create('events', sent)
  expect(idsIn(await ask('events', { search: 'YÖ', orderby: 'relevance' }), 'events')).toEqual([id, other.id])
  expect(idsIn(await ask('events', { search: 'YÖ' }), 'events')).toEqual([other.id, id])
  for (const one of [id, other.id]) {
    await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${one}`, query: { force: true } })
  }
})

test('titles longer than any index takes are kept, and ordered to their last letter', async () => {
  // No two letters in a row that could be packed.
  const long = Array.from({ length: 1900 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
  ).join('')
  const ids: number[] = []
  for (const last of ['三', '一', '二'])
    ids.push(
      (await app.create('events', { title: long + last, start_date: '2031-10-01', end_date: '2031-10-01' }))
        .id,
    )
  const [three, one, two] = ids
  const inOrder = ['一', '二', '三'].toSorted().map((last) => ({ 一: one, 二: two, 三: three })[last])
  const query = { include: ids.join(), orderby: 'title' }
  expect(idsIn(await ask('events', query), 'events')).toEqual(inOrder)
  for (const id of ids)
    await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${id}`, query: { force: true } })
})

test('with unwanted words alone all are equally relevant', async () => {
  const own = idsIn(await ask('events', { search: '-nothing' }), 'events')
  expect(own).not.toEqual([])
  expect(idsIn(await ask('events', { search: '-nothing', orderby: 'relevance' }), 'events')).toEqual(own)
})

test.each<[Kind, Fields, string, string]>([
  [
    'events',
    { orderby: 'cost' },
    'orderby',
    'start_date, end_date, title, date, modified, distance, relevance, id',
  ],
  ['events', { orderby: '' }, 'orderby', 'start_date'],
  ['events', { order: 'up' }, 'order', 'asc, desc'],
  ['events', { order: '' }, 'order', 'asc, desc'],
  ['events', { 'orderby[]': ['title', 'id'] }, 'orderby', 'title'],
  ['events', { orderby: 'distance' }, 'orderby', 'geoloc_lat and geoloc_lng'],
  ['events', { orderby: 'relevance' }, 'orderby', 'search'],
  ['venues', { orderby: 'start_date' }, 'orderby', 'title, date, modified, relevance, id, distance'],
  ['venues', { orderby: 'distance', geoloc_bbox: '1,1,2,2' }, 'orderby', 'geoloc_lat and geoloc_lng'],
  ['organizers', { orderby: 'distance' }, 'orderby', 'title, date, modified, relevance, id'],
  ['organizers', { orderby: 'relevance' }, 'orderby', 'search'],
])('%s with %j answer 400 and say %s: %s', async (kind, query, name, says) => {
  const { status, body } = await ask(kind, query)
  expect(status).toBe(400)
  expect(Object.keys(body.data.params)).toEqual([name])
  expect(body.data.params[name]).toContain(says)
})

function compare(a: Item, b: Item, compared: readonly string[]): number {
  for (const name of compared) {
    const [one, other] = [valueOf(a, name.replace('-', '')), valueOf(b, name.replace('-', ''))]
    if (one !== other) return (one < other ? -1 : 1) * (name.startsWith('-') ? -1 : 1)
  }
  return 0
}

function valueOf(item: Item, name: string): string | number {
  if (name === 'misses') return search.split(' ').filter((word) => !item.title.includes(word)).length
  const value = item[name as 'title' | 'id']
  // By the letters' numbers, as databases compare them.
  return typeof value === 'string' ? Buffer.from(value).toString('hex') : value
}

/** An event is near when a venue of it is that its reader may see. */
function isNear(kind: Kind, item: Item, as: Role | undefined): boolean {
  if (kind !== 'events') return true
  const venue = items.venues[items.events.indexOf(item) % 9]
  return venue !== undefined && (venue.isPublic || as !== undefined)
}

/** Every page from this one on, to the end in the direction. */
async function walk(
  from: Answered,
  direction: 'next' | 'previous',
  as: Role | undefined,
): Promise<Answered[]> {
  const pages = [from]
  for (let url = from.body[`${direction}_rest_url`]; url; url = pages.at(-1)?.body[`${direction}_rest_url`]) {
    const { pathname, search: query } = new URL(url)
    pages.push(await app.ask({ ...(as ? { as } : {}), path: pathname + query, absolute: true }))
  }
  return pages
}

function idsIn({ status, body, text }: Answered, kind: Kind): number[] {
  expect(status, text).toBe(200)
  return body[kind].map(({ id }: { id: number }) => id)
}

function ask(path: Kind, query: Fields, as?: Role): Promise<Answered> {
  return app.ask({ ...(as ? { as } : {}), path, query })
}
