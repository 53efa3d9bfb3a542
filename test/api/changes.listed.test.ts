import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '../../src/http/resource.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let made = 0
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
})
afterAll(() => app.close())

const event = (more: object = {}) => ({
  title: `Talk ${++made}`,
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  ...more,
})
const send = async (method: Method, path: string, json?: object) => {
  const { status, text, body } = await app.ask({ as: 'administrator', method, path, json })
  expect(status, text).toBeLessThan(300)
  return body
}
const since = async (token: string): Promise<string[]> =>
  (await app.read('changes', { since: token })).changes.map(
    ({ kind, id, action }: { kind: string; id: number; action: string }) => `${action} ${kind} ${id}`,
  )
const now = async (): Promise<string> => (await app.read('changes')).next

/** What the feed tells of each of several acts. */
async function toldOf(...acts: readonly (() => Promise<unknown>)[]): Promise<string[][]> {
  const seen: string[][] = []
  for (const act of acts) {
    const token = await now()
    await act()
    seen.push(await since(token))
  }
  return seen
}

describe('the feed of changes tells that an event is gone and new', () => {
  const ways: Readonly<
    Record<string, (id: number) => readonly [leave: () => Promise<unknown>, back: () => Promise<unknown>]>
  > = {
    'hidden from the lists': (id) => [
      () => send('PATCH', `events/${id}`, { hide_from_listings: true }),
      () => send('PATCH', `events/${id}`, { hide_from_listings: false }),
    ],
    'a draft': (id) => [
      () => send('PATCH', `events/${id}`, { status: 'draft' }),
      () => send('PATCH', `events/${id}`, { status: 'publish' }),
    ],
    private: (id) => [
      () => send('PATCH', `events/${id}`, { status: 'private' }),
      () => send('PATCH', `events/${id}`, { status: 'publish' }),
    ],
    'behind a password': (id) => [
      () => send('PATCH', `events/${id}`, { password: 'sesame' }),
      () => send('PATCH', `events/${id}`, { password: '' }),
    ],
    'in the trash': (id) => [
      () => send('DELETE', `events/${id}`),
      () => send('PATCH', `events/${id}`, { status: 'publish' }),
    ],
    'in the trash, with many': (id) => [
      () => send('POST', 'events/bulk', { ids: [id], action: 'trash' }),
      () => send('POST', 'events/bulk', { ids: [id], action: 'restore' }),
    ],
    'hidden, which is undone': (id) => [
      () => send('PATCH', `events/${id}`, { hide_from_listings: true }),
      async () => {
        const { history } = await app.read(`events/${id}/history`, {}, 'administrator')
        await send('POST', `events/${id}/history/${history[0].revision}/undo`, {})
      },
    ],
    'hidden, with another change beside': (id) => [
      () => send('PATCH', `events/${id}`, { hide_from_listings: 1, description: 'Hidden' }),
      () => send('PATCH', `events/${id}`, { hide_from_listings: 0, description: 'Back' }),
    ],
    'scheduled, until the clock publishes it': (id) => [
      () => send('PATCH', `events/${id}`, { status: 'future', date: '2031-01-01 00:00:00' }),
      async () => {
        app.setNow(Temporal.Instant.from('2031-01-02T00:00:00Z'))
        await app.app.publishDue()
        app.setNow(undefined)
      },
    ],
  }
  test.each(Object.keys(ways))('that is %s and comes back', async (way) => {
    const { id } = await app.create('events', event())
    const [leave, back] = ways[way]?.(id) ?? []
    if (!leave || !back) throw new Error(`There is no way ${way}.`)
    expect(await toldOf(leave, back)).toEqual([[`deleted event ${id}`], [`created event ${id}`]])
  })

  test('and nothing of one that was never in the lists, its terms and its removal', async () => {
    const token = await now()
    const { id } = await app.create('events', event({ hide_from_listings: true }))
    await send('PATCH', `events/${id}`, { title: 'Other' })
    await send('PATCH', `events/${id}`, { tags: 'hidden' })
    await app.remove(`events/${id}`)
    expect((await since(token)).filter((line) => line.includes('event'))).toEqual([])
  })

  test('by its source as by hand', async () => {
    const path = 'events/by-source/crm/listed'
    await send('PUT', path, event({ title: 'Sourced' }))
    const told = await toldOf(
      () => send('PUT', path, event({ title: 'Sourced', hide_from_listings: true })),
      () => send('PUT', path, event({ title: 'Sourced', hide_from_listings: false })),
    )
    expect(told.map(([line = '']) => line.split(' ')[0])).toEqual(['deleted', 'created'])
  })
})

