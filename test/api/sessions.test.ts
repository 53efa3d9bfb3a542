import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '../../src/db/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere } from '../support/signedIn.ts'

const path = '/wp/v2/users/me/sessions'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (cookie: string, below = '', method: 'GET' | 'DELETE' = 'GET') =>
  app.ask({ method, path: `${path}${below}`, absolute: true, headers: { cookie, ...fromHere } })

const endAll = () => app.ask({ as: 'editor', method: 'DELETE', path, absolute: true })

test('the owner of sessions sees them, and which one asks; no secret is among them', async () => {
  await endAll()
  const [first, second] = [await cookieOf(app, 'editor'), await cookieOf(app, 'editor')]
  await cookieOf(app, 'author')
  const { status, body, text, headers } = await ask(first)
  expect(status).toBe(200)
  expect(body.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
  expect(body[1]).toEqual({
    id: expect.any(Number),
    created: expect.stringMatching(/^20\d\d-.*Z$/),
    last_used: body[1].created,
    expires: expect.any(String),
    ip: '127.0.0.1',
    user_agent: 'Test',
    current: true,
  })
  for (const cookie of [first, second]) expect(text).not.toContain(cookie.slice('kalends='.length))
  expect(headers['cache-control']).toContain('no-store')
})

test('one is ended by its ID, and only by its owner', async () => {
  await endAll()
  const [mine, other] = [await cookieOf(app, 'editor'), await cookieOf(app, 'editor')]
  const theirs = await cookieOf(app, 'author')
  const session = (await ask(other)).body.find(({ current }: { current: boolean }) => current)
  expect((await ask(theirs, `/${session.id}`, 'DELETE')).body.code).toBe('rest_session_not_found')
  expect((await ask(mine, `/${session.id}`, 'DELETE')).body).toEqual({ deleted: true, count: 1 })
  expect((await ask(other)).status).toBe(401)
  expect((await ask(mine, `/${session.id}`, 'DELETE')).status).toBe(404)
  expect((await ask(theirs)).status).toBe(200)
})

test('all others are ended at once; by a program all of them', async () => {
  await endAll()
  const mine = await cookieOf(app, 'editor')
  for (const _ of Array(3)) await cookieOf(app, 'editor')
  expect((await ask(mine, '', 'DELETE')).body).toEqual({ deleted: true, count: 3 })
  expect((await ask(mine)).body).toHaveLength(1)
  expect((await endAll()).body).toEqual({ deleted: true, count: 1 })
  expect((await ask(mine)).status).toBe(401)
})

test('every role may do this with its own, and nobody without one', async () => {
  for (const role of roles) expect((await ask(await cookieOf(app, role))).status).toBe(200)
  expect((await ask('')).status).toBe(401)
  expect((await ask('', '', 'DELETE')).status).toBe(401)
  expect((await ask('', '/1', 'DELETE')).status).toBe(401)
})

test('no other site ends one', async () => {
  const cookie = await cookieOf(app, 'author')
  const headers = { cookie, 'sec-fetch-site': 'same-site' }
  expect((await app.ask({ method: 'DELETE', path, absolute: true, headers })).status).toBe(403)
  expect((await ask(cookie)).status).toBe(200)
})
