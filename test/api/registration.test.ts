import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const noon = Temporal.Instant.from('2031-03-01T12:00:00Z')
beforeEach(() => app.setNow(noon))

const day = { title: 'Masks', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00', timezone: 'UTC' }
const make = (registration: object, more: object = {}) =>
  app.create('events', { ...day, registration, ...more })
const change = (id: number, json: object, as: Role = 'administrator') =>
  app.ask({ as, method: 'POST', path: `events/${id}`, json })
const read = async (id: number, as?: Role) => (await app.read(`events/${id}`, {}, as)).registration

test('an event without it is as it was, and one with it has it as its last key', async () => {
  const plain = await app.create('events', day)
  expect(plain).not.toHaveProperty('registration')
  const { id } = await make({ capacity: 12, party_max: 3, closes_before: 120 })
  const record = await app.read(`events/${id}`)
  expect(Object.keys(record).at(-1)).toBe('registration')
  expect(record.registration).toEqual({
    mode: 'open',
    state: 'open',
    capacity: 12,
    remaining: null,
    waiting_list: true,
    party_max: 3,
    opens: null,
    opens_utc: null,
    closes: '2031-03-20 16:00:00',
    closes_utc: '2031-03-20 16:00:00',
    url: `${record.url}#register`,
  })
  for (const query of [{}, { context: 'edit' }]) {
    const edited = await app.read(`events/${id}`, query, 'administrator')
    expect(Object.keys(edited).at(-1)).toBe('registration')
    expect(edited.registration).toMatchObject({ closes_before: 120, offer_hours: 24, taken: 0, waiting: 0 })
  }
})

test('what was read and is sent back changes nothing, and what is left out stays', async () => {
  const asked = [{ label: 'Age', type: 'text', required: true }]
  const { id } = await make({ capacity: 5, closes_before: 60, opens: '2031-03-02', questions: asked })
  const before = await app.read(`events/${id}`, {}, 'administrator')
  expect(before.registration).toMatchObject({ remaining: 5, opens: '2031-03-02 00:00:00' })
  expect(before.registration.questions).toEqual([
    { key: 'q1', label: 'Age', type: 'text', options: [], required: true },
  ])
  app.setNow(noon.add({ minutes: 5 }))
  await change(id, { registration: before.registration })
  expect(await app.read(`events/${id}`, {}, 'administrator')).toEqual(before)
  // Moving the event with what was read: what counts from the start moves, a moment stays.
  await change(id, {
    start_date: '2031-03-21 18:00',
    end_date: '2031-03-21 20:00',
    registration: before.registration,
  })
  expect(await read(id, 'administrator')).toMatchObject({
    closes: '2031-03-21 17:00:00',
    closes_before: 60,
    opens: '2031-03-02 00:00:00',
    opens_before: null,
  })
  await change(id, { registration: { questions: [] } })
  await change(id, { registration: { questions: [{ label: 'Diet', type: 'text' }], closes: '2031-03-19' } })
  expect(await read(id, 'administrator')).toMatchObject({
    capacity: 5,
    closes: '2031-03-19 23:59:59',
    closes_before: null,
    questions: [{ key: 'q2', required: false }],
  })
  await change(id, { registration: null })
  expect(await read(id)).toBeUndefined()
})

test.each([
  ['text', 'must be an object'],
  [{ seats: 3 }, 'must have no member “seats”'],
  [{ capacity: -1 }, '[capacity] must be a whole number from 0 to 100000'],
  [{ capacity: 100_001 }, '[capacity]'],
  [{ capacity: 'many' }, '[capacity]'],
  [{ party_max: 0 }, '[party_max] must be a whole number from 1 to 20'],
  [{ party_max: 21 }, '[party_max]'],
  [{ offer_hours: 169 }, '[offer_hours]'],
  [{ opens_before: 525_601 }, '[opens_before]'],
  [{ mode: 'maybe' }, '[mode] must be one of open, approval, external'],
  [{ mode: 'external' }, '[url] is missing'],
  [{ url: 'https://example.org' }, '[url] goes with the mode external alone'],
  [{ mode: 'external', url: 'javascript:1' }, '[url]'],
  [{ opens: '2031-03-10', closes: '2031-03-09' }, '[closes] must be after it opens'],
  [{ closes: '2031-03-10', closes_before: 10 }, '[closes] must be left out with closes_before'],
  [{ reply_to: 'nobody' }, '[reply_to]'],
  [{ note: 'x'.repeat(501) }, '[note] must have at most 500 characters'],
  [{ questions: Array.from({ length: 11 }, () => ({ label: 'a', type: 'text' })) }, '[questions]'],
  [{ questions: [{ label: 'a', type: 'choice', options: ['one'] }] }, '[questions] [0] [options] must be 2'],
  [{ questions: [{ label: 'a', type: 'text', options: ['one', 'two'] }] }, 'go with choice'],
  [{ questions: [{ label: '', type: 'text' }] }, 'must have a label'],
  [{ questions: [{ label: 'a', type: 'number' }] }, '[type] must be one of'],
  [{ questions: [{ key: 'A b', label: 'a', type: 'text' }] }, 'key'],
  [
    {
      questions: [
        { key: 'a', label: 'a', type: 'text' },
        { key: 'a', label: 'b', type: 'text' },
      ],
    },
    'a key of its own',
  ],
])('%j is refused and writes nothing', async (registration, says) => {
  const { id } = await app.create('events', day)
  const before = await app.read(`events/${id}`)
  for (const path of ['events', `events/${id}`]) {
    const json = path === 'events' ? { ...day, registration } : { registration }
    const { status, body } = await app.ask({ as: 'administrator', method: 'POST', path, json })
    expect(status).toBe(400)
    expect(body.data.params.registration).toContain(says)
  }
  expect(await app.read(`events/${id}`)).toEqual(before)
})

test('its state goes by the clock, and kept answers with it', async () => {
  const { id } = await make({ capacity: 2, opens: '2031-03-02 12:00', closes_before: 60 })
  const listed = async () => (await app.read('events', { include: id })).events[0].registration.state
  const at = async (moment: string) => {
    app.setNow(Temporal.Instant.from(moment))
    return [(await read(id)).state, await listed()]
  }
  expect(await at('2031-03-02T11:59:59Z')).toEqual(['upcoming', 'upcoming'])
  expect(await at('2031-03-02T12:00:00Z')).toEqual(['open', 'open'])
  expect(await at('2031-03-20T16:59:59Z')).toEqual(['open', 'open'])
  expect(await at('2031-03-20T17:00:00Z')).toEqual(['closed', 'closed'])
  await at('2031-03-10T12:00:00Z')
  const stateWith = async (json: object) => {
    await change(id, json)
    return (await read(id, 'administrator')).state
  }
  expect(await stateWith({ registration: { capacity: 0 } })).toBe('waiting_list')
  expect(await stateWith({ registration: { waiting_list: false } })).toBe('full')
  expect(await stateWith({ registration: { mode: 'external', url: 'https://example.org/in' } })).toBe('open')
  expect((await read(id)).url).toBe('https://example.org/in')
  for (const event_status of ['canceled', 'postponed'])
    expect(await stateWith({ event_status })).toBe('closed')
  expect(await stateWith({ event_status: 'scheduled' })).toBe('open')
  expect(await stateWith({ status: 'draft' })).toBe('closed')
})

test('behind a password nobody learns of it who lacks that', async () => {
  const { id } = await make({ capacity: 2 }, { password: 'mulberry' })
  const [hidden] = (await app.read('events', { include: id })).events
  expect(hidden).not.toHaveProperty('registration')
  const [open] = (await app.read('events', { include: id, password: 'mulberry' })).events
  expect(open.registration.remaining).toBe(2)
})

test('each date of a series has its own, which moves with it; undo takes back what was said', async () => {
  const { id, series } = await app.create('events', {
    ...day,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    registration: { capacity: 8, closes_before: 60 },
  })
  const dates = async () =>
    (await app.read('events', { post_parent: series.id, start_date: '2031-01-01' })).events
  const all = await dates()
  expect(all.map(({ registration }: { registration: object }) => registration)).toMatchObject([
    { remaining: 8, closes: '2031-03-20 17:00:00' },
    { remaining: 8, closes: '2031-03-27 17:00:00' },
    { remaining: 8, closes: '2031-04-03 17:00:00' },
  ])
  await change(all[1].id, { registration: { capacity: 4 } })
  await change(id, { scope: 'all', registration: { capacity: 6 } })
  expect(
    (await dates()).map(({ registration }: { registration: { capacity: number } }) => registration.capacity),
  ).toEqual([6, 4, 6])

  for (const [path, json] of [
    ['events', { ...day, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'], registration: { closes: '2031-03-20' } }],
    [`events/${id}`, { scope: 'all', registration: { opens: '2031-03-02' } }],
  ] as const) {
    const { status, body } = await app.ask({ as: 'administrator', method: 'POST', path, json })
    expect(status).toBe(400)
    expect(body.data.params.registration).toContain('must be left out for a series')
  }

  const single = await make({ capacity: 3 })
  await change(single.id, { registration: { capacity: 9 } })
  const { history } = await app.read(`events/${single.id}/history`, {}, 'administrator')
  const undone = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: `events/${single.id}/history/${history[0].revision}/undo`,
    json: {},
  })
  expect(undone.status, undone.text).toBe(200)
  expect(await read(single.id)).toMatchObject({ capacity: 3, remaining: 3 })
})

test('the history tells what was said of it, and nothing of who comes, which the feed of changes tells in numbers alone', async () => {
  const { id } = await make({ capacity: 2 })
  const since = (await app.read('changes')).next
  const json = { name: 'Ada', email: 'ada@example.org' }
  expect((await app.ask({ as: 'editor', method: 'POST', path: `events/${id}/guests`, json })).status).toBe(
    201,
  )
  expect((await app.read('changes', { since })).changes).toMatchObject([
    { id, kind: 'event', action: 'updated' },
  ])
  const told = async () => [
    (await app.read(`events/${id}/history`, {}, 'editor')).total,
    (await app.read('history', {}, 'editor')).history[0].action,
  ]
  expect(await told()).toEqual([1, 'created'])
  await change(id, { registration: { capacity: 3 } })
  expect(await told()).toEqual([2, 'updated'])
})
