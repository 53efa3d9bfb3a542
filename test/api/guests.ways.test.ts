import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import {
  day,
  list,
  mailingEnvironment,
  mailsBy,
  makeWithGuests,
  noon,
  press,
  register,
} from './guests.fixture.ts'
import { submissionsOf } from './submissions.ts'
import { acknowledged } from './tec.ts'
import { called } from './mcp.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    ...(await mailingEnvironment()),
    SUBMISSIONS: 'everybody',
    TEC_V1: 'on',
  })
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

const change = (id: number, json: object) =>
  app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
const later = (span: Temporal.DurationLike) => app.setNow(noon.add(span))
const tend = () => app.app.tendGuests()
const withGuests = (registration: object, names: readonly string[], more: object = {}) =>
  makeWithGuests(app, registration, { names, more })

const { decide, proposed } = submissionsOf(() => app)

test('each way of changing an event tells those who come', async () => {
  const ways: readonly [string, (id: number) => Promise<unknown>][] = [
    ['venue', (id) => change(id, { venue: { venue: `Elsewhere ${id}` } })],
    ['trash', (id) => app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` })],
    [
      'bulk',
      (id) =>
        app.ask({ as: 'editor', method: 'POST', path: 'events/bulk', json: { ids: [id], action: 'cancel' } }),
    ],
    [
      'wp',
      (id) =>
        app.ask({
          as: 'editor',
          method: 'POST',
          path: `/wp/v2/tribe_events/${id}`,
          absolute: true,
          json: { status: 'trash' },
        }),
    ],
    [
      'bulk places',
      async (id) => {
        const venue = [(await app.create('venues', { venue: `Barn ${id}` })).id]
        const json = { ids: [id], action: 'place', venue }
        return app.ask({ as: 'editor', method: 'POST', path: 'events/bulk', json })
      },
    ],
    [
      'a proposal',
      async (id) => {
        const fields = { start_date: '2031-03-21 18:00', end_date: '2031-03-21 20:00' }
        return decide(await proposed({ kind: 'change', event: id, fields }), 'accept')
      },
    ],
    [
      'tec',
      (id) =>
        app.ask({
          as: 'editor',
          method: 'PUT',
          path: `/tec/v1/events/${id}`,
          absolute: true,
          headers: acknowledged,
          json: { start_date: '2031-03-20 19:00:00', end_date: '2031-03-20 20:00:00' },
        }),
    ],
    [
      'assistants',
      async (id) => {
        const { isError, text } = await called(
          app,
          'update_event',
          { id, start_date: '2031-03-20 17:00' },
          'editor',
        )
        return { status: isError ? 400 : 200, text }
      },
    ],
  ]
  for (const [way, work] of ways) {
    const { id } = await withGuests({ capacity: 5 }, ['ada'], { title: way })
    const told = await mailsBy(app, async () => {
      const answer = (await work(id)) as { status: number; text: string }
      expect(answer.status, `${way} ${answer.text}`).toBeLessThan(300)
      later({ seconds: 70 })
      await tend()
      app.setNow(noon)
    })
    expect(
      told.filter((one) => one.startsWith('ada-')),
      way,
    ).toHaveLength(1)
  }
})

test('the dates of a series are told apart: only those of the date that changes', async () => {
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
  const first = await app.create('events', { ...day, recurrence, registration: { capacity: 5 } })
  const dates = (await app.read('events', { post_parent: first.series.id })).events as { id: number }[]
  for (const { id } of dates) await register(app, id, { name: 'Ada', email: `ada-${id}@example.org` })
  await tend()
  for (const { id } of dates) for (const { url } of await list(app, id)) await press(app, url, 'confirm')
  await tend()
  const [one, two, three] = dates.map(({ id }) => id)
  let seconds = 0
  const by = (json: object) =>
    mailsBy(app, async () => {
      await change(two ?? 0, json)
      later({ seconds: (seconds += 61) })
      await tend()
    })
  expect(await by({ start_date: '2031-03-27 17:00' })).toEqual([
    `ada-${two}@example.org It has changed: Masks`,
  ])
  expect(await by({ scope: 'following', online_url: 'https://example.org/room' })).toEqual([
    `ada-${two}@example.org It has changed: Masks`,
    `ada-${three}@example.org It has changed: Masks`,
  ])
  // What was changed by hand stays as a date of its own; the other one is cancelled, as somebody counts on it.
  expect(await by({ scope: 'all', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] })).toEqual([
    `ada-${three}@example.org It does not take place: Masks`,
  ])
  expect((await app.read(`events/${one}`)).event_status).not.toBe('canceled')
})

test('what is undone tells them too, and what is undone before it was told nobody', async () => {
  const { id } = await withGuests({ capacity: 5 }, ['ada'])
  const undo = async () => {
    const { history } = await app.read(`events/${id}/history`, {}, 'editor')
    const path = `events/${id}/history/${history[0].revision}/undo`
    expect((await app.ask({ as: 'editor', method: 'POST', path, json: {} })).status).toBe(200)
  }
  const told = (seconds: number, work: () => Promise<unknown>) =>
    mailsBy(app, async () => {
      await work()
      later({ seconds })
      await tend()
    })
  expect(await told(61, () => change(id, { venue: { venue: 'Barn' } }))).toHaveLength(1)
  expect(await told(130, undo)).toEqual([`ada-${id}@example.org It has changed: Masks`])
  const both = async () => {
    await change(id, { start_date: '2031-03-20 17:00', end_date: '2031-03-20 19:00' })
    await undo()
  }
  expect(await told(300, both)).toEqual([])
  expect(
    await told(301, () => app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` })),
  ).toHaveLength(1)
  expect(await told(302, undo)).toEqual([`ada-${id}@example.org It takes place again: Masks`])
})

