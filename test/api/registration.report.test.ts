import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { deed, list, make, noon, openPlain, register } from './guests.fixture.ts'

let app: TestApp
let [arts, music, hall] = [0, 0, 0]
const path = 'registrations/report'

const report = (query: object = {}) => app.read(path, { ...query }, 'editor')
const rows = async (query: object) =>
  (await report(query)).rows.map(({ name, events, people }: Record<string, unknown>) => [
    name,
    events,
    people,
  ])

beforeAll(async () => {
  app = await openPlain()
  app.setNow(noon)
  arts = (await app.create('categories', { name: 'Arts & crafts' })).id
  music = (await app.create('categories', { name: '=Music' })).id
  hall = (await app.create('venues', { venue: 'Town hall' })).id
  const both = await make(app, { capacity: 4, party_max: 3 }, { categories: [arts, music], venue: hall })
  for (const [name, party] of [
    ['Ada', 3],
    ['Ben', 1],
    ['Cy', 2],
    ['Di', 1],
  ] as const)
    await register(app, both, { name, party })
  const [ada, ben] = await list(app, both)
  await app.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${both}/guests/arrivals`,
    json: { device: 'd', arrivals: [{ guest: ada.id, arrived: 2 }], head_count: 5 },
  })
  await deed(app, ben.id, 'cancel')
  const april = { start_date: '2031-04-02 10:00', end_date: '2031-04-02 11:00' }
  const later = await make(app, {}, { ...april, categories: [arts] })
  await register(app, later, { name: 'Eve' })
  await make(app, {}, { ...april, title: 'Nobody' })
  // None of these takes names, or place.
  await make(app, { mode: 'external', url: 'https://example.org/' }, april)
  await make(app, {}, { ...april, status: 'draft' })
  await app.create('events', { ...april, title: 'Without' })
})
afterAll(() => app.close())

/** The event with guests and a count: who is cancelled gave a place to Di, and Cy, who are two, wait on. */
const march = {
  events: 1,
  registered: 2,
  people: 4,
  arrived: 2,
  head_count: 5,
  no_shows: 2,
  canceled: 1,
  waited: 1,
}
const all = { ...march, events: 3, registered: 3, people: 5 }

test('numbers are told by month, category, tag, venue and organizer, and each event once in all', async () => {
  const byMonth = await report()
  expect(byMonth).toMatchObject({ group: 'month', total: all })
  expect(byMonth.rows[0]).toEqual({ id: null, name: '2031-03', ...march })
  expect(byMonth.rows[1]).toEqual({
    id: null,
    name: '2031-04',
    events: 2,
    registered: 1,
    people: 1,
    arrived: 0,
    head_count: null,
    no_shows: 0,
    canceled: 0,
    waited: 0,
  })
  const byCategory = await report({ group: 'category' })
  expect(byCategory.total).toEqual(all)
  expect(byCategory.rows.find(({ id }: { id: number }) => id === music)).toMatchObject(march)
  expect(await rows({ group: 'category' })).toEqual([
    ['=Music', 1, 4],
    ['Arts & crafts', 2, 5],
    ['', 1, 0],
  ])
  expect(await rows({ group: 'venue' })).toEqual([
    ['Town hall', 1, 4],
    ['', 2, 1],
  ])
  for (const group of ['tag', 'organizer']) expect(await rows({ group })).toEqual([['', 3, 5]])
})

test('a period is that of the days on which events begin', async () => {
  expect(await rows({ start_date: '2031-03-20', end_date: '2031-03-20' })).toEqual([['2031-03', 1, 4]])
  expect(await rows({ start_date: '2031-03-21' })).toEqual([['2031-04', 2, 1]])
  expect(await rows({ end_date: '2031-03-19' })).toEqual([])
})

test('spreadsheets get a table in which nothing is a formula', async () => {
  const query = { group: 'category', format: 'csv' }
  const { headers, text } = await app.ask({ as: 'editor', path, query })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="report-category.csv"')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(text.split('\r\n')).toEqual([
    '\u{FEFF}id,name,events,registered,people,arrived,head_count,no_shows,canceled,waited',
    `${music},'=Music,1,2,4,2,5,2,1,1`,
    `${arts},Arts & crafts,2,3,5,2,5,2,1,1`,
    ',,1,0,0,0,,0,0,0',
    '',
  ])
})

test('it is for editors, whose token may write, and refuses what it does not know', async () => {
  expect((await app.ask({ path })).status).toBe(401)
  for (const as of ['subscriber', 'contributor', 'author'] as const)
    expect((await app.ask({ as, path })).status).toBe(403)
  for (const query of [{ group: 'author' }, { start_date: 'whenever' }, { format: 'pdf' }])
    expect(Object.keys((await app.ask({ as: 'editor', path, query })).body.data.params)).toEqual(
      Object.keys(query),
    )
})

test('the numbers stay when guests are erased, and when their events are gone', async () => {
  const before = await report()
  app.setNow(Temporal.Instant.from('2031-06-01T00:00:00Z'))
  await app.app.tendGuests()
  const guests = await app.db.read.selectFrom('guests').select('id').execute()
  expect(guests).toEqual([])
  expect(await report()).toEqual(before)
  expect(await rows({ group: 'venue' })).toEqual([
    ['Town hall', 1, 4],
    ['', 2, 1],
  ])
  const { events } = await app.read('events', { venue: hall, start_date: '2031-01-01' })
  await app.remove(`events/${events[0].id}`)
  expect((await report()).total).toEqual(before.total)
  expect(await rows({})).toEqual([
    ['2031-03', 1, 4],
    ['2031-04', 2, 1],
  ])
  expect(await rows({ start_date: '2031-04-01' })).toEqual([['2031-04', 2, 1]])
  expect(await rows({ group: 'venue' })).toEqual([['', 3, 5]])
})
