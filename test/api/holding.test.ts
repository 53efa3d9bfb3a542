import { afterAll, beforeAll, expect, test } from 'vitest'
import { acknowledgement } from '../../src/outward/tec/tec.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { tenthsHeldUpBy } from '../support/stretches.ts'

const dates = { start_date: '2031-03-01', end_date: '2031-03-02' }
const year = 'start_date=2031-01-01&end_date=2031-12-31&per_page=50'
const long = (unit: string) => unit.repeat(199_000 / unit.length)
const root = '/vendor/events/v1'

/** How many of each there are: shown at once, they took a second. */
const count = 6

let app: TestApp
let crowded: number
beforeAll(async () => {
  app = await createTestApp({ REQUEST_TIMEOUT_MS: '600000', PER_PAGE_MAX: '50', TEC_V1: 'on' })
  const venue: number[] = []
  for (let number = 0; number < count; number += 1) {
    const made = await app.create('venues', { venue: `Hall ${number}`, description: long('"') })
    venue.push(made.id)
    const description = long(number % 2 === 0 ? '"' : 'x\n\n')
    await app.create('events', { ...dates, title: `Night ${number}`, description, excerpt: long("' ") })
  }
  const event = await app.create('events', { ...dates, title: 'Everywhere', venue })
  crowded = event.id
})
afterAll(() => app.close())

/** Reads the whole answer as it comes, so that the test itself takes no time. To an editor, no kept answer is sent. */
async function read(url: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(app.credentials.editor).toString('base64')}`
  const headers = { authorization, [acknowledgement.header]: acknowledgement.text }
  const answer = await app.app.server.inject({ url, headers, payloadAsStream: true })
  expect(answer.statusCode, url).toBe(200)
  for await (const _ of answer.stream()) continue
}

test.each<[name: string, url: () => string]>([
  ['a list of events', () => `${root}/events?${year}`],
  ['a list with line breaks', () => `${root}/events?${year}&_pretty`],
  ['a list in an envelope', () => `${root}/events?${year}&_envelope`],
  ['a list below wp/v2', () => '/wp/v2/tribe_events?per_page=100'],
  ['a list below tec/v1', () => '/tec/v1/events?per_page=50'],
  ['a list of venues', () => `${root}/venues?per_page=50`],
  ['an event with many venues', () => `${root}/events/${crowded}`],
  ['a calendar feed', () => `${root}/events.ics?${year}`],
  ['a news feed', () => `${root}/events.rss?${year}`],
  ['a table', () => `${root}/events.csv?${year}`],
  ['a page', () => '/day/2031-03-01'],
])('the longest texts there may be keep nobody waiting: %s', async (_, url) => {
  expect(await tenthsHeldUpBy(() => read(url()))).toBeLessThan(1)
})

/** A body of a megabyte, as an editor may send it. */
const bodies: readonly (readonly [name: string, type: string, body: string])[] = [
  ['lists in lists', 'application/json', `{"title":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  [
    'many members',
    'application/json',
    JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`k${key}`, key]))),
  ],
  [
    'many fields',
    'application/x-www-form-urlencoded',
    Array.from({ length: 90_000 }, (_, key) => `a${key}=1`).join('&'),
  ],
  ['one field many times', 'application/x-www-form-urlencoded', 'tags[]=a&'.repeat(110_000)],
  ['a deep name', 'application/x-www-form-urlencoded', `a${'[b]'.repeat(300_000)}=1`],
  [
    'many parts',
    'multipart/form-data; boundary=x',
    `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(18_000)}--x--`,
  ],
  [
    'nearly the end of a part',
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n-'.repeat(320_000)}\r\n--x--`,
  ],
  ['tags', 'application/json', JSON.stringify({ ...dates, title: 'A', description: long('<p>x') })],
  ['quotes', 'application/json', JSON.stringify({ ...dates, title: 'A', description: long('"') })],
  [
    'organizers',
    'application/json',
    JSON.stringify({
      ...dates,
      title: 'A',
      organizer: Array.from({ length: 500 }, () => ({ organizer: 'x'.repeat(1500) })),
    }),
  ],
]
test.each(bodies)('no body keeps others waiting: %s', async (_, type, body) => {
  const held = await tenthsHeldUpBy(async () => {
    const headers = { 'content-type': type }
    const { status } = await app.ask({ as: 'editor', method: 'POST', path: 'events', raw: body, headers })
    expect(status).toBeLessThan(500)
  })
  expect(held).toBeLessThan(1)
})

test('an event with as many new categories and tags as it may have keeps nobody waiting', async () => {
  let made = 0
  const names = () => Array.from({ length: 500 }, () => `Name number ${(made += 1)} of many`)
  const held = await tenthsHeldUpBy(async () => {
    const event = { ...dates, title: 'Named', categories: names(), tags: names() }
    const { status, body } = await app.ask({ as: 'editor', method: 'POST', path: 'events', json: event })
    expect([status, body.categories.length, body.tags.length]).toEqual([201, 500, 500])
  })
  expect(held).toBeLessThan(1)
})
