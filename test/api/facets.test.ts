import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { deskOf, now } from './tickets.ts'

type Query = Readonly<Record<string, unknown>>

let app: TestApp
/** An event in a category of its own, which a test is narrowed to. */
const event = (category: string, json: Query = {}, as?: Role) =>
  app.create(
    'events',
    {
      title: 'Jazz',
      start_date: '2031-03-11 18:00:00',
      end_date: '2031-03-11 20:00:00',
      categories: [category],
      ...json,
    },
    as,
  )
const facetsOf = (category: string, query: Query = {}, as?: Role) =>
  app.read('events/facets', { categories: category, ...query }, as)

beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(now)
  for (const category of ['order', 'seen', 'costs', 'tickets', 'protected', 'changing', 'dated'])
    await app.create('categories', { name: category })
})
afterAll(() => app.close())

test('the record has its members in order, and what is counted most comes first', async () => {
  const venue = await app.create('venues', { venue: 'Mill & Co' })
  const organizer = await app.create('organizers', { organizer: 'Club' })
  await event('order', { venue: venue.id, organizer: organizer.id, tags: ['b', 'a'], featured: true })
  await event('order', { tags: ['B & B', 'b'] })
  const facets = await facetsOf('order')
  expect(Object.keys(facets)).toEqual([
    'total',
    'categories',
    'tags',
    'venues',
    'organizers',
    'days',
    'months',
    'featured',
    'ticketed',
    'cost',
    'periods',
    'rest_url',
  ])
  expect(facets.tags).toEqual([
    { id: expect.any(Number), name: 'b', slug: 'b', count: 2 },
    { id: expect.any(Number), name: 'a', slug: 'a', count: 1 },
    { id: expect.any(Number), name: 'B &amp; B', slug: 'b-b', count: 1 },
  ])
  expect(facets.venues).toEqual([{ id: venue.id, venue: 'Mill &#038; Co', slug: 'mill-co', count: 1 }])
  expect(facets.organizers).toEqual([{ id: organizer.id, organizer: 'Club', slug: 'club', count: 1 }])
  expect(facets.days).toEqual([{ date: '2031-03-11', count: 2 }])
  expect(facets.months).toEqual([{ month: '2031-03', count: 2 }])
  expect(facets.featured).toEqual([
    { value: true, count: 1 },
    { value: false, count: 1 },
  ])
  expect(Object.keys(facets.categories[0])).toEqual(['id', 'name', 'slug', 'parent', 'count'])
  const again = await app.ask({ path: facets.rest_url, absolute: true })
  expect(again.body).toEqual(facets)
})

test('only what is asked for is answered, and as much of it', async () => {
  const facets = await facetsOf('order', { facets: 'tags,days', facet_limit: 2 })
  expect(Object.keys(facets)).toEqual(['total', 'tags', 'days', 'periods', 'rest_url'])
  expect(facets.tags.map(({ name }: { name: string }) => name)).toEqual(['b', 'a'])
  expect(Object.keys(facets.periods)).toEqual(['days'])
})

