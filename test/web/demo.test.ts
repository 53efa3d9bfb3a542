import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextOf } from '../../src/process/app.context.ts'
import { readConfig } from '../../src/config/config.ts'
import { type DemoCounts, fillDemo } from '../../src/process/demo/demo.write.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let counts: DemoCounts
const remarks: string[] = []
const now = Temporal.Instant.from('2031-03-10T12:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/London' })
  app.setNow(now)
  counts = await fill()
})
afterAll(() => app.close())

async function fill(): Promise<DemoCounts> {
  const config = readConfig({ SITE_TIMEZONE: 'Europe/London' })
  const context = await contextOf({ config, db: app.db, now: () => now })
  const caller = { id: app.ids.editor, role: 'editor', login: 'editor' } as const
  const remark = (sentence: string) => remarks.push(sentence)
  return fillDemo(context, { caller, now, seed: 1, withImages: false, remark })
}

const total = async (path: string) => Number((await app.ask({ path })).headers['x-tec-total'])

test('the calendar is full for a year, and every list finds its share', async () => {
  expect(counts).toMatchObject({ events: 2000, venues: 61, images: 0, proposals: 7 })
  expect(remarks.at(-1)).toBe('2000/2000 events')
  expect(await total('events?start_date=2031-01-01&end_date=2032-12-31')).toBe(2000)
  expect(await total('events?featured=true')).toBeGreaterThan(12)
  expect(await total('events?ticketed=true')).toBeGreaterThan(20)
  expect(await total('events?geoloc_lat=51.4536&geoloc_lng=-2.5975&geoloc_radius=2')).toBeGreaterThan(500)
  expect(await total('categories?per_page=1&hide_empty=false')).toBe(counts.categories)
  const jazz = await total('events?categories=jazz-blues')
  expect(jazz).toBeGreaterThan(50)
  expect(await total('events?categories=music')).toBeGreaterThan(jazz)
})

test('what happens every week is a series, of which one date is cancelled and another one moved', async () => {
  const { total, series } = await app.read('series', { per_page: 50 })
  expect(total).toBe(20)
  const market = series.find((one: { title: string }) => one.title.includes('Farmers'))
  expect(market).toMatchObject({ occurrences: 53, changed: 1, text: 'Every Saturday until 10 January 2032' })
  const dates = async (id: number) =>
    (await app.read('events', { post_parent: id, per_page: 50, start_date: '2031-03-10' })).events
  const happened = async (name: string) => {
    const found = series.find((one: { title: string }) => one.title.startsWith(name))
    return (await dates(found.id)).flatMap((date: { event_status?: string }) => date.event_status ?? [])
  }
  expect(await happened('Farmers')).toEqual(['canceled'])
  expect(await happened('Heron')).toEqual(['rescheduled'])
  const films = series.find((one: { title: string }) => one.title === 'Tuesday Film Club')
  expect(new Set((await dates(films.id)).map((date: { title: string }) => date.title)).size).toBeGreaterThan(
    5,
  )
})

test('its pages are there', async () => {
  const { body } = await app.ask({ path: 'events?per_page=1' })
  const page = await app.ask({ path: new URL(body.events[0].url).pathname, absolute: true })
  expect(page.status).toBe(200)
  expect((await app.ask({ path: '/', absolute: true, headers: { accept: 'text/html' } })).text).toContain(
    'Haverbridge',
  )
})

/** What pages of a city may have, whatever machine reads them: bytes of HTML, and elements. */
test.each([
  ['/', 46_000, 800],
  ['/list', 38_000, 720],
  ['/month/2031-03', 140_000, 3000],
  ['/week/2031-03-11', 36_000, 750],
  ['/day/2031-03-15', 40_000, 700],
  ['/map', 115_000, 1900],
])('%s of a whole city keeps to its budget', async (path, bytes, elements) => {
  const { text } = await app.ask({ path, absolute: true, headers: { accept: 'text/html' } })
  expect(Buffer.byteLength(text)).toBeLessThan(bytes)
  expect(text.match(/<[a-z]/g)?.length).toBeLessThan(elements)
})

test('what is special is there as it was planned', async () => {
  const { events } = await app.read('events', { event_status: 'canceled,postponed' })
  const found = events.map(({ event_status }: { event_status: string }) => event_status)
  expect(new Set(found)).toEqual(new Set(['canceled', 'postponed']))
  const page = async (path: string) =>
    (await app.ask({ path, absolute: true, headers: { accept: 'text/html' } })).text
  expect(await page('/event/the-velvet-herons-farewell-concert/')).toContain('Sold out')
  expect(await page('/event/meeting/')).toContain('<h1')
  expect(await page('/event/moonlight-regatta/')).toContain('A storm is forecast')
})

test('nothing is mixed into a calendar that has events', async () => {
  await expect(fill()).rejects.toThrow('The calendar has events already')
  expect(await total('events?start_date=2031-01-01&end_date=2032-12-31')).toBe(2000)
})
