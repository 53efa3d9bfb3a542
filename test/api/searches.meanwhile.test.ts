import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

const event = { title: 'Once', start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

test('a search that was looked up before a change is not what is told after it', async () => {
  const search = { start_date: '2031-01-01', end_date: '2031-12-31', search: 'once' }
  const atOneMoment = app.db.atOneMoment.bind(app.db)
  vi.spyOn(app.db, 'atOneMoment').mockImplementationOnce(async (work) => {
    const before = await atOneMoment(work)
    await app.create('events', event)
    return before
  })
  const [meanwhile, after] = [await app.read('events', search), await app.read('events', search)]
  expect([meanwhile.total, after.total, after.events.length]).toEqual([0, 1, 1])
})

test.each([1, 2])(
  'a list around a place that was looked up before a change is not what is told after it: at the revision’s call %d',
  async (call) => {
    const around = {
      start_date: `203${call}-01-01`,
      end_date: `203${call}-12-31`,
      geoloc: true,
      geoloc_lat: 48.1,
      geoloc_lng: 11.6,
    }
    // Were there no place elsewhere, all events with a place would be counted.
    await app.create('venues', { venue: 'Elsewhere', geo_lat: -33, geo_lng: 151 })
    const revision = app.db.revision.bind(app.db)
    let calls = 0
    // Between the places and the total, at one of these calls, there is an event at a new place.
    vi.spyOn(app.db, 'revision').mockImplementation(async () => {
      calls += 1
      if (calls === call) {
        const venue = { venue: `Hall ${call}`, geo_lat: 48.1, geo_lng: 11.6 }
        const [start_date, end_date] = [`203${call}-03-10 10:00`, `203${call}-03-10 12:00`]
        await app.create('events', { title: `Near ${call}`, start_date, end_date, venue: [venue] })
      }
      return revision()
    })
    await app.read('events', around)
    vi.restoreAllMocks()
    expect(calls).toBeGreaterThanOrEqual(call)
    expect((await app.read('events', around)).total).toBe(1)
  },
)
