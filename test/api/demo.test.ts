import { expect, onTestFinished, test } from 'vitest'
import { contextOf } from '../../src/process/app.context.ts'
import { readConfig } from '../../src/config/config.ts'
import { fillDemo } from '../../src/process/demo/demo.write.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const now = Temporal.Instant.from('2031-03-10T12:00:00Z')

async function filled(): Promise<TestApp> {
  const app = await createTestApp({ SITE_TIMEZONE: 'Europe/London' })
  onTestFinished(() => app.close())
  app.setNow(now)
  const config = readConfig({ SITE_TIMEZONE: 'Europe/London' })
  const context = await contextOf({ config, db: app.db, now: () => now })
  const caller = { id: app.ids.editor, role: 'editor', login: 'editor' } as const
  await fillDemo(context, { caller, now, seed: 1, withImages: false, remark: () => {} })
  return app
}

type Table = 'events' | 'venues' | 'organizers' | 'terms' | 'series' | 'submissions'
const count = async (app: TestApp, table: Table) =>
  (await app.db.read.selectFrom(table).select('id').execute()).length

test('the invented city goes by one request, with all that is its own, and nothing else', async () => {
  const app = await filled()
  const demo = async (method: 'GET' | 'DELETE') =>
    (await app.ask({ method, path: 'demo', as: 'administrator' })).body
  expect(await demo('GET')).toEqual({ there: true, filling: false, events: 2000, kept: 0 })
  const [venue] = (await app.read('venues', { search: 'Corn Exchange' })).venues
  const [category] = (await app.read('categories', { search: 'Jazz' })).categories
  const own = await app.create('events', {
    title: 'Ours',
    start_date: '2031-04-01 19:00',
    end_date: '2031-04-01 21:00',
    venue: venue.id,
    categories: [category.id],
    status: 'publish',
  })
  const place = await app.create('venues', { venue: 'Our Hall', status: 'publish' })

  expect(await demo('DELETE')).toEqual({ there: false, filling: false, events: 0, kept: 3 })
  expect(await count(app, 'events')).toBe(1)
  expect(await count(app, 'series')).toBe(0)
  expect(await count(app, 'submissions')).toBe(0)
  expect(await count(app, 'organizers')).toBe(0)
  // What the own event has stays: its place, and its category below the one above it.
  const ids = async () => (await app.read('venues')).venues.map(({ id }: { id: number }) => id)
  expect(new Set(await ids())).toEqual(new Set([venue.id, place.id]))
  const kept = await app.read(`events/${own.id}`)
  expect(kept.venue.id).toBe(venue.id)
  expect(kept.categories[0]).toMatchObject({ id: category.id, count: 1 })
  expect(await count(app, 'terms')).toBe(2)
  expect((await app.read('events')).total).toBe(1)
  // Once more changes nothing.
  expect(await demo('DELETE')).toEqual({ there: false, filling: false, events: 0, kept: 0 })
  expect(await count(app, 'events')).toBe(1)
})

test('forty of its events have a registration, with guests who are invented as well, some of whom wait or came', async () => {
  const app = await filled()
  const { total } = await app.read('events', { registration: 'any', starts_after: '2030-01-01' })
  expect(total).toBe(40)
  const guests = await app.db.read.selectFrom('guests').selectAll().execute()
  expect(guests.length).toBeGreaterThan(200)
  expect(guests.filter(({ email }) => !/^[a-z.-]+@example\.org$/.test(email))).toEqual([])
  const states = new Set(guests.map(({ state }) => state))
  expect(states).toEqual(new Set(['registered', 'waiting', 'requested']))
  expect(guests.filter(({ arrived }) => arrived > 0).length).toBeGreaterThan(10)
  // What is counted is what is there, and nobody comes twice or before who came first.
  const events = await app.db.read
    .selectFrom('events')
    .select(['id', 'registration', 'registration_taken'])
    .where('registration', '<>', '')
    .execute()
  for (const { id, registration_taken } of events) {
    const here = guests.filter(({ event_id }) => event_id === id)
    const taken = here.filter(({ state }) => state === 'registered')
    expect(taken.reduce((sum, { party }) => sum + party, 0)).toBe(registration_taken)
    expect(new Set(here.map(({ email }) => email)).size).toBe(here.length)
    const inOrder = here.toSorted((one, other) => one.number - other.number)
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one.created_at - other.created_at))
  }
  // Nobody is written to, whatever time it is.
  for (const days of [0, 3, 40]) {
    app.setNow(now.add({ hours: days * 24 }))
    await app.app.tendGuests()
  }
  expect(await app.db.read.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  expect(await app.db.read.selectFrom('registration_totals').select('event_id').execute()).not.toEqual([])
  await app.ask({ method: 'DELETE', path: 'demo', as: 'administrator' })
  for (const table of ['guests', 'registration_totals', 'registration_counts'] as const)
    expect(await app.db.read.selectFrom(table).select('event_id').execute()).toEqual([])
})

test('who looks after no settings neither fills nor empties a calendar, and one without the city has none to lose', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  for (const role of ['editor', 'author', 'contributor', 'subscriber', undefined] as const)
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await app.ask({ method, path: 'demo', ...(role ? { as: role } : {}) })).status).toBe(
        role ? 403 : 401,
      )
  const { body } = await app.ask({ method: 'DELETE', path: 'demo', as: 'administrator' })
  expect(body).toMatchObject({ there: false })
})
