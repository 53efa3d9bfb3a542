import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'
import { cookieOf, fromHere, giveOwnPassword, ownPassword } from '../support/signedIn.ts'

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

test('a session ends at every node with another role or password, by its owner, and with the account', async () => {
  const [here, there] = await twoNodes()
  const me = (node: TestApp, cookie: string) =>
    node.ask({ path: '/wp/v2/users/me', absolute: true, headers: { cookie, ...fromHere } })
  const asAdministrator = (method: 'POST' | 'DELETE', below: string, more: object) =>
    here.ask({ as: 'administrator', method, path: `/wp/v2/users/${below}`, absolute: true, ...more })
  const { author, editor } = here.ids
  const login = await giveOwnPassword(here, 'author')
  const signIn = async (node: TestApp) => {
    const form = { login, password: ownPassword }
    const answer = await node.ask({
      method: 'POST',
      path: '/signin',
      absolute: true,
      form,
      headers: fromHere,
    })
    return String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  }
  const other = await cookieOf(there, 'contributor')
  const ends: readonly (readonly [string, () => Promise<{ status: number }>])[] = [
    ['another role', () => asAdministrator('POST', String(author), { json: { roles: ['contributor'] } })],
    ['their owner', () => here.ask({ as: 'author', method: 'DELETE', path, absolute: true })],
    ['who manages users', () => asAdministrator('DELETE', `${author}/sessions`, {})],
    ['the same password', () => asAdministrator('POST', String(author), { json: { password: ownPassword } })],
    [
      'its removal',
      () => asAdministrator('DELETE', String(author), { query: { force: true, reassign: editor } }),
    ],
  ]
  for (const [by, end] of ends) {
    const cookies = [await signIn(here), await signIn(there)]
    // Each has been used at both, so that whatever a node remembers of it is there.
    for (const cookie of cookies)
      for (const node of [here, there]) expect((await me(node, cookie)).status).toBe(200)
    expect((await end()).status, by).toBe(200)
    for (const cookie of cookies)
      for (const node of [there, here]) expect((await me(node, cookie)).status, by).toBe(401)
  }
  expect((await me(here, other)).status).toBe(200)
})
