import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const moment = Temporal.Instant.from('2030-05-05T12:00:00Z')
const dates = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(moment)
})
afterAll(() => app.close())

let count = 0
/** An event that a contributor has sent in, with a place and organizers made for it. */
async function submission(more: object = {}) {
  count += 1
  return app.create(
    'events',
    {
      title: `Submitted ${count}`,
      ...dates,
      status: 'pending',
      venue: { venue: `Barn ${count}`, city: 'Springfield' },
      organizer: [{ organizer: `Ann ${count}` }, { organizer: `Bob ${count}`, status: 'pending' }],
      ...more,
    },
    'contributor',
  )
}

type Linked = { id: number; status: string; slug: string; date_utc: string }

/** What everybody is shown of the links of an event. */
async function shown(id: number): Promise<Linked[]> {
  const { venue, organizer } = await app.read(`events/${id}`)
  return [venue, ...organizer].flat()
}

async function change(
  path: string,
  json: object,
  { as = 'editor', absolute = false }: { as?: Role; absolute?: boolean } = {},
) {
  const { status, body, text } = await app.ask({ as, method: 'PUT', path, absolute, json })
  expect(status, text).toBe(200)
  return body
}

describe('approving what a contributor sent in (D55)', () => {
  test.each([
    ['its address', (id: number) => change(`events/${id}`, { status: 'publish' })],
    [
      'its slug',
      async (id: number) => {
        const { slug } = await change(`events/${id}`, { slug: `by-slug-${id}` })
        await change(`events/by-slug/${slug}`, { status: 'publish' })
      },
    ],
    ['wp/v2', (id: number) => change(`/wp/v2/tribe_events/${id}`, { status: 'publish' }, { absolute: true })],
  ])('by %s publishes the place and the organizers that they made for it', async (_, publish) => {
    const { id, venue, organizer } = await submission()
    expect([venue, ...organizer].map(({ status }) => status)).toEqual(['draft', 'draft', 'pending'])
    await publish(id)
    const links = await shown(id)
    expect(links.map(({ status }) => status)).toEqual(['publish', 'publish', 'publish'])
    // As if they had been published themselves: each with a slug of its own, and with a date.
    for (const { slug, date_utc } of links) {
      expect(slug).toMatch(/^(?:barn|ann|bob)-\d+$/)
      expect(date_utc).toBe('2030-05-05 12:00:00')
    }
    expect((await app.read('venues', { search: venue.venue })).total).toBe(1)
    expect(await app.read(`venues/by-slug/${links[0]?.slug}`)).toMatchObject({ city: 'Springfield' })
    expect((await app.ask({ path: `events/${id}.ics` })).text).toContain('LOCATION:Barn')
  })

  test('at the time that it is scheduled for, and not before', async () => {
    const { id, venue } = await submission()
    const scheduled = await change(`events/${id}`, { status: 'publish', date_utc: '2030-05-05 13:00:00' })
    expect(scheduled).toMatchObject({ status: 'future', venue: { status: 'draft' } })
    app.setNow(moment.add({ hours: 2 }))
    await app.app.publishDue()
    expect((await shown(id)).map(({ status }) => status)).toEqual(['publish', 'publish', 'publish'])
    expect((await app.ask({ path: `venues/${venue.id}` })).status).toBe(200)
    app.setNow(moment)
  })

  test('with another place in the same request publishes that one', async () => {
    const other = await app.create('venues', { venue: 'Other', status: 'draft' }, 'contributor')
    const { id, venue } = await submission()
    await change(`events/${id}`, { status: 'publish', venue: other.id })
    expect((await shown(id))[0]).toMatchObject({ id: other.id, status: 'publish' })
    expect(await app.read(`venues/${venue.id}`, {}, 'editor')).toMatchObject({ status: 'draft' })
  })

  test('leaves alone what is private, in the trash or scheduled, and what others made', async () => {
    const mine = async (json: object, as: Role) => (await app.create('venues', { ...json }, as)).id as number
    const own = await mine({ venue: 'Private', status: 'draft' }, 'contributor')
    const trashed = await mine({ venue: 'Trashed', status: 'draft' }, 'contributor')
    const later = await mine({ venue: 'Later', status: 'draft' }, 'contributor')
    const others = await mine({ venue: 'Editors own', status: 'draft' }, 'editor')
    const { id } = await submission({ venue: [own, trashed, later] })
    await change(`venues/${own}`, { status: 'private' })
    await change(`venues/${later}`, { status: 'publish', date_utc: '2040-01-01 00:00:00' })
    await app.ask({ as: 'editor', method: 'DELETE', path: `venues/${trashed}` })
    const read = await app.read(`events/${id}`, {}, 'editor')
    await change(`events/${id}`, {
      status: 'publish',
      venue: [...read.venue.map((one: Linked) => one.id), others],
    })
    const status = async (venue: number) => (await app.read(`venues/${venue}`, {}, 'editor')).status
    expect([await status(own), await status(later), await status(trashed), await status(others)]).toEqual([
      'private',
      'future',
      'trash',
      'draft',
    ])
    expect((await shown(id)).map(({ status }) => status)).toEqual(['publish', 'publish'])
  })

  test('publishes nothing when the event is not published, nor when an event is public already', async () => {
    const { id, venue } = await submission()
    await change(`events/${id}`, { status: 'private' })
    await change(`events/${id}`, { title: 'Other title' })
    const status = async () => (await app.read(`venues/${venue.id}`, {}, 'editor')).status
    expect(await status()).toBe('draft')
    await change(`events/${id}`, { status: 'publish' })
    expect(await status()).toBe('publish')
    // What somebody takes back afterwards stays so.
    await change(`venues/${venue.id}`, { status: 'draft' })
    await change(`events/${id}`, { title: 'Third title' })
    expect(await status()).toBe('draft')
  })

  test('publishes all of it or nothing', async () => {
    const { id, venue } = await submission()
    const { status } = await app.ask({
      as: 'editor',
      method: 'PUT',
      path: `events/${id}`,
      json: { status: 'publish' },
      headers: { 'if-match': '"another"' },
    })
    expect(status).toBe(412)
    expect(await app.read(`venues/${venue.id}`, {}, 'editor')).toMatchObject({ status: 'draft' })
  })

  test('raises the sequence of other events there, as they have a place now', async () => {
    const { id, venue } = await submission()
    const other = await app.create('events', { title: 'Other there', ...dates, venue: venue.id }, 'editor')
    const sequence = async () =>
      /SEQUENCE:(\d+)/.exec((await app.ask({ path: `events/${other.id}.ics` })).text)?.[1]
    expect(await sequence()).toBe('0')
    await change(`events/${id}`, { status: 'publish' })
    expect(await sequence()).toBe('1')
  })
})