test('before something is taken back it is foretold whom that tells what, and nothing is done', async () => {
  const { id } = await withGuests({ capacity: 2 }, ['ada', 'ben', 'cy'])
  const undoOf = async () => {
    const { history } = await app.read(`events/${id}/history`, {}, 'editor')
    return `events/${id}/history/${history[0].revision}/undo`
  }
  const rows = async () => [
    await app.db.read.selectFrom('guest_notices').selectAll().execute(),
    await app.db.read.selectFrom('guests').selectAll().where('event_id', '=', id).execute(),
    (await app.read(`events/${id}/history`, {}, 'editor')).total,
  ]
  let seconds = 0
  const foretold = async (work: () => Promise<{ status: number }>) => {
    expect((await work()).status).toBe(200)
    later({ seconds: (seconds += 400) })
    await tend()
    const before = await rows()
    const { guests } = await app.read(`${await undoOf()}/guests`, {}, 'editor')
    expect(await rows()).toEqual(before)
    return guests
  }
  expect(await foretold(() => change(id, { title: 'Masks!' }))).toEqual([])
  expect(await foretold(() => change(id, { start_date: '2031-03-20 17:00' }))).toEqual([
    { news: 'time', count: 3 },
  ])
  const venue = { venue: `Yard ${id}` }
  expect(await foretold(() => change(id, { venue }))).toEqual([{ news: 'place', count: 3 }])
  const both = { online_url: 'https://example.org/x', start_date: '2031-03-20 18:00' }
  expect(await foretold(() => change(id, both))).toEqual([{ news: 'time', count: 3 }])
  const { guests } = await app.read(`${await undoOf()}/guests`, { fields: 'online_url' }, 'editor')
  expect(guests).toEqual([{ news: 'place', count: 3 }])
  expect(await foretold(() => change(id, { event_status: 'postponed' }))).toEqual([
    { news: 'time', count: 3 },
  ])
  expect(await foretold(() => change(id, { event_status: 'canceled' }))).toEqual([
    { news: 'restored', count: 3 },
  ])
  expect(await foretold(() => change(id, { event_status: 'scheduled' }))).toEqual([
    { news: 'canceled', count: 3 },
  ])
  // Fewer places take nobody's; that there are more again gives one who waits theirs.
  const [ada] = await list(app, id)
  await change(id, { registration: { capacity: 1 } })
  await app.ask({ as: 'editor', method: 'POST', path: `guests/${ada.id}/cancel`, json: {} })
  await tend()
  expect((await app.read(`${await undoOf()}/guests`, {}, 'editor')).guests).toEqual([
    { news: 'offer', count: 1 },
  ])
  const fields = { start_date: '2031-03-21 18:00', end_date: '2031-03-21 20:00' }
  const proposal = await proposed({ kind: 'change', event: id, fields })
  await decide(proposal, 'accept')
  later({ seconds: (seconds += 400) })
  await tend()
  const accepted = `submissions/${proposal}/accept/guests`
  expect((await app.read(accepted, {}, 'editor')).guests).toEqual([{ news: 'time', count: 2 }])
  // Who may not edit it is told nothing of it, and what is not there is 404.
  for (const who of [{ as: 'author' }, { as: 'subscriber' }, {}] as const)
    expect((await app.ask({ ...who, path: `${await undoOf()}/guests` })).status).toBeGreaterThan(400)
  const none = await app.ask({ as: 'editor', path: `events/${id}/history/1/undo/guests` })
  expect(none.status).toBe(404)
  // What was not told yet is told nobody when it goes back.
  await change(id, { event_status: 'canceled' })
  expect((await app.read(`${await undoOf()}/guests`, {}, 'editor')).guests).toEqual([])
})

