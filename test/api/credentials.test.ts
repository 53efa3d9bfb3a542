import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

const now = Temporal.Instant.from('2031-03-01T10:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(now)
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const kinds = ['tokens', 'application-passwords'] as const
const tables = { 'application-passwords': 'app_passwords', tokens: 'tokens' } as const

function ask(
  method: Method,
  path: string,
  sent: { as?: Role | undefined; json?: object; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const { as, ...others } = sent
  return app.ask({ ...(as ? { as } : {}), method, path: `/wp/v2/users/${path}`, absolute: true, ...others })
}

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refusal = ({ status, body }: Answered) => `${status} ${body.code}`
const rows = (kind: (typeof kinds)[number]) =>
  app.db.read.selectFrom(tables[kind]).select(['id', 'name', 'user_id']).orderBy('id').execute()

describe('an application password', () => {
  test('is shown once, opens the account, and is told without its secret', async () => {
    const appId = '11111111-2222-4333-8444-555555555555'
    const made = await ask('POST', 'me/application-passwords', {
      as: 'author',
      json: { name: 'Phone', app_id: appId },
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      app_id: appId,
      name: 'Phone',
      created: '2031-03-01T10:00:00',
      last_used: null,
      last_ip: null,
      password: expect.stringMatching(/^(\w{4} ){5}\w{4}$/),
    })
    const { uuid, password } = made.body
    expect(new URL(made.headers['location'] ?? '').pathname).toBe(
      `/wp/v2/users/${app.ids.author}/application-passwords/${uuid}`,
    )
    const headers = basic('author', password)
    expect((await ask('GET', 'me', { headers })).body.id).toBe(app.ids.author)
    const { password: _, ...told } = made.body
    const read = await ask('GET', `me/application-passwords/${uuid}`, { as: 'author' })
    expect(read.body).toMatchObject({ ...told, last_used: null, last_ip: null })
    expect(read.body).not.toHaveProperty('password')
    const list = await ask('GET', `${app.ids.author}/application-passwords`, { as: 'administrator' })
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual(['tests', 'Phone'])
    expect(list.text).not.toContain('argon')
    const mine = await ask('GET', 'me/application-passwords/introspect', { headers })
    expect(mine.body).toMatchObject({ uuid, name: 'Phone' })
  })

  test('is told of by introspection to those alone who sent it', async () => {
    const path = `${app.ids.author}/application-passwords/introspect`
    expect(refusal(await ask('GET', path, { as: 'administrator' }))).toBe(
      '403 rest_cannot_introspect_app_password_for_non_authenticated_user',
    )
    expect(refusal(await ask('GET', 'me/application-passwords/introspect'))).toBe('401 rest_not_logged_in')
    const { token } = (await ask('POST', 'me/tokens', { as: 'author', json: { name: 't', scope: 'admin' } }))
      .body
    const answer = await ask('GET', 'me/application-passwords/introspect', { headers: bearer(token) })
    expect(refusal(answer)).toBe('404 rest_no_authenticated_app_password')
  })

  test('that is refused makes none', async () => {
    const before = await rows('application-passwords')
    for (const [json, code] of [
      [{}, '400 rest_missing_callback_param'],
      [{ name: '' }, '400 rest_invalid_param'],
      [{ name: '  ' }, '400 rest_invalid_param'],
      [{ name: 'a\nb' }, '400 rest_invalid_param'],
      [{ name: 'x', app_id: 'phone' }, '400 rest_invalid_param'],
    ] as const)
      expect(refusal(await ask('POST', 'me/application-passwords', { as: 'editor', json }))).toBe(code)
    expect(await rows('application-passwords')).toEqual(before)
  })
})

describe.each(kinds)('%s', (kind) => {
  test('are renamed and revoked one by one, or all, and nobody else’s with them', async () => {
    const make = async (name: string) =>
      (await ask('POST', `${app.ids.contributor}/${kind}`, { as: 'administrator', json: { name } })).body
    const [one, two] = [await make('one'), await make('two')]
    const others = (await rows(kind)).filter(({ user_id }) => user_id !== app.ids.contributor)
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const answer = await ask(method, `me/${kind}/${one.uuid}`, {
        as: 'contributor',
        json: { name: method },
      })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ uuid: one.uuid, name: method })
    }
    expect(
      refusal(await ask('POST', `me/${kind}/${one.uuid}`, { as: 'contributor', json: { name: '' } })),
    ).toBe('400 rest_invalid_param')
    const gone = await ask('DELETE', `me/${kind}/${one.uuid}`, { as: 'contributor' })
    expect(gone.body).toMatchObject({ deleted: true, previous: { uuid: one.uuid, name: 'PATCH' } })
    expect((await ask('DELETE', `me/${kind}/${one.uuid}`, { as: 'contributor' })).status).toBe(404)
    // By somebody else's address it is not there.
    expect((await ask('GET', `${app.ids.editor}/${kind}/${two.uuid}`, { as: 'administrator' })).status).toBe(
      404,
    )
    const all = await ask('DELETE', `${app.ids.contributor}/${kind}`, { as: 'administrator' })
    expect(all.body).toMatchObject({ deleted: true, count: kind === 'tokens' ? 1 : 2 })
    expect((await rows(kind)).filter(({ user_id }) => user_id !== app.ids.contributor)).toEqual(others)
    expect(refusal(await ask('GET', `99999/${kind}`, { as: 'administrator' }))).toBe(
      '404 rest_user_invalid_id',
    )
  })

  test('are at most twenty of a user', async () => {
    const answers: number[] = []
    for (let n = 0; n < 22; n += 1)
      answers.push((await ask('POST', `me/${kind}`, { as: 'subscriber', json: { name: `n${n}` } })).status)
    expect(answers.filter((status) => status === 201).length).toBe(kind === 'tokens' ? 20 : 19)
    expect(answers.at(-1)).toBe(400)
    expect(refusal(await ask('POST', `me/${kind}`, { as: 'subscriber', json: { name: 'more' } }))).toBe(
      '400 rest_too_many_credentials',
    )
  })

  test.each([...roles.filter((role) => role !== 'contributor'), undefined])(
    'of others are closed to “%s”, unless an administrator',
    async (as) => {
      const whose = as === 'editor' ? app.ids.author : app.ids.editor
      const { uuid } = (
        await ask('POST', `${whose}/${kind}`, { as: 'administrator', json: { name: 'theirs' } })
      ).body
      const before = await rows(kind)
      const isAllowed = as === 'administrator'
      for (const [method, path, allowed] of [
        ['GET', `${whose}/${kind}`, 200],
        ['POST', `${whose}/${kind}`, 201],
        ['GET', `${whose}/${kind}/${uuid}`, 200],
        ['PATCH', `${whose}/${kind}/${uuid}`, 200],
        ['DELETE', `${whose}/${kind}/${uuid}`, 200],
      ] as const) {
        const json = method === 'POST' || method === 'PATCH' ? { json: { name: 'mine' } } : {}
        const answer = await ask(method, path, { as, ...json })
        expect(answer.status, `${method} ${answer.text}`).toBe(isAllowed ? allowed : as ? 403 : 401)
        if (isAllowed) continue
        expect(answer.body.code).toMatch(/^rest_cannot_/)
        expect(answer.headers['allow']).toBe('')
        expect(answer.text).not.toContain('theirs')
      }
      if (!isAllowed) expect(await rows(kind)).toEqual(before)
    },
  )
})

