import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import { called, connected } from './mcp.ts'
import { acknowledged } from './tec.ts'

let app: TestApp
/** Where the feed of changes was before anything was written. */
let since: string
let ids: Readonly<Record<'event' | 'venue' | 'organizer', number>>

const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
const range = 'start_date=2031-01-01&end_date=2032-01-01'
const as = 'administrator' as const

// Declared over REST while the service runs, by no line in any room.
beforeAll(async () => {
  app = await createTestApp({
    TEC_V1: 'on',
    MCP: 'full',
    SUBMISSIONS: 'everybody',
    MAIL_FOLDER: '/nonexistent',
    WEBHOOK_HOSTS: '127.0.0.1',
    SITE_URL: 'http://localhost',
  })
  app.setNow(Temporal.Instant.from('2031-04-20T12:00Z'))
  since = (await app.read('changes')).next
  await app.create('fields', {
    name: 'mood',
    type: 'choice',
    label: { en: 'Mood of it', de: 'Stimmung' },
    help: 'How it feels',
    kinds: ['event', 'venue', 'organizer'],
    options: [
      { value: 'calm', label: { en: 'Very calm', de: 'Sehr ruhig' } },
      { value: 'wild', label: 'Quite wild' },
    ],
    filter: true,
    wire_name: '_ecp_custom_3',
  })
  const fields = { mood: 'calm' }
  const event = await app.create('events', {
    title: 'Jazz',
    ...times,
    venue: { venue: 'Hall', fields },
    organizer: { organizer: 'Town', fields },
    fields: { mood: 'wild' },
  })
  await app.ask({ method: 'PATCH', path: `events/${event.id}`, as: 'editor', json: { fields } })
  ids = { event: event.id, venue: event.venue.id, organizer: event.organizer[0].id }
})
afterAll(() => app.close())

const get = async (path: string, isAbsolute = false, role?: 'editor') =>
  (
    await app.ask({
      path,
      absolute: isAbsolute,
      headers: isAbsolute ? acknowledged : {},
      ...(role ? { as: role } : {}),
    })
  ).text

/** What each room tells: its name, what it answers, and what of the field stands there. */
const rooms: readonly (readonly [room: string, ask: () => Promise<string>, says: string | RegExp])[] = [
  ['the record', async () => get(`events/${ids.event}`), '"fields":{"mood":"calm"}'],
  [
    'custom_fields',
    async () => get(`events/${ids.event}`),
    '"_ecp_custom_3":{"label":"Mood of it","value":"Very calm"}',
  ],
  ['a list', async () => get(`events?${range}`), '"fields":{"mood":"calm"}'],
  ['a filter', async () => get(`events?${range}&fields[mood]=calm`), '"total":1'],
  ['a filter that finds nothing', async () => get(`events?${range}&fields[mood]=wild`), '"total":0'],
  ['a filter by the venue', async () => get(`events?${range}&venue_fields[mood]=calm`), '"total":1'],
  ['a venue', async () => get(`venues/${ids.venue}`), '"fields":{"mood":"calm"}'],
  ['an organizer', async () => get(`organizers/${ids.organizer}`), '"fields":{"mood":"calm"}'],
  ['iCalendar', async () => get(`events.ics?${range}`), 'X-KALENDS-FIELD;X-NAME=mood:calm'],
  ['RSS', async () => get(`events.rss?${range}`), /<category domain="[^"]*\/fields\/mood">Very calm</],
  ['JSON Feed', async () => get(`events.json?${range}`), '"fields":{"mood":"calm"}'],
  ['CSV', async () => get(`events.csv?${range}`), /fields\.mood[^]*"calm"/],
  ['wp/v2', async () => get(`/wp/v2/tribe_events/${ids.event}`, true), '"_ecp_custom_3":"Very calm"'],
  ['tec/v1', async () => get(`/tec/v1/events/${ids.event}`, true), '"fields":{"mood":"calm"}'],
  [
    'its history',
    async () => get(`events/${ids.event}/history`, false, 'editor'),
    '"fields.mood":{"from":"wild","to":"calm"}',
  ],
  ['the changes', async () => get(`changes?include=records&since=${since}`), '"fields":{"mood":"calm"}'],
  [
    'an assistant',
    async () => (await called(app, 'get_event', { id: ids.event })).text,
    'Mood of it: ⟦Very calm⟧',
  ],
  [
    'its tools',
    async () => JSON.stringify(await (await connected(app, 'editor')).listTools()),
    'Mood of it. How it feels.',
  ],
  ['the page of the event', async () => get('/event/jazz/?lang=de', true), /Stimmung[^]*Sehr ruhig/],
  ['the page of the venue', async () => get('/venue/hall/?lang=de', true), /Stimmung[^]*Sehr ruhig/],
  ['what search engines are told', async () => get('/venue/hall/', true), '"propertyID":"mood"'],
  [
    'the form of proposals',
    async () => get('/submit?lang=de', true),
    /Stimmung[^]*Sehr ruhig[^]*How it feels/,
  ],
  [
    'an export',
    async () => {
      let text = ''
      const facts = {
        calendar: 'town',
        program: '1.2.3',
        now: Temporal.Instant.from('2031-01-01T00:00:00Z'),
      }
      for await (const chunk of exportLines(app.db.read, facts)) text += chunk
      return text
    },
    /"mood":"calm"/,
  ],
  [
    'a proposal',
    async () => {
      const json = { kind: 'change', event: ids.event, fields: { fields: { mood: 'wild' } } }
      await app.ask({ method: 'POST', path: 'submissions', as, json })
      return get('submissions', false, 'editor')
    },
    '"fields":{"fields":{"mood":"wild"}}',
  ],
]

describe('a field that is declared is at once', () => {
  test.each(rooms)('in %s', async (_, ask, says) => {
    const text = await ask()
    if (typeof says === 'string') expect(text).toContain(says)
    else expect(text).toMatch(says)
  })
})

test('a webhook is told which field has changed', async () => {
  const receiver = await startReceiver()
  await app.create('webhooks', { url: receiver.url, types: ['event.updated'] })
  const { id } = await app.create('events', { title: 'Rock', ...times })
  await app.ask({ method: 'PATCH', path: `events/${id}`, as: 'editor', json: { fields: { mood: 'wild' } } })
  await app.app.webhooks.sendDue()
  expect(receiver.got.map(({ body }) => body.data.changed)).toEqual([['fields.mood']])
})

test('a venue of the same name that says something else is another one, and one that says the same is that', async () => {
  const made = async (fields: object) => (await app.create('venues', { venue: 'Hall', fields })).id
  expect(await made({ mood: 'calm' })).toBe(ids.venue)
  const other = await made({ mood: 'wild' })
  expect(other).not.toBe(ids.venue)
  expect(await made({ mood: 'wild' })).toBe(other)
})
