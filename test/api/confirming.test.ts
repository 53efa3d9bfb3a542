import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere, giveOwnPassword, ownPassword } from '../support/signedIn.ts'
import { dump } from './dump.ts'

const now = Temporal.Instant.from('2031-03-01T10:00:00Z')
const minutes = (count: number) => now.add({ minutes: count })
const unknown = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ LOGIN_FAILURES: '20' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(now)
  await giveOwnPassword(app, 'administrator')
  cookie = await cookieOf(app, 'administrator', now)
})

const ask = (path: string, json: object | undefined, method: 'POST' | 'DELETE' | 'GET' = 'POST') =>
  app.ask({
    method,
    path: `/wp/v2/users${path}`,
    absolute: true,
    headers: { cookie, ...fromHere },
    ...(json ? { json } : {}),
  })
const confirm = (password: unknown) => ask('/me/confirmation', { password })

/** What opens an account, or removes it: of which only the answer to whoever has proven lately who they are differs. */
const opening: readonly (readonly [string, object | undefined, number, ('POST' | 'DELETE')?])[] = [
  ['/me/application-passwords', { name: 'Mine' }, 201],
  ['/me/tokens', { name: 'Mine' }, 201],
  ['/EDITOR/application-passwords', { name: 'Theirs' }, 201],
  ['/EDITOR/tokens', { name: 'Theirs', scope: 'admin' }, 201],
  ['/me/recovery-codes', {}, 201],
  ['/me/recovery-codes', undefined, 200, 'DELETE'],
  ['/me/passkeys/options', {}, 200],
  ['/me/passkeys', { response: {} }, 400],
  [`/me/identities/${unknown}`, undefined, 404, 'DELETE'],
  ['/me', { email: 'mine@example.org' }, 200],
  ['/EDITOR', { email: 'theirs@example.org' }, 200],
  ['/EDITOR', { password: 'six geese over a low wall' }, 200],
  ['/EDITOR', { roles: ['administrator'] }, 200],
  ['/EDITOR/link', {}, 201],
  ['', { username: 'new', email: 'new@example.org', roles: ['administrator'] }, 201],
  ['/AUTHOR?force=true&reassign=EDITOR', undefined, 200, 'DELETE'],
]
const filled = (path: string) =>
  path.replace('EDITOR', String(app.ids.editor)).replace('AUTHOR', String(app.ids.author))

describe.each(opening.map(([path, json, granted, method = 'POST']) => ({ path, json, granted, method })))(
  '$method users$path',
  ({ path, json, granted, method }) => {
    test('waits in a browser that was left open until its reader confirms', async () => {
      app.setNow(minutes(16))
      const before = await dump(app.db)
      const refused = await ask(filled(path), json, method)
      expect([refused.status, refused.body.code]).toEqual([403, 'rest_confirmation_needed'])
      expect(await dump(app.db)).toEqual(before)
      expect((await confirm(ownPassword)).status).toBe(200)
      expect((await ask(filled(path), json, method)).status).toBe(granted)
    })
  },
)

test('what opens nothing does not wait, nor do programs, nor whoever has just signed in', async () => {
  app.setNow(minutes(16))
  const others: typeof opening = [
    ['/me', { name: 'Ann', description: 'Me.', locale: 'de' }, 200],
    ['/EDITOR', { name: 'Bob', roles: ['author'] }, 200],
    ['/me/tokens', undefined, 200, 'DELETE'],
    ['/me/sessions', undefined, 200, 'DELETE'],
  ]
  for (const [path, json, granted, method] of others)
    expect([path, (await ask(filled(path), json, method)).status]).toEqual([path, granted])
  const byProgram = { as: 'administrator', method: 'POST', absolute: true } as const
  const path = '/wp/v2/users/me/tokens'
  expect((await app.ask({ ...byProgram, path, json: { name: 'Mine' } })).status).toBe(201)
  cookie = await cookieOf(app, 'administrator', minutes(16))
  expect((await ask('/me/tokens', { name: 'Mine' })).status).toBe(201)
})

