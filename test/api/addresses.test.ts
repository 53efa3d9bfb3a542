import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { acknowledged } from './tec.ts'

const home = 'https://calendar.example/town'
const text =
  'See <a href="/about">us</a>, <a href="//other.example/a">them</a>, <a href="more/b.html">more</a> and <img src="/pictures/a.jpg" alt="a" />.'
const evening = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }

let app: TestApp
const ids: Record<string, number> = {}
beforeAll(async () => {
  app = await createTestApp({ SITE_URL: home, SITE_TIMEZONE: 'Europe/Berlin', TEC_V1: 'on' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00Z'))
  ids['venues'] = (await app.create('venues', { venue: 'Mill', description: text })).id
  ids['organizers'] = (await app.create('organizers', { organizer: 'Ann', description: text })).id
  ids['categories'] = (await app.create('categories', { name: 'Music', description: text })).id
  ids['tags'] = (await app.create('tags', { name: 'Loud', description: text })).id
  ids['events'] = (
    await app.create('events', {
      ...evening,
      title: 'Jazz',
      description: text,
      excerpt: text,
      venue: ids['venues'],
      organizer: ids['organizers'],
      categories: 'music',
      tags: 'loud',
    })
  ).id
  ids['tickets'] = (
    await app.create(`events/${ids['events']}/tickets`, { name: 'Seat', kind: 'rsvp', description: text })
  ).id
  await app.create('events', {
    ...evening,
    title: 'Weekly',
    description: text,
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
  })
})
afterAll(() => app.close())

/** Addresses in the attributes of texts, however these are escaped, that are not whole. */
const broken = (answer: string) =>
  [
    ...answer.matchAll(
      /(?:href|src|cite|poster)=(?:\\?["']|&quot;|&#34;)(?!https?:|mailto:|tel:|#)[^"'&\s>]*/g,
    ),
  ].map(([found]) => found)

test.each([
  'events',
  'events/{events}',
  'events/by-slug/jazz',
  'events/facets',
  'venues',
  'venues/{venues}',
  'organizers',
  'organizers/{organizers}',
  'categories',
  'categories/{categories}',
  'tags',
  'tags/{tags}',
  'events/{events}/tickets',
  'tickets/{tickets}',
  'series',
  'events.ics',
  'events.rss',
  'events.json',
  'events.geojson',
  'events.csv',
  'events/{events}.ics',
  'changes?include=records&since={since}',
  '/wp/v2/tribe_events',
  '/wp/v2/tribe_events/{events}',
  '/wp/v2/tribe_venue',
  '/wp/v2/tribe_organizer',
  '/wp/v2/tribe_events_cat',
  '/wp/v2/tags',
  '/tec/v1/events',
  '/tec/v1/events/{events}',
  '/tec/v1/venues',
  '/tec/v1/organizers',
])('%s has whole addresses in texts', async (named) => {
  // The beginning of the log, by a token of now.
  const at = named.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? ''))
  const path = at.endsWith('since=') ? at + (await beginning()) : at
  const root = path.startsWith('/') ? '/town' : ''
  const answer = await app.ask({
    path: root + path,
    ...(path.startsWith('/') ? { absolute: true } : {}),
    headers: acknowledged,
  })
  expect(answer.status, answer.text).toBe(200)
  expect(broken(answer.text)).toEqual([])
  if (!/facets|series|changes|geojson/.test(path)) {
    expect(answer.text.replaceAll('\\/', '/').replaceAll('\r\n ', '')).toContain(
      'https://calendar.example/about',
    )
    expect(answer.text.replaceAll('\r\n ', '')).toContain('https://calendar.example/town/more/b.html')
  }
})

async function beginning(): Promise<string> {
  const { next } = await app.read('changes')
  await app.ask({
    as: 'editor',
    method: 'PATCH',
    path: `events/${ids['events']}`,
    json: { title: 'Jazz night' },
  })
  return next
}

test('a record that is sent back as it was read keeps the addresses that were written', async () => {
  for (const [kind, fields] of [
    ['events', ['description', 'excerpt']],
    ['venues', ['description']],
    ['organizers', ['description']],
    ['categories', ['description']],
    ['tags', ['description']],
    ['tickets', ['description']],
  ] as const) {
    const path = `${kind}/${ids[kind]}`
    const read = await app.read(path, {}, 'administrator')
    const sent = Object.fromEntries(fields.map((name) => [name, read[name]]))
    expect(sent['description']).toContain('https://calendar.example/about')
    const { status } = await app.ask({ as: 'administrator', method: 'PATCH', path, json: sent })
    expect(status).toBe(200)
    const table = ['categories', 'tags'].includes(kind) ? 'terms' : kind
    const row = await app.db.read
      .selectFrom(table as 'events')
      .select('description')
      .where('id', '=', ids[kind] ?? 0)
      .executeTakeFirstOrThrow()
    expect([kind, row.description]).toEqual([kind, expect.stringContaining('href="/about"')])
  }
})
