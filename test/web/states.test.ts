import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, pathOf, titleOf, visit } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

const hall = { venue: 'Old Hall', address: 'Mill Lane 4', city: 'Exampleton', geo_lat: 52.52, geo_lng: 13.4 }
const meeting = 'https://meet.example/a'

/** Each state of an event: what is sent, and what is said of it in two languages. */
const states = {
  cancelled: [{ event_status: 'canceled' }, 'Cancelled', 'Abgesagt'],
  postponed: [{ event_status: 'postponed' }, 'Postponed', 'Verschoben'],
  rescheduled: [{ event_status: 'rescheduled' }, 'New date', 'Neuer Termin'],
  'moved online': [
    { event_status: 'moved_online', online_url: meeting },
    'Moved online',
    'Ins Internet verlegt',
  ],
  'sold out': [{}, 'Sold out', 'Ausverkauft'],
} as const

async function make(name: keyof typeof states) {
  const made = await app.create('events', {
    title: 'Night &amp; Day',
    start_date: '2031-03-11 18:00:00',
    end_date: '2031-03-11 21:00:00',
    timezone: 'Europe/Berlin',
    description: 'Songs of both.',
    cost: '12',
    venue: hall,
    ...states[name][0],
  })
  if (name === 'sold out')
    await app.create(`events/${made.id}/tickets`, { name: 'Seat', kind: 'paid', price: '12', capacity: 0 })
  return { ...made, path: pathOf(made.url), slug: made.slug }
}

const metaOf = (text: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]

describe.each(Object.entries(states))('an event that is %s', (name, [, said, saidInGerman]) => {
  test('says so wherever somebody meets it first', async () => {
    const { id, path, slug } = await make(name as keyof typeof states)
    const page = await visit(app, path)
    const isFirst = (text: string | undefined) => expect(text).toMatch(new RegExp(`^${said}\\b`))
    isFirst(/<title>([^<]*)/.exec(page.text)?.[1])
    for (const meta of ['description', 'og:title', 'og:description']) isFirst(metaOf(page.text, meta))
    expect(metaOf(page.text, 'og:title')).toBe(`${said}: Night &amp; Day`)
    // The heading has a label and, where it does not take place, a line through it.
    expect(titleOf(page)).not.toContain(said)
    const german = await visit(app, path, { accept: 'text/html', 'accept-language': 'de' })
    expect(/<title>([^<]*)/.exec(german.text)?.[1]).toMatch(new RegExp(`^${saidInGerman}: `))

    const oembed = await app.ask({
      path: `/oembed?url=${encodeURIComponent(`http://localhost${path}`)}`,
      absolute: true,
    })
    expect(oembed.body.title).toBe(`${said}: Night & Day`)
    const frame = await visit(app, `/embed/event/${slug}`)
    expect(frame.text).toMatch(new RegExp(`<p class="tags">[^]*>${said}</span>`))
    expect(frame.text).toMatch(/class="pic /)
    for (const view of ['/list', '/week/2031-03-11', '/month/2031-03', '/day/2031-03-11'])
      expect((await visit(app, view)).text, view).toMatch(new RegExp(`[>, ]${said}</span>`))
    await app.remove(`events/${id}`)
  })

  test('has a price where it still costs something, and a place where it still has one', async () => {
    const { id, path, slug } = await make(name as keyof typeof states)
    const frame = (await visit(app, `/embed/event/${slug}`)).text
    expect(frame.includes('class="price"')).toBe(name !== 'cancelled' && name !== 'sold out')
    const hasHall = name !== 'moved online'
    const page = (await visit(app, path)).text
    for (const text of [
      frame,
      page.slice(page.indexOf('<article'), page.indexOf('</article>')),
      metaOf(page, 'description') ?? '',
      (await visit(app, '/list?when=next_30_days')).text.replaceAll(/<select[^]*?<\/select>/g, ''),
      (await visit(app, '/week/2031-03-11')).text.replaceAll(/<select[^]*?<\/select>/g, ''),
    ])
      expect(text.includes('Old Hall')).toBe(hasHall)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')
    expect(data.location['@type']).toBe(hasHall ? 'Place' : 'VirtualLocation')
    expect(page.includes(`>${hasHall ? 'Old Hall' : 'Online'}<`)).toBe(true)
    expect((await visit(app, '/map')).text.includes('data-pins="[{')).toBe(hasHall)
    await app.remove(`events/${id}`)
  })
})

test('what is sold out and over is not sold out any more, and one behind a password does not tell', async () => {
  const { id, path } = await make('sold out')
  app.setNow(Temporal.Instant.from('2031-03-12T12:00:00Z'))
  expect(/<title>([^<]*)/.exec((await visit(app, path)).text)?.[1]).toMatch(/^Night/)
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  await app.ask({ as: 'administrator', method: 'PUT', path: `events/${id}`, json: { password: 'sesame' } })
  for (const view of ['/list', '/week/2031-03-11'])
    expect((await visit(app, view)).text).not.toContain('Sold out')
  await app.remove(`events/${id}`)
})
