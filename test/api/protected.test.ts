import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const moment = Temporal.Instant.from('2030-05-05T12:00:00Z')
const dates = { start_date: '2030-06-10 10:00', end_date: '2030-06-10 12:00' }
const password = 'Open Sesame'

let app: TestApp
/** What only the protected event has, and an open event with what any may have. */
let secret: Record<'event' | 'venue' | 'organizer' | 'category' | 'above' | 'tag', number>
let open: Record<'event' | 'venue' | 'organizer' | 'category' | 'tag', number>

beforeAll(async () => {
  app = await createTestApp()
  app.setNow(moment)
  const made = async (path: string, json: object) => (await app.create(path, json)).id as number
  const above = await made('categories', { name: 'Above' })
  const linked = async (name: string, parent: object) => ({
    venue: await made('venues', { venue: `${name} hall`, geo_lat: name === 'Secret' ? 10 : 50, geo_lng: 20 }),
    organizer: await made('organizers', { organizer: `${name} club` }),
    category: await made('categories', { name: `${name} category`, ...parent }),
    tag: await made('tags', { name: `${name} tag` }),
  })
  const event = async (links: Awaited<ReturnType<typeof linked>>, json: object) =>
    made('events', {
      ...dates,
      venue: links.venue,
      organizer: [links.organizer],
      categories: [links.category],
      tags: [links.tag],
      ...json,
    })
  const ofSecret = await linked('Secret', { parent: above })
  const ofOpen = await linked('Open', {})
  open = { ...ofOpen, event: await event(ofOpen, { title: 'Public evening', cost: '3' }) }
  const hidden = { description: 'Hiddenword', featured: true, cost: '0', password }
  secret = { ...ofSecret, above, event: await event(ofSecret, { title: 'Members evening', ...hidden }) }
  await app.create(`events/${secret.event}/tickets`, { name: 'Seat', kind: 'paid', price: '5' })
})
afterAll(() => app.close())

const readers: readonly (Role | undefined)[] = [undefined, 'subscriber', 'contributor', 'author']
const everybody: readonly (Role | undefined)[] = [...readers, 'editor', 'administrator']

/** The filters by what the password protects, which keep the event alone where there is no password. */
const filters = (): Record<string, unknown>[] => [
  { search: 'Hiddenword' },
  { categories: secret.category },
  { categories: secret.above },
  { categories: 'secret-category' },
  { tags: secret.tag },
  { venue: secret.venue },
  { organizer: secret.organizer },
  { featured: true },
  { ticketed: true },
  { free: true },
  { geoloc_lat: 10, geoloc_lng: 20 },
  { geoloc_bbox: '19,9,21,11' },
  { venue: secret.venue, organizer: secret.organizer },
  { featured: true, categories: secret.category },
]

/** Their opposites, and further filters that both events pass. */
const others = (): Record<string, unknown>[] => [
  { featured: false },
  { ticketed: false },
  { free: false },
  { geoloc: true },
  { geoloc_lat: 30, geoloc_lng: 20, geoloc_radius: 5000 },
  { search: 'evening' },
  { search: 'evening -Hiddenword' },
  { venue: `${open.venue},${secret.venue}` },
  { categories: `${open.category},${secret.category}` },
  { tags: [open.tag, secret.tag].join(',') },
]

async function listed(query: Record<string, unknown>, as?: Role, more: Record<string, unknown> = {}) {
  const { events, total } = await app.read('events', { per_page: 50, ...query, ...more }, as)
  const ids = events.map(({ id }: { id: number }) => id)
  expect(total, JSON.stringify(query)).toBe(ids.length)
  return ids as number[]
}

const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

