import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { clearLetters, lettersIn, monday, openLetters } from './letters.fixture.ts'
import { nodeOn, told } from './letters.sending.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
let node: Awaited<ReturnType<typeof nodeOn>>
beforeAll(async () => {
  app = await openLetters()
  node = await nodeOn(app, () => letters.now(), { LETTERS_PER_MINUTE: '100000' })
})
afterAll(async () => {
  await node.close()
  await app.close()
})
beforeEach(async () => {
  app.setNow(monday)
  letters = lettersIn(app)
  node.taken.length = 0
  await clearLetters(app)
  await node.work()
})

const start = '2031-03-20 20:00'
const masks = { title: 'Masks', start_date: start, end_date: '2031-03-20 22:00', timezone: 'UTC' }
const change = (id: number, json: object, query = '') =>
  app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}${query}`, json })
const watchedBy = async (email: string, event: number, more: object = {}) =>
  letters.subscribe({ email: `${email}@example.org`, kind: 'event', event, changes: true, ...more })
/** What is sent once the time to settle is over. */
const settled = async () => {
  await node.work()
  letters.pass({ minutes: 6 })
  await node.work()
  return told(node.taken.splice(0)).toSorted()
}

test('what is decisive is told once the time to settle is over; what is taken back, and texts, tell nobody', async () => {
  const { id } = await app.create('events', masks)
  await watchedBy('gull', id)
  await change(id, { start_date: '2031-03-20 21:00', end_date: '2031-03-20 23:00' })
  await node.work()
  expect(node.taken).toEqual([])
  letters.pass({ minutes: 2 })
  await change(id, { event_status: 'postponed' })
  expect(await settled()).toEqual([`gull: changes ${id}:scheduled>postponed en`])
  for (const json of [{ description: 'Other words.' }, { cost: '5' }, { title: 'Masks!' }]) {
    await change(id, json)
    expect(await settled()).toEqual([])
  }
  await change(id, { event_status: 'canceled' })
  await node.work()
  await change(id, { event_status: 'postponed' })
  expect(await settled()).toEqual([])
})

test('a venue that moves, is renamed or gets another address is told to those who watch its events', async () => {
  const venue = await app.create('venues', { venue: 'Corn Hall', address: '1 Market', city: 'Haverbridge' })
  const { id } = await app.create('events', { ...masks, venue: venue.id })
  await watchedBy('gull', id)
  await app.ask({ as: 'administrator', method: 'PATCH', path: `venues/${venue.id}`, json: { phone: '123' } })
  expect(await settled()).toEqual([])
  await app.ask({
    as: 'administrator',
    method: 'PATCH',
    path: `venues/${venue.id}`,
    json: { address: '2 Market' },
  })
  expect(await settled()).toEqual([`gull: changes ${id}:scheduled>scheduled en`])
})

test.each<[string, object]>([
  ['a draft', { status: 'draft' }],
  ['hidden from lists', { hide_from_listings: true }],
  ['behind a password', { password: 'sesame' }],
])(
  'an event that becomes %s is no longer in the calendar, and nothing of it is told until it is back',
  async (_, json) => {
    const { id } = await app.create('events', masks)
    await watchedBy('gull', id)
    await change(id, { ...json, title: 'A secret' })
    expect(await settled()).toEqual([`gull: changes ${id}:scheduled>gone en`])
    const watched = await app.db.read.selectFrom('watched_events').select('told').executeTakeFirstOrThrow()
    expect(watched.told).not.toContain('secret')
    await change(id, { event_status: 'canceled' })
    expect(await settled()).toEqual([])
    await change(id, { status: 'publish', hide_from_listings: false, password: '' })
    expect(await settled()).toEqual([`gull: changes ${id}:scheduled>canceled en`])
  },
)

test('an event that is removed for good is told as gone, and then nobody subscribes to it any more', async () => {
  const { id } = await app.create('events', masks)
  await watchedBy('gull', id)
  await app.remove(`events/${id}`)
  expect(await settled()).toEqual([`gull: changes ${id}:scheduled>gone en`])
  letters.pass({ hours: 2 })
  await node.work()
  expect(await app.db.read.selectFrom('subscribers').selectAll().execute()).toEqual([])
  expect(await app.db.read.selectFrom('watched_events').selectAll().execute()).toEqual([])
})

test('dates of a series that change together are one mail a person, one alone names itself, and new dates are watched', async () => {
  const { id, series } = await app.create('events', {
    ...masks,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
  const dates = (
    await app.db.read
      .selectFrom('events')
      .select('id')
      .where('series_id', '=', series.id)
      .orderBy('starts_at')
      .execute()
  ).map((each) => each.id)
  expect(dates).toHaveLength(3)
  await watchedBy('gull', id, { scope: 'series' })
  await watchedBy('tern', dates[1] ?? 0)
  await watchedBy('auk', id, { scope: 'series' })
  await watchedBy('auk', dates[1] ?? 0)
  await change(dates[1] ?? 0, { event_status: 'canceled' }, '?scope=this')
  const alone = `changes ${dates[1]}:scheduled>canceled en`
  expect(await settled()).toEqual([`auk: ${alone}`, `gull: ${alone}`, `tern: ${alone}`])
  await change(id, { start_date: '2031-03-20 19:00', end_date: '2031-03-20 21:00' }, '?scope=all')
  const own = (each: number) => `${each}:${each === dates[1] ? 'canceled>canceled' : 'scheduled>scheduled'}`
  const all = `changes ${dates.map(own).join(' ')} en`
  expect(await settled()).toEqual([`auk: ${all}`, `gull: ${all}`, `tern: changes ${own(dates[1] ?? 0)} en`])
  await change(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] }, '?scope=all')
  expect(await settled()).toEqual([])
  expect(await app.db.read.selectFrom('watched_events').selectAll().execute()).toHaveLength(5)
  // A day after the last date it ends by itself, and not before.
  const left = async () => (await app.db.read.selectFrom('subscribers').selectAll().execute()).length
  letters.pass(letters.now().until(Temporal.Instant.from('2031-04-17T12:00:00Z')))
  await node.work()
  expect(await left()).toBe(2)
  letters.pass({ hours: 48 })
  await node.work()
  expect(await left()).toBe(0)
})

test('of more dates than fit into a line each is told to whom it is new', async () => {
  const { id, series } = await app.create('events', {
    ...masks,
    registration: {},
    recurrence: ['RRULE:FREQ=DAILY;COUNT=80'],
  })
  const last = await app.db.read
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', series.id)
    .orderBy('starts_at', 'desc')
    .limit(2)
    .execute()
  await watchedBy('gull', id, { scope: 'series' })
  for (const [at, name] of ['tern', 'auk'].entries()) {
    await watchedBy(name, id, { scope: 'series' })
    const guests = `events/${last[at]?.id}/guests`
    const json = { name, email: `${name}@example.org` }
    expect((await app.ask({ method: 'POST', path: guests, json })).status).toBe(202)
  }
  await change(id, { start_date: '2031-03-20 19:00', end_date: '2031-03-20 21:00' }, '?scope=all')
  const mails = await settled()
  expect(mails.map((mail) => [mail.split(':', 1)[0], mail.match(/>/g)?.length])).toEqual([
    ['auk', 79],
    ['gull', 80],
    ['tern', 79],
  ])
})

test('what changes again while a node writes about a change is told next, whichever node has noticed it', async () => {
  const { id } = await app.create('events', masks)
  await watchedBy('gull', id)
  await change(id, { event_status: 'postponed' })
  node.state.meanwhile = async () => {
    node.state.meanwhile = async () => {}
    await change(id, { event_status: 'canceled' })
    await node.follow()
  }
  expect(await settled()).toEqual([`gull: changes ${id}:scheduled>canceled en`])
  expect(await settled()).toEqual([])
})

test('who has a place at an event is told by the mails of that, and not by these', async () => {
  const { id } = await app.create('events', { ...masks, registration: {} })
  await watchedBy('gull', id, { remind: 1440 })
  await watchedBy('tern', id, { remind: 1440 })
  await app.ask({
    method: 'POST',
    path: `events/${id}/guests`,
    json: { name: 'Tern', email: 'TERN@example.org' },
  })
  await change(id, {
    event_status: 'rescheduled',
    start_date: '2031-03-21 20:00',
    end_date: '2031-03-21 22:00',
  })
  expect(await settled()).toEqual([`gull: changes ${id}:scheduled>rescheduled en`])
  letters.pass(letters.now().until(Temporal.Instant.from('2031-03-20T20:01:00Z')))
  expect(await settled()).toEqual([`gull: reminder ${id} en`])
})

test('a reminder comes before the start, follows an event that moves, and is sent for nothing that is off', async () => {
  const { id } = await app.create('events', masks)
  const { id: off } = await app.create('events', masks)
  for (const event of [id, off])
    await letters.subscribe({ email: 'gull@example.org', kind: 'event', event, remind: 60 })
  // Its moment has passed when it is confirmed.
  await change(off, { event_status: 'canceled' })
  letters.pass(letters.now().until(Temporal.Instant.from('2031-03-20T18:59:00Z')))
  await node.work()
  expect(node.taken).toEqual([])
  letters.pass({ minutes: 2 })
  await letters.subscribe({ email: 'tern@example.org', kind: 'event', event: id, remind: 60 })
  await node.work()
  expect(told(node.taken.splice(0))).toEqual([`gull: reminder ${id} en`])
  await node.work()
  expect(node.taken).toEqual([])
  await change(id, { start_date: '2031-03-22 20:00', end_date: '2031-03-22 22:00' })
  letters.pass(letters.now().until(Temporal.Instant.from('2031-03-22T19:00:30Z')))
  await node.work()
  expect(told(node.taken.splice(0)).toSorted()).toEqual([
    `gull: reminder ${id} en`,
    `tern: reminder ${id} en`,
  ])
  // A day after its end nobody subscribes to it any more.
  letters.pass({ hours: 50 })
  await node.work()
  expect(await app.db.read.selectFrom('subscribers').select('email').execute()).toEqual([])
})
