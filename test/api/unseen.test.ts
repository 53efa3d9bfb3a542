import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const dates = { start_date: '2030-06-10 10:00', end_date: '2030-06-10 12:00' }
const readers: readonly (Role | undefined)[] = [undefined, 'subscriber', 'contributor', 'author']
const everybody: readonly (Role | undefined)[] = [...readers, 'editor', 'administrator']

let app: TestApp
/** An event that everybody sees. */
let open: Record<'event' | 'venue' | 'tag', number>
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(Temporal.Instant.from('2030-05-05T12:00:00Z'))
  const [venue, tag] = [
    await app.create('venues', { venue: 'Open hall' }),
    await app.create('tags', { name: 'Open tag' }),
  ]
  const event = await app.create('events', {
    title: 'Public evening',
    ...dates,
    venue: venue.id,
    tags: [tag.id],
  })
  open = { event: event.id, venue: venue.id, tag: tag.id }
})
afterAll(() => app.close())

async function listed(query: Record<string, unknown>, as?: Role) {
  const { events, total } = await app.read('events', { per_page: 50, ...query }, as)
  const ids = events.map(({ id }: { id: number }) => id)
  expect(total, JSON.stringify(query)).toBe(ids.length)
  return ids as number[]
}

describe.each([
  ['private', { status: 'private' }],
  ['a draft', { status: 'draft' }],
  ['pending', { status: 'pending' }],
  ['scheduled', { date: '2040-01-01 00:00:00' }],
  ['in the trash', {}],
] as const)('an event that is %s', (what, more) => {
  test('is told to who may not read it by nothing', async () => {
    const venue = await app.create('venues', { venue: `Place ${what}`, geo_lat: -40, geo_lng: -50 })
    const tag = await app.create('tags', { name: `Tag ${what}` })
    const event = await app.create('events', {
      ...dates,
      title: `Unseen ${what}`,
      description: 'Unseenword',
      venue: venue.id,
      tags: [tag.id],
      featured: true,
      ...more,
    })
    if (what === 'in the trash')
      await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${event.id}` })
    for (const as of readers) {
      for (const query of [
        { venue: venue.id },
        { tags: tag.id },
        { search: 'Unseenword' },
        { geoloc_lat: -40, geoloc_lng: -50 },
        { include: event.id },
        { featured: true },
      ])
        expect(await listed(query, as), JSON.stringify(query)).toEqual([])
      const facets = await app.read('events/facets', {}, as)
      expect(facets.total).toBe(1)
      expect(JSON.stringify(facets)).not.toContain(`Place ${what}`)
      expect((await app.read('events/facets', { include: event.id }, as)).total).toBe(0)
      const ids = (await app.read('venues', { has_events: true }, as)).venues.map(
        (one: { id: number }) => one.id,
      )
      expect(ids).not.toContain(venue.id)
      for (const path of ['venues', 'tags'])
        expect((await app.ask({ ...(as ? { as } : {}), path, query: { event: event.id } })).status).toBe(400)
      expect((await app.read(`tags/${tag.id}`, {}, as)).count).toBe(0)
      expect(
        (await app.ask({ ...(as ? { as } : {}), path: 'events', query: { post_parent: event.id } })).status,
      ).toBe(400)
    }
    await app.remove(`events/${event.id}`)
    await app.remove(`venues/${venue.id}`)
    await app.remove(`tags/${tag.id}`)
  })
})

test('an event that is hidden from lists is in no list, total, facet or feed, and can be read by who knows it', async () => {
  const event = await app.create('events', {
    ...dates,
    title: 'Hidden one',
    venue: open.venue,
    tags: [open.tag],
    hide_from_listings: true,
  })
  for (const as of everybody) {
    for (const query of [{}, { venue: open.venue }, { include: event.id }, { search: 'hidden' }])
      expect(await listed(query, as)).not.toContain(event.id)
    const facets = await app.read('events/facets', { venue: open.venue }, as)
    expect([facets.total, facets.venues[0].count, facets.tags[0].count]).toEqual([1, 1, 1])
  }
  for (const extension of ['ics', 'rss', 'json', 'csv'])
    expect((await app.ask({ path: `events.${extension}`, query: { include: event.id } })).text).not.toContain(
      'Hidden one',
    )
  expect((await app.read(`events/${event.id}`)).title).toBe('Hidden one')
  await app.remove(`events/${event.id}`)
})