describe('an event with a password', () => {
  test('is in lists, totals and days, without what the password protects', async () => {
    for (const as of everybody) {
      expect(ascending(await listed({}, as))).toEqual(ascending([open.event, secret.event]))
      const { total, days, months } = await app.read('events/facets', {}, as)
      expect([total, days, months]).toEqual([
        2,
        [{ date: '2030-06-10', count: 2 }],
        [{ month: '2030-06', count: 2 }],
      ])
      const { events } = await app.read('events', { include: secret.event }, as)
      expect(events[0]).toMatchObject({
        title: 'Members evening',
        venue: [],
        categories: [],
        description: '',
      })
    }
  })

  test('is found by no filter of what it protects, nor by the opposite', async () => {
    for (const as of everybody) {
      for (const query of filters()) {
        expect(await listed(query, as), JSON.stringify(query)).toEqual([])
        expect(await listed({ ...query, include: secret.event }, as), JSON.stringify(query)).toEqual([])
        expect(await listed(query, as, { orderby: 'title', order: 'desc' }), JSON.stringify(query)).toEqual(
          [],
        )
      }
      for (const query of others())
        expect(await listed(query, as), JSON.stringify(query)).toEqual([open.event])
      expect(await listed({ geoloc: false }, as)).toEqual([])
    }
  })

  test('is found by all of them by who sends its password, and by nobody who sends another one', async () => {
    for (const query of filters()) {
      expect(await listed(query, undefined, { password }), JSON.stringify(query)).toEqual([secret.event])
      expect(await listed(query, undefined, { password: 'wrong' }), JSON.stringify(query)).toEqual([])
    }
    const both = ascending([open.event, secret.event])
    expect(ascending(await listed({ search: 'evening' }, undefined, { password }))).toEqual(both)
    expect(await listed({ featured: false }, undefined, { password })).toEqual([open.event])
  })

  test('is told by no facet, of whatever list', async () => {
    const told = async (query: Record<string, unknown>, as?: Role) => {
      const {
        days: _days,
        months: _months,
        periods: _periods,
        rest_url: _url,
        ...facets
      } = await app.read('events/facets', query, as)
      return facets
    }
    for (const as of everybody) {
      expect(await told({ include: secret.event }, as)).toMatchObject({
        total: 1,
        categories: [],
        tags: [],
        venues: [],
        organizers: [],
        featured: [{ count: 0 }, { count: 0 }],
        ticketed: [{ count: 0 }, { count: 0 }],
        cost: [
          { value: 'free', count: 0 },
          { value: 'paid', count: 0 },
          { value: 'unknown', count: 1 },
        ],
      })
      expect(await told({}, as)).toMatchObject({
        total: 2,
        categories: [{ id: open.category, count: 1 }],
        tags: [{ id: open.tag, count: 1 }],
        venues: [{ id: open.venue, count: 1 }],
        organizers: [{ id: open.organizer, count: 1 }],
        featured: [
          { value: true, count: 0 },
          { value: false, count: 1 },
        ],
        ticketed: [
          { value: true, count: 0 },
          { value: false, count: 1 },
        ],
        cost: [
          { value: 'free', count: 0 },
          { value: 'paid', count: 1 },
          { value: 'unknown', count: 1 },
        ],
      })
      for (const query of filters())
        expect(await told(query, as), JSON.stringify(query)).toMatchObject({ total: 0 })
    }
    expect(await told({ include: secret.event, password })).toMatchObject({
      categories: expect.arrayContaining([expect.objectContaining({ id: secret.category, count: 1 })]),
      venues: [{ id: secret.venue, count: 1 }],
      featured: [
        { value: true, count: 1 },
        { value: false, count: 0 },
      ],
    })
  })

  test('agrees in each facet with the list that has its filter', async () => {
    const facets = await app.read('events/facets')
    for (const name of ['featured', 'ticketed'] as const)
      for (const { value, count } of facets[name]) expect(await listed({ [name]: value })).toHaveLength(count)
    for (const [facet, filter] of [
      ['categories', 'categories'],
      ['tags', 'tags'],
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const)
      for (const { id, count } of facets[facet]) expect(await listed({ [filter]: id })).toHaveLength(count)
  })

  test('is in no feed of what it protects, and blanked in the others', async () => {
    for (const extension of ['ics', 'rss', 'json', 'geojson', 'csv']) {
      for (const query of filters()) {
        const { status, text } = await app.ask({ path: `events.${extension}`, query: { ...query } })
        expect([status, text.includes('Members')], `${extension} ${JSON.stringify(query)}`).toEqual([
          200,
          false,
        ])
      }
      const { text } = await app.ask({ path: `events.${extension}` })
      expect(text).not.toMatch(/Secret|Hiddenword/)
    }
    expect((await app.ask({ path: `events/${secret.event}.ics` })).status).toBe(403)
  })

  test('is told by no list of venues and organizers, nor of terms', async () => {
    for (const as of readers) {
      for (const [kind, id] of [
        ['venues', secret.venue],
        ['organizers', secret.organizer],
      ] as const) {
        const ids = async (query: Record<string, unknown>) =>
          (await app.read(kind, query, as))[kind].map((one: { id: number }) => one.id)
        expect(await ids({ has_events: true }), kind).not.toContain(id)
        expect(await ids({ only_with_upcoming: true }), kind).not.toContain(id)
        expect(await ids({ has_events: false }), kind).toContain(id)
        expect(
          (await app.ask({ ...(as ? { as } : {}), path: kind, query: { event: secret.event } })).status,
        ).toBe(400)
      }
      for (const kind of ['categories', 'tags']) {
        const { total } = await app.read(kind, {}, as)
        expect(total, kind).toBe(1)
        for (const name of ['event', 'post'])
          expect(
            (await app.ask({ ...(as ? { as } : {}), path: kind, query: { [name]: secret.event } })).status,
          ).toBe(400)
      }
      expect((await app.read(`categories/${secret.category}`, {}, as)).count).toBe(0)
      expect((await app.read(`tags/${secret.tag}`, {}, as)).count).toBe(0)
    }
    // Who may edit the event sees what it has, so that nobody tidies away what is used.
    for (const as of ['editor', 'administrator'] as const) {
      const { venues } = await app.read('venues', { has_events: true, only_with_upcoming: true }, as)
      expect(venues.map((one: { id: number }) => one.id)).toContain(secret.venue)
    }
  })

  test('is told by nothing below wp/v2', async () => {
    const read = async (path: string) => app.ask({ path: `/wp/v2/${path}`, absolute: true })
    for (const query of [
      `tags=${secret.tag}`,
      `tribe_events_cat=${secret.category}`,
      `tribe_events_cat=${secret.above}`,
      'search=Hiddenword',
    ])
      expect((await read(`tribe_events?${query}`)).body, query).toEqual([])
    const { body } = await read(`tribe_events/${secret.event}`)
    expect(body).toMatchObject({ tags: [], tribe_events_cat: [], content: { rendered: '', protected: true } })
    expect((await read(`tags/${secret.tag}`)).body.count).toBe(0)
    expect(
      (await read(`tribe_events_cat?hide_empty=true`)).body.map((one: { id: number }) => one.id),
    ).toEqual([open.category])
  })

  test('is told by no page, sitemap or menu', async () => {
    const page = async (path: string) =>
      (await app.ask({ path, absolute: true, headers: { accept: 'text/html' } })).text
    for (const path of [
      '/venue/secret-hall/',
      '/organizer/secret-club/',
      '/events/category/above/secret-category/',
      '/events/category/above/',
      '/tag/secret-tag/',
      '/?search=hiddenword',
      '/?featured=true',
    ])
      expect(await page(path), path).not.toContain('Members evening')
    for (const path of ['/', '/month/2030-06', '/week/2030-06-10', '/day/2030-06-10'])
      expect(await page(path), path).toContain('Members evening')
    for (const path of ['/', '/map', '/month/2030-06', '/day/2030-06-10', '/event/members-evening/'])
      expect(await page(path), path).not.toMatch(/Secret|Hiddenword/)
    for (const part of ['events-0', 'categories', 'tags', 'pages'])
      expect(await page(`/sitemaps/${part}.xml`), part).not.toMatch(/secret|members/)
    expect(await page('/event/public-evening/')).not.toContain('Members evening')
  })

  test('is counted by its terms as soon as it has no password any more, and no longer once it has one', async () => {
    const counts = async () => [
      (await app.read(`categories/${secret.category}`)).count,
      (await app.read(`tags/${secret.tag}`)).count,
    ]
    const put = (json: object) =>
      app.ask({ as: 'editor', method: 'PUT', path: `events/${secret.event}`, json })
    await put({ password: '' })
    expect(await counts()).toEqual([1, 1])
    expect(await listed({ venue: secret.venue })).toEqual([secret.event])
    await put({ password })
    expect(await counts()).toEqual([0, 0])
    await put({ status: 'draft' })
    await put({ status: 'publish' })
    expect(await counts()).toEqual([0, 0])
    expect(await listed({ venue: secret.venue })).toEqual([])
  })
})
