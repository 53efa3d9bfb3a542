import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'
import { make, noon, openPlain, register } from './guests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openPlain()
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

const year = { starts_after: '2031-01-01', starts_before: '2031-12-31', per_page: 50 }
const titles = async (query: object, as?: 'editor') =>
  (await app.read('events', { ...year, orderby: 'title', ...query }, as)).events.map(
    ({ title }: { title: string }) => title,
  )
const counts = async (query: object = {}) =>
  (await app.read('events/facets', { ...year, ...query })).registration

test('without a registration in the calendar nothing is told of any', async () => {
  await app.create('events', { title: 'Plain', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' })
  expect(await counts()).toBeUndefined()
  expect(await titles({ registration: 'any' })).toEqual([])
})

test('lists are narrowed by how registrations stand, facets count them, and both turn by the clock', async () => {
  const named = async (title: string, registration: object, more: object = {}) =>
    make(app, registration, { title, ...more })
  await named('Open', { capacity: 20 })
  const few = await named('Few', { capacity: 1, waiting_list: false })
  await named('Line', { capacity: 0 })
  await named('Elsewhere', { mode: 'external', url: 'https://example.org/in', closes_before: 60 })
  await named('Soon', { opens: '2031-03-02 10:00', closes_before: 120 })
  await named('Over', { closes: '2031-02-01' })
  await named('Off', {}, { event_status: 'canceled' })
  // What a reader may not see, or has not opened, is not found by what it says (D62).
  await named('Secret', { capacity: 20 }, { password: 'sesame' })
  await named('Draft', { capacity: 20 }, { status: 'draft' })
  const all = { open: 3, upcoming: 1, waiting_list: 1, full: 0, closed: 2 }
  const countedAs = (states: Record<string, number>) =>
    ['upcoming', 'open', 'waiting_list', 'full', 'closed'].map((value) => ({ value, count: states[value] }))
  expect(await titles({ registration: 'open' })).toEqual(['Elsewhere', 'Few', 'Open'])
  expect(await titles({ registration: 'upcoming,waiting_list' })).toEqual(['Line', 'Soon'])
  expect(await titles({ registration: 'closed' })).toEqual(['Off', 'Over'])
  expect(await titles({ registration: 'any' })).toHaveLength(7)
  expect(await titles({ registration: 'open', password: 'sesame' })).toContain('Secret')
  expect(await titles({ registration: 'closed', status: 'draft' }, 'editor')).toEqual(['Draft'])
  expect(await counts()).toEqual(countedAs(all))
  // Of each facet the counts are without its own filter.
  expect(await counts({ registration: 'open' })).toEqual(countedAs(all))
  expect(await counts({ registration: 'open', facets: 'featured' })).toBeUndefined()
  const bad = await app.ask({ path: 'events', query: { registration: 'perhaps' } })
  expect([bad.status, bad.body.data.params.registration]).toEqual([
    400,
    expect.stringContaining('must be one of upcoming, open, waiting_list, full, closed, any'),
  ])
  await register(app, few, { name: 'Ada' })
  expect(await titles({ registration: 'full' })).toEqual(['Few'])
  expect(await counts()).toEqual(countedAs({ ...all, open: 2, full: 1 }))
  const next = await app.read('events', { ...year, registration: 'any', per_page: 2 })
  expect(next.next_rest_url).toContain('registration=any')
  const feed = async () => app.ask({ path: 'events.csv', query: { ...year, registration: 'open' } })
  const before = await feed()
  expect(before.text).not.toContain('Soon')

  app.setNow(Temporal.Instant.from('2031-03-02T10:00:00Z'))
  expect(await titles({ registration: 'open' })).toEqual(['Elsewhere', 'Open', 'Soon'])
  expect(await counts()).toEqual(countedAs({ ...all, open: 3, full: 1, upcoming: 0 }))
  const after = await feed()
  expect(after.text).toContain('Soon')
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
  app.setNow(Temporal.Instant.from('2031-03-20T16:00:00Z'))
  expect(await titles({ registration: 'open' })).toEqual(['Elsewhere', 'Open'])
  app.setNow(Temporal.Instant.from('2031-03-20T17:00:00Z'))
  expect(await titles({ registration: 'open' })).toEqual(['Open'])
  app.setNow(Temporal.Instant.from('2031-03-20T18:00:00Z'))
  expect(await titles({ registration: 'open' })).toEqual([])
  expect(await titles({ registration: 'closed' })).toHaveLength(7)
})

test('another node says the same, by the times of the event as they are now', async () => {
  const [one, other] = await twoNodes({ REGISTRATION_HOURLY: '1000' })
  for (const node of [one, other]) node.setNow(noon)
  const id = await make(one, { capacity: 1, opens_before: 60 * 24 * 10 })
  const states = async () =>
    Promise.all(
      [one, other].map(async (node) =>
        (await node.read('events/facets', { ...year, facets: 'registration' })).registration.flatMap(
          ({ value, count }: { value: string; count: number }) => (count > 0 ? [value] : []),
        ),
      ),
    )
  expect(await states()).toEqual([['upcoming'], ['upcoming']])
  await one.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${id}`,
    json: { start_date: '2031-03-10 18:00', end_date: '2031-03-10 20:00' },
  })
  expect(await states()).toEqual([['open'], ['open']])
  await register(other, id, { name: 'Ada' })
  expect(await states()).toEqual([['waiting_list'], ['waiting_list']])
})