describe('an event that is made by who may publish', () => {
  test('leaves drafts as they are when it is public from the beginning: nothing was approved (D14)', async () => {
    const { id: venue } = await app.create('venues', { venue: 'Own draft', status: 'draft' }, 'author')
    await app.create('events', { title: 'At once', ...dates, venue }, 'author')
    expect(await app.read(`venues/${venue}`, {}, 'editor')).toMatchObject({ status: 'draft' })
  })

  test('publishes nothing as long as it is a draft or waits for its time', async () => {
    const draft = async () =>
      (await app.create('venues', { venue: `Waiting ${(count += 1)}`, status: 'draft' }, 'author'))
        .id as number
    const post = (json: object) => app.create('events', { title: 'Below', ...dates, ...json }, 'author')
    const status = async (venue: number) => (await app.read(`venues/${venue}`, {}, 'editor')).status
    const [venue, later] = [await draft(), await draft()]
    await post({ status: 'draft', venue })
    await post({ status: 'publish', venue: later, date_utc: '2030-05-06 12:00:00' })
    expect([await status(venue), await status(later)]).toEqual(['draft', 'draft'])
    app.setNow(moment.add({ hours: 48 }))
    await app.app.publishDue()
    app.setNow(moment)
    expect([await status(venue), await status(later)]).toEqual(['draft', 'publish'])
  })

  test('that was public and comes back from the trash publishes what was made for it meanwhile', async () => {
    const { id, venue } = await submission()
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` })
    await change(`events/${id}`, { status: 'publish' })
    expect(await app.read(`venues/${venue.id}`, {}, 'editor')).toMatchObject({ status: 'publish' })
  })
})