test('an import that moves what it has brought tells those who have registered here', async () => {
  const bring = async (from: string, title = 'Quartet') => {
    const lines = [
      'BEGIN:VEVENT',
      'UID:quartet@club.example',
      `SUMMARY:${title}`,
      `DTSTART:${from}`,
      'END:VEVENT',
    ]
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
    const form = new FormData()
    form.set('file', new Blob([text], { type: 'text/calendar' }), 'club.ics')
    const request = new Request('http://calendar.example/', { method: 'POST', body: form })
    const { body } = await app.ask({
      as: 'administrator',
      method: 'POST',
      path: 'imports',
      raw: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
    await vi.waitFor(async () => {
      const { status } = await app.read(`imports/${body.id}`, {}, 'administrator')
      expect(status).toBe('done')
    }, 60_000)
  }
  await bring('20310320T180000Z')
  const [event] = (await app.read('events', { search: 'Quartet' })).events
  await change(event.id, { registration: { capacity: 5 } })
  await register(app, event.id, { name: 'ada', email: 'quartet@example.org' })
  await tend()
  await press(app, (await list(app, event.id))[0].url, 'confirm')
  await tend()
  const told = (seconds: number, ...brought: [string, string?]) =>
    mailsBy(app, async () => {
      await bring(...brought)
      later({ seconds })
      await tend()
    })
  expect(await told(61, '20310320T180000Z', 'The Quartet')).toEqual([])
  expect(await told(130, '20310321T180000Z')).toEqual([
    expect.stringMatching(/^quartet@example.org It has changed: /),
  ])
  const { imports } = await app.read('imports', {}, 'editor')
  const foretold = async (id: number) => (await app.read(`imports/${id}/undo/guests`, {}, 'editor')).guests
  expect(await foretold(imports[0].id)).toEqual([{ news: 'time', count: 1 }])
  expect(await foretold(imports[1].id)).toEqual([])
  expect((await app.ask({ as: 'author', path: `imports/${imports[0].id}/undo/guests` })).status).toBe(403)
})

test('an event does not go for good before those are told who come; the mails go out all the same', async () => {
  const { id } = await withGuests({ capacity: 5 }, ['ada'])
  const remove = () =>
    app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}`, query: { force: true } })
  const bulk = () =>
    app.ask({ as: 'editor', method: 'POST', path: 'events/bulk', json: { ids: [id], action: 'delete' } })
  expect((await remove()).body.code).toBe('rest_registration_has_guests')
  expect((await bulk()).text).toContain('1 people are registered.')
  const told = await mailsBy(app, async () => {
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` })
    expect((await remove()).body.code).toBe('rest_guests_being_told')
    await tend()
    expect((await remove()).status).toBe(200)
  })
  expect(told).toEqual([`ada-${id}@example.org It does not take place: Masks`])
})

test('what is offered does not end while the event does not take place, and is offered anew once it does', async () => {
  const { id, guests } = await withGuests({ capacity: 1, offer_hours: 1 }, ['ada', 'ben'])
  await press(app, guests[0].url, 'cancel')
  await tend()
  await change(id, { event_status: 'canceled' })
  later({ hours: 3 })
  await tend()
  expect(await list(app, id)).toMatchObject([{ name: 'ben', state: 'offered' }])
  expect((await press(app, guests[1].url, 'accept')).status).toBe(409)
  const mails = await mailsBy(app, async () => {
    await change(id, { event_status: 'scheduled' })
    await tend()
  })
  expect(mails.toSorted()).toEqual([
    `ben-${id}@example.org A place is free for you: Masks`,
    `ben-${id}@example.org It takes place again: Masks`,
  ])
  expect((await list(app, id))[0].offer_until_utc).toBe('2031-03-01 16:00:00')
  expect((await press(app, guests[1].url, 'accept')).status).toBe(303)
})
