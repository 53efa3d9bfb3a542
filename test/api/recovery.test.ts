import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { takeRecoveryCode } from '../../src/http/auth/recoveryCodes.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere } from '../support/signedIn.ts'

const path = '/wp/v2/users/me/recovery-codes'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function ask(method: 'GET' | 'POST' | 'DELETE', as: Role = 'editor'): Promise<Answered> {
  const headers = { cookie: await cookieOf(app, as), ...fromHere }
  return app.ask({ method, path, absolute: true, headers })
}

async function makeCodes(as: Role = 'editor'): Promise<string[]> {
  return (await ask('POST', as)).body.codes
}

async function enter(login: string, code: string, to = app): Promise<Answered> {
  const form = { login, code }
  return to.ask({ method: 'POST', path: '/signin/recovery', absolute: true, form, headers: fromHere })
}

const statusOf = async (login: string, code: string) => (await enter(login, code)).status

test('ten codes are made, shown once, and stored as digests', async () => {
  const { status, body, headers } = await ask('POST')
  expect(status).toBe(201)
  expect(body).toEqual({
    total: 10,
    left: 10,
    created: expect.stringMatching(/Z$/),
    codes: expect.any(Array),
  })
  expect(headers['cache-control']).toContain('no-store')
  expect(new Set(body.codes).size).toBe(10)
  for (const code of body.codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  const { codes: _, ...rest } = body
  expect((await ask('GET')).body).toEqual(rest)
  const stored = JSON.stringify(await app.db.read.selectFrom('recovery_codes').selectAll().execute())
  for (const code of body.codes) {
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code.replaceAll('-', ''))
  }
})

test('each lets its owner in once, however it is written', async () => {
  const [first = '', second = '', third = ''] = await makeCodes()
  const answer = await enter('editor', first)
  expect([answer.status, answer.headers['location']]).toEqual([303, '/'])
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  const page = await app.ask({ path: '/', absolute: true, headers: { cookie, accept: 'text/html' } })
  expect(page.text).toContain('Signed in as editor')
  const again = await enter('editor', first)
  expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined])
  expect(again.text).toContain('do not belong together')
  expect(await statusOf('EDITOR@example.org', ` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe(303)
  expect(await statusOf('editor', third.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('-', ''))).toBe(
    303,
  )
  expect((await ask('GET')).body.left).toBe(7)
})

test('new ones end those before them, and none are left when they are removed', async () => {
  const [former = ''] = await makeCodes()
  const [present = ''] = await makeCodes()
  expect(await statusOf('editor', former)).toBe(401)
  expect((await ask('DELETE')).body).toEqual({ total: 10, left: 0, created: null })
  expect(await statusOf('editor', present)).toBe(401)
})

test('those of somebody else, of nobody, and nothing at all let nobody in, and are answered alike', async () => {
  const [code = ''] = await makeCodes('author')
  const answers = await Promise.all(
    [
      ['editor', code],
      ['nobody', code],
      ['editor', 'aaaa-aaaa-aaaa-aaaa'],
      ['nobody', ''],
      ['', code],
    ].map(async ([login = '', sent = '']) => {
      const { status, text, headers } = await enter(login, sent)
      expect(headers['set-cookie']).toBe(undefined)
      return [status, text.replace(/(id="login"[^>]*)\svalue="[^"]*"/, '$1')]
    }),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]?.[0]).toBe(401)
  expect(await statusOf('author', code)).toBe(303)
})

test('of two who come with the same code at once one gets in', async () => {
  const [code = ''] = await makeCodes()
  const taken = await Promise.all([1, 2, 3].map(() => takeRecoveryCode(app.db, { id: app.ids.editor }, code)))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('too many wrong ones have to wait, together with wrong passwords', async () => {
  const strict = await createTestApp({ LOGIN_FAILURES: '3' })
  onTestFinished(() => strict.close())
  const wrongPassword = { method: 'POST', path: '/signin', absolute: true, headers: fromHere } as const
  const form = { login: 'editor', password: 'not the one, that' }
  expect((await strict.ask({ ...wrongPassword, form })).status).toBe(401)
  for (const _ of [1, 2]) expect((await enter('editor', 'wrong', strict)).status).toBe(401)
  const { status, headers, text } = await enter('editor', 'wrong', strict)
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  expect(text).toContain('Too many tries')
  expect((await strict.ask({ ...wrongPassword, form })).status).toBe(429)
})

test('they are nobody else’s, and no other site makes any', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect((await app.ask({ method, path, absolute: true })).status).toBe(401)
  const headers = { cookie: await cookieOf(app, 'editor'), 'sec-fetch-site': 'same-site' }
  expect((await app.ask({ method: 'POST', path, absolute: true, headers })).status).toBe(403)
})

test('a token needs the scope for accounts', async () => {
  const made = await app.ask({
    as: 'editor',
    method: 'POST',
    path: '/wp/v2/users/me/tokens',
    absolute: true,
    json: { name: 'Program' },
  })
  const headers = { authorization: `Bearer ${made.body.token}` }
  const { status, body } = await app.ask({ method: 'POST', path, absolute: true, headers })
  expect([status, body.code]).toEqual([403, 'rest_token_scope'])
})