describe('a token', () => {
  const make = async (json: object, as: Role = 'administrator') => {
    const answer = await ask('POST', 'me/tokens', { as, json: { name: 'sync', ...json } })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const create = (token: string) =>
    app.ask({
      method: 'POST',
      path: 'venues',
      json: { venue: 'Hall' },
      headers: { ...bearer(token) },
    })

  test('has a scope and an end, which are told', async () => {
    expect(await make({})).toMatchObject({ scope: 'write', expires: null, created: '2031-03-01T10:00:00Z' })
    expect(await make({ scope: 'read', expires: '2031-03-31' })).toMatchObject({
      scope: 'read',
      expires: '2031-04-01T00:00:00Z',
      token: expect.stringMatching(/^kal_\w{40}$/),
    })
    for (const json of [{ scope: 'all' }, { expires: 'soon' }, { expires: '2030-01-01' }, { expires: 5 }])
      expect(refusal(await ask('POST', 'me/tokens', { as: 'editor', json: { name: 'x', ...json } }))).toBe(
        '400 rest_invalid_param',
      )
  })

  test('without the scope is refused with the one that is needed, and writes nothing', async () => {
    const { token: reading } = await make({ scope: 'read' })
    const { token: writing } = await make({ scope: 'write' })
    const { token: managing } = await make({ scope: 'admin' })
    const refused = await create(reading)
    expect(refusal(refused)).toBe('403 rest_token_scope')
    expect(refused.body.message).toContain('it needs the scope “write”, and this one has “read”')
    expect(refused.headers['allow']).toBe('GET')
    expect((await create(writing)).status).toBe(201)
    expect((await app.ask({ path: 'events', headers: bearer(reading) })).status).toBe(200)
    for (const [method, path, json] of [
      ['GET', '/wp/v2/settings', undefined],
      ['POST', '/wp/v2/users', { username: 'z', email: 'z@example.net' }],
      ['POST', '/wp/v2/users/me', { name: 'z' }],
      ['POST', '/wp/v2/users/me/application-passwords', { name: 'z' }],
      ['POST', '/wp/v2/users/me/tokens', { name: 'z', scope: 'admin' }],
      ['DELETE', '/wp/v2/users/me/tokens', undefined],
    ] as const)
      for (const token of [reading, writing]) {
        const answer = await app.ask({
          method,
          path,
          absolute: true,
          headers: bearer(token),
          ...(json ? { json } : {}),
        })
        expect(refusal(answer), path).toBe('403 rest_token_scope')
        expect(answer.body.message).toContain('“admin”')
      }
    expect(
      (await app.ask({ path: '/wp/v2/settings', absolute: true, headers: bearer(managing) })).status,
    ).toBe(200)
    const me = await ask('GET', 'me?context=edit', { headers: bearer(reading) })
    expect(me.body.capabilities).not.toHaveProperty('edit_tribe_events')
  })

  test('gives nobody a right that their role has not', async () => {
    const { token } = await make({ scope: 'admin' }, 'author')
    expect(refusal(await app.ask({ path: 'settings', headers: bearer(token) }))).toBe('403 rest_forbidden')
  })

  test('is refused from its end on', async () => {
    const { token } = await make({ expires: '1d' })
    const read = () => app.ask({ path: 'events', headers: bearer(token) })
    expect((await read()).status).toBe(200)
    app.setNow(now.add({ hours: 24 }))
    const answer = await read()
    app.setNow(now)
    expect(refusal(answer)).toBe('401 rest_token_expired')
    expect(answer.body.message).toContain('2031-03-02T10:00:00Z')
  })
})
