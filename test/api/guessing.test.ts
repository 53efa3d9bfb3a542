import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const window_s = 60
const start = Temporal.Instant.from('2031-03-01T12:00:00Z')
const event = { title: 'Locked', start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

let app: TestApp
let id: number
beforeAll(async () => {
  app = await createTestApp({ LOGIN_FAILURES: '2', LOGIN_WINDOW_S: String(window_s), TRUST_PROXY: 'true' })
  app.setNow(start)
  id = (await app.create('events', { ...event, password: 'sesame' })).id
})
afterAll(() => app.close())

/** What the status is of reading the event, or a list, with this password from this address. */
async function guess(password: string, from: string, path = `events/${id}`): Promise<number> {
  const asked = { path, query: { password }, headers: { 'x-forwarded-for': from } }
  return (await app.ask(asked)).status
}

test('the password of an event may be guessed at as often as logins may, from one address, by whatever it is asked', async () => {
  const home = '192.0.2.1'
  // Who knows it has as many tries as they like.
  for (let time = 0; time < 5; time += 1) expect(await guess('sesame', home)).toBe(200)
  expect(await guess('open', home)).toBe(403)
  expect(await guess('close', home, 'events')).toBe(200)
  for (const path of [`events/${id}`, 'events', 'events/facets', `events/${id}/tickets`, 'events.ics'])
    expect(await guess('sesame', home, path), path).toBe(429)
  expect(await guess('sesame', '192.0.2.2')).toBe(200)
  app.setNow(start.add({ seconds: window_s + 1 }))
  expect(await guess('sesame', home)).toBe(200)
})

test('who guesses is told when to go on, and no cache keeps it', async () => {
  const elsewhere = '192.0.2.3'
  await guess('open', elsewhere)
  await guess('close', elsewhere)
  const { status, headers, body } = await app.ask({
    path: `events/${id}`,
    query: { password: 'sesame' },
    headers: { 'x-forwarded-for': elsewhere },
  })
  expect([status, body.code, headers['retry-after']]).toEqual([
    429,
    'rest_too_many_requests',
    String(window_s),
  ])
  expect(headers['cache-control']).toContain('no-store')
})

test('guesses that come all at once are no more than those that come one after the other', async () => {
  const hurried = '192.0.2.4'
  const guesses = Array.from({ length: 40 }, (_, index) => `guess ${index}`)
  const statuses = await Promise.all([...guesses, 'sesame'].map((password) => guess(password, hurried)))
  expect(statuses.at(-1)).toBe(429)
  // Two are judged at a time.
  expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(3)
})
