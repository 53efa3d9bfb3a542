import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { cpuTimeOf, tenthOfASecond } from '../support/cpuTime.ts'

const event = { title: 'A', start_date: '2031-03-01', end_date: '2031-03-02' }

let app: TestApp
let id: number
beforeAll(async () => {
  app = await createTestApp()
  id = (await app.create('events', event)).id
})
afterAll(() => app.close())

/** More than is looked at before rights, of what took longest: tags that never end. */
const large = '<a '.repeat(300_000)

describe('a large body is refused to whoever may not send it, before its values are looked at', () => {
  const asked: readonly (readonly [string, () => Asked])[] = [
    [
      'an event, to strangers',
      () => ({ method: 'POST', path: 'events', json: { ...event, categories: large } }),
    ],
    ['a change, to strangers', () => ({ method: 'PUT', path: `events/${id}`, json: { tags: large } })],
    [
      'a change of others’, to contributors',
      () => ({ as: 'contributor', method: 'PATCH', path: `events/${id}`, json: { description: large } }),
    ],
    [
      'a tag, to contributors',
      () => ({ as: 'contributor', method: 'POST', path: 'tags', json: { name: large } }),
    ],
    [
      'a form, to subscribers',
      () => ({ as: 'subscriber', method: 'POST', path: 'venues', form: { venue: large } }),
    ],
    [
      'a post of the original, to strangers',
      () => ({ method: 'POST', absolute: true, path: `/wp/v2/tribe_events/${id}`, json: { tags: large } }),
    ],
    [
      'a picture, to strangers',
      () => ({ method: 'POST', path: 'media', raw: large, headers: { 'content-type': 'image/png' } }),
    ],
    [
      'an import, to authors',
      () => ({
        as: 'author',
        method: 'POST',
        path: 'imports',
        raw: large,
        headers: { 'content-type': 'text/csv' },
      }),
    ],
    [
      'a method that takes none, to strangers',
      () => ({ method: 'OPTIONS', path: 'events', raw: large, headers: { 'content-type': 'text/plain' } }),
    ],
  ]
  test.each(asked)('%s', async (_, make) => {
    const one = make()
    let status = 0
    const took_ms = await cpuTimeOf(async () => {
      const answer = await app.ask(one)
      status = answer.status
      expect(answer.body.code).toBe('rest_forbidden')
    })
    expect(status).toBe(one.as === undefined ? 401 : 403)
    expect(took_ms).toBeLessThan(await tenthOfASecond())
  })

  test('also where nobody says how long it is', async () => {
    const { statusCode } = await app.app.server.inject({
      method: 'POST',
      url: '/vendor/events/v1/events',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      payload: JSON.stringify({ ...event, title: '' }),
    })
    expect(statusCode).toBe(401)
  })

  test('and a wrong password is told as one', async () => {
    const headers = { authorization: 'Bearer nobody', 'content-type': 'application/json' }
    const raw = JSON.stringify({ ...event, tags: large })
    const { status, body } = await app.ask({ method: 'POST', path: 'events', raw, headers })
    expect([status, body.code]).toEqual([401, 'rest_invalid_token'])
  })
})

test('of a small body values are told before rights, as recorded', async () => {
  const { status, body } = await app.ask({ method: 'POST', path: 'events', json: { ...event, title: '' } })
  expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
})

test('who may write is told what is too long, before anything is made of it', async () => {
  const long = 'x'.repeat(900_000)
  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ['description', large, /at most 20000 tags; it has 300000/],
    ['organizer', [{ organizer: 'A', description: large }], /at most 20000 tags; it has 300000/],
    ['categories', long, /at most 25000 characters in all; it has 900000/],
    ['tags', ','.repeat(900_000), /at most 500 members; it has 900001/],
    ['tags', Array.from({ length: 400 }, () => 'x'.repeat(100)), /at most 25000 characters/],
    ['cost', long, /at most 200 characters/],
    ['start_date', long, /must be a date/],
    ['timezone', long, /must be an IANA zone/],
    ['image', long, /must be the ID of an image/],
    ['title', long, /at most 2000 characters/],
    ['description', long, /at most 200000 characters/],
  ]
  for (const [name, value, says] of wrong) {
    let told = ''
    const took_ms = await cpuTimeOf(async () => {
      const { status, body } = await app.ask({
        as: 'editor',
        method: 'POST',
        path: 'events',
        json: { ...event, [name]: value },
      })
      expect(status, name).toBe(400)
      told = body.data.params[name]
    })
    expect(told, name).toMatch(says)
    expect(took_ms, name).toBeLessThan(await tenthOfASecond())
  }
})

test('a list of as many names as there may be is taken', async () => {
  const tags = Array.from({ length: 500 }, (_, index) =>
    `A tag with a name of some length, ${index}`.replace(',', ''),
  )
  const made = await app.create('events', { ...event, title: 'Tagged', tags: tags.slice(0, 100) })
  expect(made.tags).toHaveLength(100)
})
