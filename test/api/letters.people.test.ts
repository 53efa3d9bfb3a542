import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { setHome } from '../../src/records/letters/letters.installation.write.ts'
import type { TestApp } from '../support/app.ts'
import { lettersIn, openLetters, peopleStored } from './letters.fixture.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
let event: number
beforeAll(async () => {
  app = await openLetters()
  letters = lettersIn(app)
  await app.create('categories', { name: 'Music' })
  event = (
    await app.create('events', {
      title: 'Masks',
      start_date: '2031-04-01 20:00',
      end_date: '2031-04-01 22:00',
    })
  ).id
  for (const name of ['gull', 'tern'])
    await letters.subscribe({ email: `${name}@example.org`, kind: 'digest', filter: 'categories=music' })
  await letters.subscribe({ email: 'gull@example.org', kind: 'digest', frequency: 'daily', at: '07:30' })
  await letters.subscribe({ email: 'gull@example.org', kind: 'event', event, remind: 60 })
})
afterAll(() => app.close())

const address = 'subscribers?email=GULL@example.org'

test('editors see how many get what, and no address', async () => {
  const { body, text } = await app.ask({ as: 'editor', path: 'subscriptions' })
  expect(text).not.toContain('@')
  expect(body).toEqual({
    subscribers: 2,
    paused: 0,
    digests: [
      {
        id: expect.any(Number),
        filter: 'categories=music',
        text: 'Music',
        frequency: 'weekly',
        weekday: 5,
        day: null,
        at: '10:00',
        covers: 'period',
        subscribers: 2,
        next: '2031-03-07T10:00:00Z',
        last: null,
        fault: null,
      },
      expect.objectContaining({ filter: '', text: 'Events', frequency: 'daily', subscribers: 1 }),
    ],
    events: [{ id: event, subscribers: 1 }],
    series: [],
    lists: [],
    elsewhere: null,
  })
})

test.each<['GET' | 'POST' | 'DELETE', string, Role | undefined, number]>([
  ['GET', 'subscriptions', undefined, 401],
  ['GET', 'subscriptions', 'author', 403],
  ['GET', address, undefined, 401],
  ['GET', address, 'editor', 403],
  ['DELETE', address, 'editor', 403],
  ['POST', 'subscriptions/here', 'editor', 403],
  ['GET', 'subscribers', 'administrator', 400],
  ['GET', 'subscribers?email=nobody@example.org', 'administrator', 404],
])('%s %s by %s is %d', async (method, path, as, status) => {
  const asked = await app.ask({ method, path, ...(as ? { as } : {}) })
  expect(asked.status).toBe(status)
  expect(await peopleStored(app)).toContain('gull@example.org')
})

test('all that is known of an address is told to administrators, and erased with its waiting mails and its block', async () => {
  const { body } = await app.ask({ as: 'administrator', path: address })
  expect(body).toMatchObject({
    email: 'gull@example.org',
    language: 'en',
    confirmed: expect.stringMatching(/^2031-03-03T08:.*Z$/),
    paused_until: null,
    subscriptions: [
      { kind: 'digest', filter: 'categories=music', text: expect.stringMatching(/^Music, every Friday/) },
      { kind: 'digest', frequency: 'daily' },
      { kind: 'event', event, remind: 60, changes: false, text: expect.stringContaining('Masks') },
    ],
    requests: 0,
    waiting: 0,
  })
  expect(body.subscriptions[0]).not.toHaveProperty('event')
  expect(body.subscriptions[2]).not.toHaveProperty('filter')
  await letters.ask({ email: 'gull@example.org', kind: 'digest', frequency: 'monthly' })
  letters.pass({ seconds: 3 })
  await app.app.tendLetters()
  const erased = await app.ask({ as: 'administrator', method: 'DELETE', path: address })
  expect([erased.status, erased.body]).toEqual([200, { subscriptions: 3, requests: 1, mails: 1 }])
  expect(await peopleStored(app)).not.toContain('gull')
  expect((await app.ask({ as: 'administrator', path: address })).status).toBe(404)
  const again = await app.ask({ as: 'administrator', method: 'DELETE', path: address })
  expect(again.body).toEqual({ subscriptions: 0, requests: 0, mails: 0 })
})

test('a copy says that letters wait, and where the calendar was, until an administrator has them sent from there', async () => {
  const said = async () => [
    (await app.ask({ as: 'administrator', path: 'system' })).body.letters_elsewhere,
    (await app.ask({ as: 'editor', path: 'subscriptions' })).body.elsewhere,
  ]
  expect(await said()).toEqual([null, null])
  await app.db.write((tx) => setHome(tx, 'https://old.example.org'))
  expect(await said()).toEqual(['https://old.example.org', 'https://old.example.org'])
  await app.ask({ as: 'administrator', method: 'POST', path: 'subscriptions/here' })
  expect(await said()).toEqual([null, null])
})

test('letters go out from where an administrator says', async () => {
  const { status, body } = await app.ask({ as: 'administrator', method: 'POST', path: 'subscriptions/here' })
  expect([status, body]).toEqual([200, { url: 'https://calendar.example.org' }])
})
