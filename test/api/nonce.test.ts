import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let event: number
beforeAll(async () => {
  app = await createTestApp()
  const json = { title: 'Fair', start_date: '2031-03-11', end_date: '2031-03-11', status: 'publish' }
  const { body } = await app.ask({ as: 'administrator', method: 'POST', path: 'events', json })
  event = body.id
})
afterAll(() => app.close())

/** What clients of the original send with every request, in the pages of a site that they are signed in to. */
const headers = {
  'x-wp-nonce': '0123456789',
  cookie: 'wordpress_logged_in_x=ann%7C1%7Cx',
  accept: 'application/json, */*;q=0.1',
}
const query = { _wpnonce: '0123456789', _locale: 'user' }

// Wire: the original refuses a nonce that is not of the session with 403 on every route. There are no sessions here.
describe('a nonce says nothing, as there are no sessions', () => {
  test.each<[string, () => Asked]>([
    ['a list', () => ({ path: 'events' })],
    ['an event', () => ({ path: `events/${event}` })],
    ['a list of who signs', () => ({ as: 'editor', path: 'events', query: { status: 'any' } })],
    ['what there is not', () => ({ path: 'events/99999' })],
    ['a write of nobody', () => ({ method: 'POST', path: 'venues', json: { venue: 'Hall' } })],
    [
      'a write without the right',
      () => ({ as: 'subscriber', method: 'POST', path: `events/${event}`, json: { title: 'Mine' } }),
    ],
    ['a write', () => ({ as: 'editor', method: 'POST', path: `events/${event}`, json: { title: 'Fair' } })],
    [
      'a method that is overridden',
      () => ({
        as: 'editor',
        method: 'POST',
        path: `events/${event}`,
        json: {},
        headers: { 'x-http-method-override': 'PATCH' },
      }),
    ],
    ['an index', () => ({ path: '/wp/v2/tags', absolute: true })],
  ])('%s is answered as without one', async (_, asked) => {
    const plain = await app.ask(asked())
    const { status, body } = await app.ask({
      ...asked(),
      headers: { ...asked().headers, ...headers },
      query: { ...asked().query, ...query },
    })
    expect({ status, body: stable(body) }).toEqual({ status: plain.status, body: stable(plain.body) })
  })

  test('nor does one in a body, and it is not kept', async () => {
    const json = { title: 'Market', start_date: '2031-03-12', end_date: '2031-03-12', ...query }
    const made = await app.ask({ as: 'editor', method: 'POST', path: 'events', json, headers })
    expect(made.status, made.text).toBe(201)
    expect(made.text).not.toContain(query._wpnonce)
    expect(made.headers['set-cookie']).toBeUndefined()
  })

  test('and it signs nobody in', async () => {
    const { status, body } = await app.ask({ method: 'DELETE', path: `events/${event}`, headers, query })
    expect(status).toBe(401)
    expect(body.code).not.toContain('nonce')
    expect((await app.ask({ path: `events/${event}` })).status).toBe(200)
  })
})

test('pages of other origins may send it', async () => {
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-wp-nonce,x-http-method-override',
    },
  } as const
  for (const path of ['events', `events/${event}`, 'venues', 'nowhere']) {
    const { status, headers } = await app.ask({ ...preflight, path })
    expect(status).toBe(200)
    const allowed = headers['access-control-allow-headers']?.toLowerCase().split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'x-wp-nonce', 'x-http-method-override']))
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }
})

/** What is the same whenever it is asked for. */
function stable(body: Record<string, unknown>) {
  const { modified: _modified, modified_utc: _utc, ...others } = body
  return others
}