test('everybody has counted what they see, and nobody what is hidden or in the trash', async () => {
  const secret = await app.create('venues', { venue: 'Cellar', status: 'draft' })
  await event('seen', { venue: secret.id })
  await event('seen', { status: 'draft' }, 'contributor')
  await event('seen', { status: 'private', tags: ['whispered'] })
  await event('seen', { hide_from_listings: true, tags: ['hidden'] })
  const gone = await event('seen', { tags: ['gone'] })
  await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${gone.id}` })
  const of = async (as?: Role) => {
    const { total, venues, tags, categories } = await facetsOf('seen', {}, as)
    const seen = categories.find(({ slug }: { slug: string }) => slug === 'seen')
    return [total, seen.count, venues.length, tags.map(({ name }: { name: string }) => name)]
  }
  expect(await of()).toEqual([1, 1, 0, []])
  expect(await of('subscriber')).toEqual([1, 1, 0, []])
  expect(await of('author')).toEqual([1, 1, 0, []])
  expect(await of('contributor')).toEqual([2, 2, 0, []])
  expect(await of('editor')).toEqual([3, 3, 1, ['whispered']])
  const trashed = await facetsOf('seen', { status: 'trash' }, 'editor')
  expect([trashed.total, trashed.tags[0]?.name]).toEqual([1, 'gone'])
})

test('costs are counted by what they come to', async () => {
  for (const cost of ['0', 'Free', '10', '0 - 10', 'Donation', '']) await event('costs', { cost })
  const { cost, total } = await facetsOf('costs')
  expect(cost).toEqual([
    { value: 'free', count: 2 },
    { value: 'paid', count: 2 },
    { value: 'unknown', count: 2 },
  ])
  expect(total).toBe(6)
})

test('who asks for what is free gets what costs nothing, who asks for the others everything else, and facets agree', async () => {
  const costs = { none: '0', word: 'Free', ten: '10', range: '0 - 10', words: 'Donation', silent: '' }
  for (const [title, cost] of Object.entries(costs)) await event('free', { title, cost })
  await event('free', { title: 'behind', cost: '0', password: 'sesame' })
  const titles = async (query: Query) => {
    const { events, total } = await app.read('events', { categories: 'free', ...query })
    expect(total).toBe(events.length)
    return events.map(({ title }: { title: string }) => title).toSorted()
  }
  expect(await titles({ free: true })).toEqual(['none', 'word'])
  expect(await titles({ free: '0' })).toEqual(['range', 'silent', 'ten', 'words'])
  expect(await titles({ free: true, password: 'sesame' })).toEqual(['behind', 'none', 'word'])
  // Its own filter changes no facet, but every other one.
  for (const free of [true, false]) {
    const { cost, total, categories } = await facetsOf('free', { free })
    expect(cost.map(({ count }: { count: number }) => count)).toEqual([2, 2, 2])
    expect([total, categories[0].count]).toEqual(free ? [2, 2] : [4, 4])
  }
  const { body, status } = await app.ask({ path: 'events', query: { free: 'perhaps' } })
  expect([status, body.code, body.message]).toEqual([
    400,
    'rest_invalid_param',
    expect.stringContaining('free'),
  ])
})

test('tickets tell the cost of events that do not', async () => {
  const desk = deskOf(app)
  const categories = ['tickets']
  const costs = async () => {
    const { cost, ticketed } = await facetsOf('tickets')
    return [...cost, ...ticketed].map(({ count }: { count: number }) => count)
  }
  await desk.ticket(await desk.event({ categories }), { price: '10' })
  await desk.ticket(await desk.event({ categories, cost: '0' }), { price: '10' })
  await desk.ticket(await desk.event({ categories }), { price: '0.00' })
  await desk.ticket(await desk.event({ categories }), { price: undefined, kind: 'rsvp' })
  await desk.ticket(await desk.event({ categories }), {
    price: undefined,
    kind: 'external',
    url: 'https://tickets.example',
  })
  const both = await desk.event({ categories })
  await desk.ticket(both, { price: '0' })
  expect(await costs()).toEqual([4, 1, 1, 6, 0])
  const dear = await desk.ticket(both, { price: '0.50' })
  expect(await costs()).toEqual([3, 2, 1, 6, 0])
  await desk.remove(dear)
  expect(await costs()).toEqual([4, 1, 1, 6, 0])
})

test('what an event behind a password costs is told to those who know it', async () => {
  await event('protected', { cost: '10', password: 'sesame' })
  const paid = async (query: Query) => (await facetsOf('protected', query)).cost[1].count
  expect(await paid({})).toBe(0)
  expect(await paid({ password: 'wrong' })).toBe(0)
  expect(await paid({ password: 'sesame' })).toBe(1)
})

test('a change is counted at once', async () => {
  const { id } = await event('changing')
  const costs = async () => (await facetsOf('changing')).cost.map(({ count }: { count: number }) => count)
  expect(await costs()).toEqual([0, 0, 1])
  await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json: { cost: '5' } })
  expect(await costs()).toEqual([0, 1, 0])
  await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json: { title: 'Blues' } })
  expect(await costs()).toEqual([0, 1, 0])
  await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json: { cost: '' } })
  expect(await costs()).toEqual([0, 0, 1])
  await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${id}` })
  expect(await costs()).toEqual([0, 0, 0])
})

