import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
})
afterAll(() => app.close())

const event = { title: 'Poetry', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' }
const word = 'The hall is booked.\nPlease {call} <b>me</b>'

const sent = async (more: object = {}, as: Role = 'contributor') => {
  const json = { ...event, status: 'pending', review_note: word, ...more }
  const { status, text, body } = await app.ask({ as, method: 'POST', path: 'events', json })
  expect(status, text).toBe(201)
  // Nobody but who asks for it to edit the event has it in an answer.
  expect(body).not.toHaveProperty('review_note')
  return body
}
const change = (id: number, json: object, as: Role = 'contributor') =>
  app.ask({ as, method: 'POST', path: `events/${id}`, json })
const noteOf = async (id: number, as?: Role, query: object = { context: 'edit' }) =>
  (await app.ask({ ...(as ? { as } : {}), path: `events/${id}`, query: { ...query } })).body.review_note
const stored = () => app.db.read.selectFrom('event_notes').selectAll().execute()

test('the word to the editor is read by its author and by who decides, and by nobody else', async () => {
  const { id } = await sent()
  expect(await noteOf(id, 'contributor')).toBe(word)
  expect(await noteOf(id, 'editor')).toBe(word)
  for (const as of [undefined, 'subscriber', 'author'] as const) expect(await noteOf(id, as)).toBeUndefined()
  expect(await noteOf(id, 'editor', {})).toBeUndefined()

  const listed = async (context: string, as?: Role) => {
    const query = { status: 'pending', include: id, context }
    return (await app.ask({ ...(as ? { as } : {}), path: 'events', query })).body.events?.[0]?.review_note
  }
  expect(await listed('edit', 'editor')).toBe(word)
  expect(await listed('edit', 'contributor')).toBe(word)
  expect(await listed('view', 'editor')).toBeUndefined()
  expect(await listed('edit')).toBeUndefined()
  await change(id, { status: 'trash' }, 'editor')
})

test('it goes once the event is decided, however that is done', async () => {
  const ways: readonly (readonly [string, (id: number) => Promise<unknown>])[] = [
    ['published', (id) => change(id, { status: 'publish' }, 'editor')],
    [
      'published with others',
      (id) =>
        app.ask({
          as: 'editor',
          method: 'POST',
          path: 'events/bulk',
          json: { ids: [id], action: 'approve' },
        }),
    ],
    [
      'given back',
      (id) =>
        app.ask({ as: 'editor', method: 'POST', path: `events/${id}/reject`, json: { reason: 'other' } }),
    ],
    ['in the trash', (id) => app.ask({ as: 'contributor', method: 'DELETE', path: `events/${id}` })],
    ['of somebody else', (id) => change(id, { author: app.ids.author }, 'editor')],
    [
      'gone',
      (id) => app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}`, query: { force: true } }),
    ],
  ]
  for (const [name, decide] of ways) {
    const { id } = await sent()
    await decide(id)
    expect(await stored(), name).toEqual([])
    if (name !== 'gone') {
      await change(id, { status: 'pending' }, 'editor')
      expect(await noteOf(id, 'editor'), name).toBeUndefined()
    }
  }
})

test('a draft keeps it until it is sent; it is changed, and taken back', async () => {
  const { id } = await sent({ status: 'draft' })
  await change(id, { status: 'pending', title: 'Poems' })
  expect(await noteOf(id, 'editor')).toBe(word)
  await change(id, { review_note: 'Sorry, not booked yet.' })
  expect(await noteOf(id, 'editor')).toBe('Sorry, not booked yet.')
  await change(id, { review_note: '' })
  expect(await noteOf(id, 'editor')).toBeUndefined()
})

test('it goes with what waits only, in a bounded text', async () => {
  const refused = async (json: object, as: Role) => {
    const { status, body } = await app.ask({
      as,
      method: 'POST',
      path: 'events',
      json: { ...event, ...json },
    })
    expect(status).toBe(400)
    return body.data.params.review_note
  }
  expect(await refused({ status: 'publish', review_note: word }, 'editor')).toMatch(/goes with a draft/)
  expect(await refused({ review_note: 'x'.repeat(2001) }, 'contributor')).toMatch(/at most 2000 characters/)
  expect(await refused({ review_note: ['a'] }, 'contributor')).toMatch(/must be a text/)
  // Who may not publish has sent it for approval, whatever the status was called.
  const { id, status } = await sent({ status: 'publish' })
  expect([status, await noteOf(id, 'editor')]).toEqual(['pending', word])
})

test('all dates of a series have it, those that come later too, and all lose it', async () => {
  const { id, series } = await sent({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const notes = async (status: string) => {
    const query = { post_parent: series.id, status, context: 'edit' }
    const { events } = await app.read('events', query, 'editor')
    return events.map(({ review_note }: { review_note?: string }) => review_note)
  }
  expect(await notes('pending')).toEqual([word, word, word])
  await change(id, { scope: 'all', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
  expect(await notes('pending')).toEqual([word, word, word, word])
  await change(id, { scope: 'all', review_note: 'Four times.' })
  expect(await notes('pending')).toEqual(Array.from({ length: 4 }, () => 'Four times.'))
  await change(id, { scope: 'all', status: 'publish' }, 'editor')
  expect(await notes('publish')).toEqual(Array.from({ length: 4 }))
})

test('an event that somebody has read with it is changed by that version, and not by one before', async () => {
  const { id } = await sent()
  const read = await app.ask({ as: 'contributor', path: `events/${id}`, query: { context: 'edit' } })
  const etag = read.headers['etag'] as string
  const write = (review_note: string) =>
    app.ask({
      as: 'contributor',
      method: 'POST',
      path: `events/${id}`,
      json: { review_note },
      headers: { 'if-match': etag },
    })
  expect((await write('First')).status).toBe(200)
  expect((await write('Second')).status).toBe(412)
})

test('neither feeds, exports nor the history have it', async () => {
  const { id } = await sent({ review_note: 'Nobody else reads mulberry' })
  const paths = [`events/${id}/history`, 'history', 'export?kinds=event', 'events.ics?status=pending']
  for (const path of paths) {
    const { text } = await app.ask({ as: 'administrator', path })
    expect(text, path).not.toContain('mulberry')
  }
  await change(id, { status: 'publish' }, 'editor')
  for (const path of [`events/${id}`, 'events?context=edit', 'events.ics', 'events.csv', 'events.geojson'])
    expect((await app.ask({ path })).text, path).not.toContain('mulberry')
})

test('any other context is no fault, and is in no link, as where no context is known', async () => {
  const { id } = await app.create('venues', { venue: 'Pier' })
  for (const context of ['view', 'embed', 'anything', '']) {
    const { events, rest_url } = await app.read('events', { context })
    expect([events, String(rest_url)]).toEqual([expect.any(Array), expect.not.stringContaining('context')])
    expect((await app.read(`venues/${id}`, { context })).id).toBe(id)
  }
})
