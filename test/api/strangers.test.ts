import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { tenthsHeldUpBy } from '../support/stretches.ts'

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

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const parts = { 'content-type': 'multipart/form-data; boundary=x' }

/** Bodies that nobody can read: whoever may send them is told so. */
const broken = `{"title":"${large}"`
const unnamed = `--x\r\nContent-Disposition: ${large}`

// Who may write is told what is wrong with the body. Who may not is told that instead: nobody has looked into it.
describe('a large body is refused to whoever may not send it, before anything in it is looked at', () => {
  const asked: readonly (readonly [string, asked: () => Asked, told: string])[] = [
    [
      'an event, to strangers',
      () => ({ method: 'POST', path: 'events', raw: broken, headers: json }),
      'rest_invalid_json',
    ],
    [
      'a change, to strangers',
      () => ({ method: 'PUT', path: `events/${id}`, raw: broken, headers: json }),
      'rest_invalid_json',
    ],
    [
      'a change of others’, to contributors',
      () => ({ as: 'contributor', method: 'PATCH', path: `events/${id}`, raw: broken, headers: json }),
      'rest_invalid_json',
    ],
    [
      'a tag, to contributors',
      () => ({ as: 'contributor', method: 'POST', path: 'tags', raw: broken, headers: json }),
      'rest_invalid_json',
    ],
    [
      'a form, to subscribers',
      () => ({
        as: 'subscriber',
        method: 'POST',
        path: 'venues',
        raw: `description=${large}`,
        headers: form,
      }),
      'rest_missing_callback_param',
    ],
    [
      'a form in parts, to subscribers',
      () => ({ as: 'subscriber', method: 'POST', path: 'venues', raw: unnamed, headers: parts }),
      'rest_invalid_body',
    ],
    [
      'a post of the original, to strangers',
      () => ({
        method: 'POST',
        absolute: true,
        path: `/wp/v2/tribe_events/${id}`,
        raw: broken,
        headers: json,
      }),
      'rest_invalid_json',
    ],
    [
      'a picture, to strangers',
      () => ({ method: 'POST', path: 'media', raw: large, headers: { 'content-type': 'image/png' } }),
      'rest_invalid_param',
    ],
    [
      'an import, to authors',
      () => ({ as: 'author', method: 'POST', path: 'imports', raw: unnamed, headers: parts }),
      'rest_invalid_body',
    ],
  ]
  test.each(asked)('%s', async (_, make, told) => {
    const one = make()
    const refused = await app.ask(one)
    expect([refused.status, refused.body.code]).toEqual([one.as === undefined ? 401 : 403, 'rest_forbidden'])
    const looked = await app.ask({ ...one, as: 'administrator' })
    expect([looked.status, looked.body.code]).toEqual([400, told])
  })

  test('with a method that takes none, to strangers', async () => {
    const { status, body } = await app.ask({ method: 'OPTIONS', path: 'events', raw: broken, headers: json })
    expect([status, body.code]).toEqual([401, 'rest_forbidden'])
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
    ['description', large, /at most 10000 tags; it has 300000/],
    ['organizer', [{ organizer: 'A', description: large }], /at most 10000 tags; it has 300000/],
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
    const held = await tenthsHeldUpBy(async () => {
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
    expect(held, name).toBeLessThan(1)
  }
})

test('a list of as many names as there may be is taken', async () => {
  const tags = Array.from({ length: 500 }, (_, index) =>
    `A tag with a name of some length, ${index}`.replace(',', ''),
  )
  const made = await app.create('events', { ...event, title: 'Tagged', tags: tags.slice(0, 100) })
  expect(made.tags).toHaveLength(100)
})