test.each<[Query, Query]>([
  [{}, { days: '2031-01-01 2032-01-01', months: '2031-01-01 2033-12-31' }],
  [
    { start_date: '2031-03-11', starts_before: '2031-03-11' },
    { days: '2031-03-01 2031-03-31', months: '2031-01-01 2031-12-31' },
  ],
  [
    { start_date: '2031-12-31', end_date: '2032-02-01' },
    { days: '2031-12-01 2032-02-29', months: '2031-01-01 2032-12-31' },
  ],
  [{ starts_after: '2031-03-31' }, { days: '2031-04-01 2032-03-31', months: '2031-01-01 2040-12-31' }],
  [{ ends_before: '2031-03-11' }, { days: '2030-03-31 2031-03-31', months: '2022-01-01 2031-12-31' }],
  [
    { starts_after: '2031-03-11', starts_before: '2031-02-01' },
    { days: '2031-03-01 2031-03-31', months: '2031-01-01 2031-12-31' },
  ],
  [
    { starts_after: '0001-02-01', starts_before: '9999-12-01' },
    { days: '0001-02-01 0002-02-01', months: '0001-01-01 0010-12-31' },
  ],
  [{ ends_before: '0005-01-15' }, { days: '0004-02-01 0005-01-31', months: '0001-01-01 0005-12-31' }],
])('for %j days and months are counted in %j', async (query, expected) => {
  const { periods } = await facetsOf('dated', query)
  expect({
    days: `${periods.days.from} ${periods.days.to}`,
    months: `${periods.months.from} ${periods.months.to}`,
  }).toEqual(expected)
})

test('days have the hours that they have on the clock of the site', async () => {
  // Clocks go forward on the 30th.
  for (const start_date of [
    '2031-03-29 23:59:59',
    '2031-03-30 00:00:00',
    '2031-03-30 23:59:59',
    '2031-03-31 00:00:00',
  ])
    await event('dated', { start_date, end_date: '2031-04-01 12:00:00', timezone: 'Europe/Berlin' })
  const { days } = await facetsOf('dated')
  expect(days).toEqual([
    { date: '2031-03-29', count: 1 },
    { date: '2031-03-30', count: 2 },
    { date: '2031-03-31', count: 1 },
  ])
})

test.each<[Query, string, RegExp]>([
  [{ facets: 'colours' }, 'facets', /categories, tags, venues, .*cost, fields, registration, not “colours”/],
  [{ facets: '' }, 'facets', /categories, tags/],
  [{ facet_limit: '0' }, 'facet_limit', /1 to 200/],
  [{ facet_limit: '201' }, 'facet_limit', /1 to 200/],
  [{ facet_limit: 'all' }, 'facet_limit', /1 to 200/],
  [{ categories: 'nowhere' }, 'categories', /nowhere/],
  [{ start_date: 'soon' }, 'start_date', /date/],
])('%j is refused', async (query, name, says) => {
  const { status, body } = await app.ask({ path: 'events/facets', query })
  expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
  expect(body.data.params[name]).toMatch(says)
})

test('pages and orders are not its matter', async () => {
  const { rest_url } = await facetsOf('order', { page: 7, per_page: 'x', order: 'down', orderby: 'luck' })
  expect(rest_url).not.toMatch(/page|order(?!s)=/)
})
