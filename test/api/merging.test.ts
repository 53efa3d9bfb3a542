import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let made = 0
const day = { start_date: '2031-03-01 10:00', end_date: '2031-03-01 12:00' }
const make = async (path: string, json: object, as?: Role): Promise<number> =>
  (await app.create(path, { ...json }, as)).id
const event = async (json: object): Promise<number> =>
  make('events', { title: `Fair ${++made}`, ...day, ...json })
const merge = async (path: string, from: readonly number[], more: object = {}, as: Role = 'editor') =>
  app.ask({ as, method: 'POST', path: `${path}/merge`, json: { from, ...more } })
const get = async (path: string, query: object = {}) => app.ask({ path, query: { ...query } })
const page = async (path: string) =>
  app.ask({ path, absolute: true, headers: { accept: 'text/html', host: 'calendar.example' } })
const venuesOf = async (id: number): Promise<number[]> =>
  [(await app.read(`events/${id}`)).venue].flat().map((venue: { id: number }) => venue.id)
const window = { starts_after: '2031-01-01' }

describe('merging venues', () => {
  test('moves their events, once each and in their order, and tells how many', async () => {
    const [stays, goes, goesToo] = [
      await make('venues', { venue: 'Central Library' }),
      await make('venues', { venue: 'Haverbridge Central Library' }),
      await make('venues', { venue: 'The Library' }),
    ]
    const other = await make('venues', { venue: 'Barn' })
    const one = await event({ venue: goes })
    const both = await event({ venue: [goes, stays] })
    const several = await event({ venue: [other, goesToo, goes] })
    const untouched = await event({ venue: other })
    const told = { into: stays, from: [goes, goesToo], events: 3, both: 1, series: 0, children: 0 }
    const dry = await merge(`venues/${stays}`, [goes, goesToo], { dry_run: true })
    expect([dry.status, dry.body]).toEqual([200, told])
    expect(await venuesOf(one)).toEqual([goes])
    expect((await merge(`venues/${stays}`, [goes, goesToo])).body).toEqual(told)
    expect(await venuesOf(one)).toEqual([stays])
    expect(await venuesOf(both)).toEqual([stays])
    expect(await venuesOf(several)).toEqual([other, stays])
    expect(await venuesOf(untouched)).toEqual([other])
    expect((await get('events', { ...window, venue: stays })).body.total).toBe(3)
    expect((await get('events', { ...window, venue: goes })).body.total).toBe(3)
    expect(
      (await app.read('venues', { per_page: 50 })).venues.map(({ id }: { id: number }) => id),
    ).not.toContain(goes)
  })

  test('leads from each old address to the one that stays, also after another merge', async () => {
    const [first, second, third] = [
      await make('venues', { venue: 'Old Mill' }),
      await make('venues', { venue: 'Mill' }),
      await make('venues', { venue: 'Millgate' }),
    ]
    await merge(`venues/${second}`, [first])
    await merge(`venues/${third}`, [second])
    for (const path of [
      `venues/${first}`,
      `venues/${second}`,
      'venues/by-slug/old-mill',
      'venues/by-slug/mill',
    ]) {
      const { status, headers, body } = await get(path)
      expect([path, status, body.id]).toEqual([path, 301, third])
      expect(headers['location']).toMatch(new RegExp(`/venues/${third}$`))
    }
    for (const slug of ['old-mill', 'mill']) {
      const { status, headers } = await page(`/venue/${slug}/`)
      expect([slug, status, headers['location']]).toEqual([
        slug,
        301,
        expect.stringMatching(/\/venue\/millgate\/$/),
      ])
    }
    expect(
      (await app.ask({ as: 'editor', method: 'PUT', path: `venues/${first}`, json: { city: 'Bath' } }))
        .status,
    ).toBe(400)
  })

  test('gives series their dates to come at the one that stays', async () => {
    const [stays, goes] = [
      await make('venues', { venue: 'Hall' }),
      await make('venues', { venue: 'The Hall' }),
    ]
    const series = await app.create('events', {
      title: 'Weekly',
      ...day,
      venue: goes,
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    })
    const { body } = await merge(`venues/${stays}`, [goes])
    expect(body).toMatchObject({ events: 3, series: 1 })
    await app.ask({
      as: 'editor',
      method: 'PUT',
      path: `events/${series.id}`,
      query: { scope: 'all' },
      json: { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' },
    })
    const { events } = await app.read('events', { ...window, venue: stays, per_page: 50 })
    expect(events).toHaveLength(5)
  })

  test('raises the sequence of the events that have moved, as calendars see by it', async () => {
    const [stays, goes] = [
      await make('venues', { venue: 'Quay' }),
      await make('venues', { venue: 'The Quay' }),
    ]
    const id = await event({ venue: goes })
    const sequence = async () => /SEQUENCE:(\d+)/.exec((await get(`events/${id}.ics`)).text)?.[1] ?? '0'
    const before = Number(await sequence())
    await merge(`venues/${stays}`, [goes])
    expect(Number(await sequence())).toBe(before + 1)
  })

  test.each([
    [{ from: [] }, 400],
    [{}, 400],
    [{ from: [999_999] }, 400],
    [{ from: 'the barn' }, 400],
  ])('refuses %j', async (json, status) => {
    const stays = await make('venues', { venue: 'Ferry' })
    expect(
      (await app.ask({ as: 'editor', method: 'POST', path: `venues/${stays}/merge`, json })).status,
    ).toBe(status)
  })

  test('refuses a record itself, and those of another kind', async () => {
    const stays = await make('venues', { venue: 'Ferry' })
    const organizer = await make('organizers', { organizer: 'Ferry' })
    expect((await merge(`venues/${stays}`, [stays])).status).toBe(400)
    expect((await merge(`venues/${stays}`, [organizer])).status).toBe(400)
    expect((await merge('venues/999999', [stays])).status).toBe(400)
  })

  test('takes the right to edit the one that stays and to delete the others, else nothing moves', async () => {
    const own = await make('venues', { venue: 'Own' }, 'author')
    const ownToo = await make('venues', { venue: 'Own too' }, 'author')
    const foreign = await make('venues', { venue: 'Foreign' })
    const id = await event({ venue: foreign })
    expect((await merge(`venues/${own}`, [foreign], {}, 'author')).status).toBe(403)
    expect((await merge(`venues/${foreign}`, [own], {}, 'author')).status).toBe(403)
    expect((await merge(`venues/${foreign}`, [own], {}, 'subscriber')).status).toBe(403)
    expect(
      (await app.ask({ method: 'POST', path: `venues/${own}/merge`, json: { from: [foreign] } })).status,
    ).toBe(401)
    expect(await venuesOf(id)).toEqual([foreign])
    expect((await merge(`venues/${own}`, [ownToo], {}, 'author')).status).toBe(200)
  })

  test('is refused by If-Match when the one that stays has changed meanwhile', async () => {
    const [stays, goes] = [
      await make('venues', { venue: 'Dock' }),
      await make('venues', { venue: 'The Dock' }),
    ]
    const headers = { 'if-match': '"another"' }
    const answer = await app.ask({
      as: 'editor',
      method: 'POST',
      path: `venues/${stays}/merge`,
      json: { from: [goes] },
      headers,
    })
    expect(answer.status).toBe(412)
    expect((await get(`venues/${goes}`)).status).toBe(200)
  })
})

test('merging organizers moves their events and their addresses', async () => {
  const [stays, goes] = [
    await make('organizers', { organizer: 'Choir' }),
    await make('organizers', { organizer: 'The Choir' }),
  ]
  const id = await event({ organizer: [goes] })
  expect((await merge(`organizers/${stays}`, [goes])).body).toMatchObject({ events: 1, both: 0 })
  expect((await app.read(`events/${id}`)).organizer[0].id).toBe(stays)
  expect((await get(`organizers/${goes}`)).headers['location']).toMatch(new RegExp(`/organizers/${stays}$`))
  expect((await page('/organizer/the-choir/')).headers['location']).toMatch(/\/organizer\/choir\/$/)
})

describe('merging categories', () => {
  test('gives events the one that stays, counts them, and moves what is below', async () => {
    const [stays, goes] = [
      await make('categories', { name: 'Readings' }),
      await make('categories', { name: 'Storytelling' }),
    ]
    const child = await make('categories', { name: 'Toddlers', parent: goes })
    await event({ categories: [goes] })
    await event({ categories: [goes, stays] })
    const below = await event({ categories: [child] })
    await event({ categories: [goes], status: 'draft' })
    const { body } = await merge(`categories/${stays}`, [goes], {}, 'author')
    expect(body).toMatchObject({ events: 3, both: 1, children: 1 })
    expect(await app.read(`categories/${stays}`)).toMatchObject({ count: 2 })
    expect(await app.read(`categories/${child}`)).toMatchObject({ parent: stays })
    const shown = (await get('events', { ...window, categories: 'readings', per_page: 50 })).body
    expect(shown.total).toBe(3)
    expect(shown.events.map(({ id }: { id: number }) => id)).toContain(below)
    // Feeds and links with the former name or ID go on.
    expect((await get('events', { ...window, categories: 'storytelling' })).body.total).toBe(3)
    expect((await get('events', { ...window, categories: goes })).body.total).toBe(3)
    expect((await get('events', { ...window, categories: 'nothing-at-all' })).status).toBe(400)
    expect((await get(`categories/${goes}`)).headers['location']).toMatch(new RegExp(`/categories/${stays}$`))
    expect((await page('/events/category/storytelling/')).headers['location']).toMatch(
      /category\/readings\/$/,
    )
  })

  test('never puts one below itself: what is above the one that stays goes, and its children move up', async () => {
    const top = await make('categories', { name: 'Top' })
    const goes = await make('categories', { name: 'Middle', parent: top })
    const between = await make('categories', { name: 'Between', parent: goes })
    const stays = await make('categories', { name: 'Bottom', parent: between })
    await merge(`categories/${stays}`, [goes])
    expect(await app.read(`categories/${between}`)).toMatchObject({ parent: top })
    expect(await app.read(`categories/${stays}`)).toMatchObject({ parent: between })
    await merge(`categories/${stays}`, [top, between])
    expect(await app.read(`categories/${stays}`)).toMatchObject({ parent: 0 })
  })
})

test('merging tags takes the right to manage tags', async () => {
  const [stays, goes] = [await make('tags', { name: 'Late' }), await make('tags', { name: 'Evening' })]
  const id = await event({ tags: [goes] })
  expect((await merge(`tags/${stays}`, [goes], {}, 'author')).status).toBe(403)
  expect((await merge(`tags/${stays}`, [goes])).status).toBe(200)
  expect((await app.read(`events/${id}`)).tags.map((tag: { id: number }) => tag.id)).toEqual([stays])
  const category = await make('categories', { name: 'Late' })
  expect((await merge(`tags/${stays}`, [category])).status).toBe(400)
})

describe('fields that are sent with a merge', () => {
  test('change in the same transaction, and may be what the others were called', async () => {
    const [stays, goes] = [
      await make('venues', { venue: 'Town Hall', city: 'Bath' }),
      await make('venues', { venue: 'Guildhall', phone: '123', address: 'High Street 1' }),
    ]
    const id = await event({ venue: goes })
    const sent = { venue: 'The Guildhall', phone: '123', slug: 'guildhall', geo_lat: 51.38, geo_lng: -2.36 }
    const dry = await merge(`venues/${stays}`, [goes], { ...sent, dry_run: true })
    expect([dry.status, (await app.read(`venues/${stays}`)).venue]).toEqual([200, 'Town Hall'])
    expect((await merge(`venues/${stays}`, [goes], sent)).status).toBe(200)
    expect(await app.read(`venues/${stays}`)).toMatchObject({
      ...sent,
      city: 'Bath',
    })
    expect(await venuesOf(id)).toEqual([stays])
    expect((await get('venues/by-slug/guildhall')).body.id).toBe(stays)
    expect((await get('venues/by-slug/town-hall')).status).toBe(301)
    expect((await app.read('venues', { search: 'Guildhall' })).total).toBe(1)
  })

  test.each([
    [{ venue: ' ' }, /venue/],
    [{ geo_lat: 91, geo_lng: 0 }, /geo_lat/],
    [{ geo_lat: 51 }, /geo_l/],
    [{ status: 'gone' }, /status/],
  ])('are refused %j, and nothing moves', async (sent, named) => {
    const [stays, goes] = [
      await make('venues', { venue: 'Barn A' }),
      await make('venues', { venue: 'Barn B' }),
    ]
    const id = await event({ venue: goes })
    const { status, text } = await merge(`venues/${stays}`, [goes], sent)
    expect([status, text]).toEqual([400, expect.stringMatching(named)])
    expect(await venuesOf(id)).toEqual([goes])
    expect((await app.read(`venues/${stays}`)).venue).toBe('Barn A')
  })

  test('change organizers, categories and tags alike', async () => {
    const organizers = [
      await make('organizers', { organizer: 'Choir' }),
      await make('organizers', { organizer: 'The Choir' }),
    ] as const
    expect(
      (await merge(`organizers/${organizers[0]}`, [organizers[1]], { email: 'a@b.example' })).status,
    ).toBe(200)
    expect((await app.read(`organizers/${organizers[0]}`)).email).toBe('a@b.example')
    for (const kind of ['categories', 'tags']) {
      const [stays, goes] = [await make(kind, { name: 'Songs' }), await make(kind, { name: 'Singing' })]
      const sent = { name: 'Singing', slug: 'singing', description: 'Aloud' }
      const { status, text } = await merge(`${kind}/${stays}`, [goes], sent)
      expect([status, text]).toEqual([200, expect.any(String)])
      expect(await app.read(`${kind}/${stays}`)).toMatchObject(sent)
      expect(
        (await merge(`${kind}/${stays}`, [await make(kind, { name: 'Songs' })], { name: '' })).status,
      ).toBe(400)
    }
  })
})