test('a write that changes nothing is no change: no date, entry, message or sequence says that there was one', async () => {
  app.setNow(Temporal.Instant.from('2031-04-01T10:00:00Z'))
  const venue = await app.create('venues', { venue: 'Mill', city: 'Ulm' })
  const organizer = await app.create('organizers', { organizer: 'Ann', email: 'ann@example.org' })
  const category = await app.create('categories', { name: 'Music' })
  const tag = await app.create('tags', { name: 'Loud' })
  const single = await app.create(
    'events',
    event({
      venue: venue.id,
      organizer: organizer.id,
      categories: 'music',
      tags: 'loud',
      description: 'It is “here”.',
      cost: '5',
      featured: true,
    }),
  )
  const weekly = await app.create(
    'events',
    event({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3', categories: 'music' }),
  )
  const ticket = await app.create(`events/${single.id}/tickets`, { name: 'Seat', kind: 'paid', price: '5' })
  app.setNow(Temporal.Instant.from('2031-04-02T10:00:00Z'))
  const paths = [
    `venues/${venue.id}`,
    `organizers/${organizer.id}`,
    `categories/${category.id}`,
    `tags/${tag.id}`,
    `events/${single.id}`,
    `events/${weekly.id}`,
  ]
  const token = await now()
  for (const path of paths) {
    const before = await app.read(path, {}, 'administrator')
    const entries = (await app.read(`${path}/history`, {}, 'administrator')).total
    const { image: _, ...sent } = before
    for (const json of [sent, {}]) expect(await send('PUT', path, json), path).toBeTruthy()
    expect(await app.read(path, {}, 'administrator')).toEqual(before)
    expect((await app.read(`${path}/history`, {}, 'administrator')).total, path).toBe(entries)
  }
  for (const json of [
    { title: single.title },
    { categories: 'music', tags: 'loud' },
    { venue: venue.id, organizer: organizer.id },
    { status: 'publish', featured: true },
    { start_date: single.start_date, end_date: single.end_date },
  ])
    await send('PATCH', `events/${single.id}`, json)
  await send('PATCH', `tickets/${ticket.id}`, { name: 'Seat', price: '5' })
  await send('PATCH', `events/${weekly.id}`, { categories: 'music' })
  await send('POST', 'events/bulk', { ids: [single.id], action: 'restore' })
  await app.ask({
    as: 'administrator',
    method: 'POST',
    path: `/wp/v2/tribe_events/${single.id}`,
    absolute: true,
    json: { title: single.title, status: 'publish' },
  })
  expect(await since(token)).toEqual([])
  expect(await app.read(`events/${single.id}`)).toMatchObject({ modified: single.modified })
  expect((await app.read(`events/${weekly.id}`)).series.changed ?? []).toEqual([])
  const calendar = (await app.ask({ path: `events/${single.id}.ics` })).text
  expect(calendar).toContain('SEQUENCE:0')
  // What changes something is told as before.
  await send('PATCH', `events/${single.id}`, { tags: 'loud,soft' })
  expect((await since(token)).filter((line) => line.endsWith(`event ${single.id}`))).toEqual([
    `updated event ${single.id}`,
  ])
  expect((await app.read(`events/${single.id}`)).modified).not.toBe(single.modified)
})

describe('the feed of changes tells that a series is new when its first date is public, and gone with its last', () => {
  type Act = (ids: readonly number[]) => Promise<unknown>
  const each =
    (work: (id: number) => Promise<unknown>): Act =>
    async (ids) => {
      for (const id of ids) await work(id)
    }
  const ways: Readonly<Record<string, readonly [leave: Act, back: Act]>> = {
    'one after the other': [
      each((id) => send('PATCH', `events/${id}`, { status: 'draft' })),
      each((id) => send('PATCH', `events/${id}`, { status: 'publish' })),
    ],
    'with all of its dates': [
      ([id]) => send('PATCH', `events/${id}?scope=all`, { hide_from_listings: true }),
      ([id]) => send('PATCH', `events/${id}?scope=all`, { hide_from_listings: false }),
    ],
    'with many': [
      (ids) => send('POST', 'events/bulk', { ids, action: 'trash' }),
      (ids) => send('POST', 'events/bulk', { ids, action: 'restore' }),
    ],
    'by the clock': [
      ([id]) => send('PATCH', `events/${id}?scope=all`, { status: 'future', date: '2031-01-01 00:00:00' }),
      async () => {
        app.setNow(Temporal.Instant.from('2031-01-02T00:00:00Z'))
        await app.app.publishDue()
      },
    ],
  }
  test.each(Object.entries(ways))('%s', async (_, [leave, back]) => {
    app.setNow(Temporal.Instant.from('2030-12-01T00:00:00Z'))
    const token = await now()
    const { id, series } = await app.create('events', event({ recurrence: 'FREQ=WEEKLY;COUNT=3' }))
    expect((await since(token)).filter((told) => told.includes('series'))).toEqual([
      `created series ${series.id}`,
    ])
    const { events } = await app.read('events', { post_parent: series.id })
    const ids = events.map((one: { id: number }) => one.id)
    const [one] = ids
    // One of several changes nothing for the series.
    const quiet = await toldOf(
      () => send('PATCH', `events/${one}`, { status: 'draft' }),
      () => send('PATCH', `events/${one}`, { status: 'publish' }),
    )
    expect(quiet.flat().filter((told) => told.includes('series'))).toEqual([])
    const told = await toldOf(
      () => leave(ids),
      () => back(ids),
    )
    expect(told.map((all) => all.filter((each) => each.includes('series')))).toEqual([
      [`deleted series ${series.id}`],
      [`created series ${series.id}`],
    ])
    const entry = (await app.read(`events/${id}/history`, {}, 'administrator')).history[0]
    expect(entry.undo).toMatchObject({ revision: entry.revision })
  })

  test('and never tells of one that was not', async () => {
    const token = await now()
    const { id } = await app.create('events', event({ status: 'draft', recurrence: 'FREQ=WEEKLY;COUNT=3' }))
    await send('PATCH', `events/${id}?scope=all`, { description: 'Not yet' })
    await send('PATCH', `events/${id}?scope=all`, { recurrence: null })
    expect(await since(token)).toEqual([])
  })
})