test('it holds for fifteen minutes, for that session alone', async () => {
  app.setNow(minutes(15))
  expect((await ask('/me/recovery-codes', {})).status).toBe(201)
  app.setNow(minutes(100))
  const other = await cookieOf(app, 'administrator', now)
  expect((await confirm(ownPassword)).body).toEqual({
    confirmed: '2031-03-01T11:40:00Z',
    until: '2031-03-01T11:55:00Z',
  })
  app.setNow(minutes(115))
  expect((await ask('/me/recovery-codes', {})).status).toBe(201)
  cookie = other
  expect((await ask('/me/recovery-codes', {})).body.code).toBe('rest_confirmation_needed')
})

test('a clock that was far ahead confirms nothing for later', async () => {
  cookie = await cookieOf(app, 'administrator', minutes(4))
  expect((await ask('/me/recovery-codes', {})).status).toBe(201)
  await app.db.write((tx) =>
    tx
      .updateTable('sessions')
      .set({ confirmed_at: minutes(60).epochMilliseconds / 1000 })
      .execute(),
  )
  expect((await ask('/me/recovery-codes', {})).body.code).toBe('rest_confirmation_needed')
})

test('the present password beside a change of one’s own account is enough for that change', async () => {
  app.setNow(minutes(16))
  const wanted = { email: 'another@example.org' }
  const wrong = await ask('/me', { ...wanted, current_password: 'not mine at all' })
  expect(wrong.body.data.params).toHaveProperty('current_password')
  expect((await ask('/me', { ...wanted, current_password: ownPassword })).status).toBe(200)
  expect((await ask('/me', { password: 'six geese over a low wall' })).status).toBe(400)
  const both = { password: 'six geese over a low wall', current_password: ownPassword }
  expect((await ask('/me', both)).status).toBe(200)
  expect((await ask('/me/recovery-codes', {})).body.code).toBe('rest_confirmation_needed')
})

test('who has no password signs in again, and chooses one only then; programs have nothing to confirm', async () => {
  await app.db.write((tx) => tx.updateTable('users').set({ password_hash: null }).execute())
  app.setNow(minutes(16))
  expect((await confirm(ownPassword)).body.data.params.password).toContain('sign in again')
  const password = { password: 'six geese over a low wall' }
  expect((await ask('/me', password)).body.code).toBe('rest_confirmation_needed')
  const page = (query: string) =>
    app.ask({
      path: `/signin${query}`,
      absolute: true,
      headers: { cookie, ...fromHere, accept: 'text/html' },
    })
  expect((await page('?next=%2Flist')).status).toBe(303)
  const again = await page('?next=%2Flist&again=1')
  expect([again.status, again.text.includes('name="password"')]).toEqual([200, true])
  cookie = await cookieOf(app, 'administrator', minutes(16))
  expect((await ask('/me', password)).status).toBe(200)
  const path = '/wp/v2/users/me/confirmation'
  const byProgram = { as: 'administrator', method: 'POST', absolute: true } as const
  const answered = await app.ask({ ...byProgram, path, json: { password: ownPassword } })
  expect(answered.body.code).toBe('rest_session_needed')
})

test('a wrong password confirms nothing, and wrong ones are counted as those of signing in are', async () => {
  app.setNow(minutes(16))
  for (const [password, says] of [
    ['not mine at all', 'is not your present password'],
    [12, 'must be a text'],
    [['not mine'], 'must be a text'],
  ] as const) {
    const { status, body } = await confirm(password)
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.data.params.password).toContain(says)
  }
  for (const nothing of [undefined, null]) {
    const { status, body } = await confirm(nothing)
    expect([status, body.code]).toEqual([400, 'rest_missing_callback_param'])
  }
  let last = await confirm('another')
  for (let tried = 0; tried < 200 && last.status !== 429; tried += 1) last = await confirm('another')
  expect([last.status, last.body.code]).toEqual([429, 'rest_too_many_requests'])
  expect((await ask('/me/recovery-codes', {})).body.code).toBe('rest_confirmation_needed')
  app.setNow(minutes(300))
  expect((await confirm(ownPassword)).status).toBe(200)
})
