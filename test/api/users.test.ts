import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRole } from '../../src/http/auth/users.ts'
import { roles } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { refusal, usersOf } from './users.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = usersOf(() => app)
const by = 'administrator' as const
let made = 0

/** A new user; what is wanted beside login and address. */
async function make(json: object = {}): Promise<Answered['body']> {
  const username = `person${++made}`
  const answer = await ask('POST', '', {
    as: by,
    json: { username, email: `${username}@example.net`, ...json },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const rows = () => app.db.read.selectFrom('users').selectAll().orderBy('id').execute()

describe('a user', () => {
  test('is made by an administrator, and answered with all that is known', async () => {
    const answer = await ask('POST', '', {
      as: by,
      json: {
        username: 'ada',
        email: 'Ada@example.org',
        name: 'Ada L.',
        first_name: 'Ada',
        last_name: 'Lovelace',
        url: 'https://ada.example/',
        description: 'Counts.',
        roles: ['author'],
      },
    })
    expect(answer.status, answer.text).toBe(201)
    const { id } = answer.body
    expect(answer.headers['location']).toMatch(new RegExp(`/wp/v2/users/${id}$`))
    expect(answer.body).toMatchObject({
      username: 'ada',
      name: 'Ada L.',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'Ada@example.org',
      url: 'https://ada.example/',
      description: 'Counts.',
      nickname: 'Ada L.',
      slug: 'ada',
      roles: ['author'],
      capabilities: { author: true, upload_files: true },
      extra_capabilities: { author: true },
      meta: [],
      _links: { self: [{ href: expect.stringMatching(new RegExp(`/users/${id}$`)) }] },
    })
    expect(answer.body.registered_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    expect(answer.text).not.toContain('password')
    // How an invitation was sent is told this once.
    const { url: _url, ...invitation } = answer.body.invitation
    expect((await ask('GET', `/${id}`, { as: by, query: { context: 'edit' } })).body).toEqual({
      ...answer.body,
      invitation,
    })
  })

  test('is a subscriber where nothing else is said', async () => {
    expect((await make()).roles).toEqual(['subscriber'])
  })

  test.each<[object, string, string]>([
    [{ username: 'a:b' }, '400 rest_invalid_param', 'The login “a:b”'],
    [{ username: 7 }, '400 rest_invalid_param', 'must be a text'],
    [{ email: 'nobody' }, '400 rest_invalid_param', 'no e-mail address|not an e-mail address'],
    [{ username: 'Editor' }, '400 existing_user_login', 'The login “Editor”'],
    [
      { username: 'other', email: 'EDITOR@example.org' },
      '400 existing_user_email',
      'belongs to another user',
    ],
    [{ roles: ['boss'] }, '400 rest_invalid_param', 'must be one of administrator'],
    [{ roles: ['editor', 'author'] }, '400 rest_invalid_param', 'a list of one role'],
    [{ roles: [] }, '400 rest_invalid_param', 'roles'],
    [{ url: 'ada.example' }, '400 rest_invalid_param', 'http or https'],
    [{ url: 'javascript:alert(1)' }, '400 rest_invalid_param', 'http or https'],
    [{ name: 'a\nb' }, '400 rest_invalid_param', 'one line'],
    [{ description: 'x'.repeat(5001) }, '400 rest_invalid_param', '5000 characters'],
    [{ slug: '!!!' }, '400 rest_invalid_param', 'letters or digits'],
    [{ slug: 'editor' }, '400 rest_user_invalid_slug', 'editor'],
    [{ id: 5 }, '400 rest_user_exists', 'no ID yet'],
    [{ password: 'short' }, '400 rest_invalid_param', '12 characters'],
    [{ password: 'newcomer-newcomer' }, '400 rest_invalid_param', 'everybody knows'],
    [{ locale: 'tlh' }, '400 rest_invalid_param', 'languages of pages'],
  ])('is not made of %j, which is told, and nobody is added', async (json, code, says) => {
    const before = await rows()
    const whole = { username: 'newcomer', email: 'newcomer@example.net', ...json }
    const answer = await ask('POST', '', { as: by, json: whole })
    expect(refusal(answer), answer.text).toBe(code)
    expect(answer.body.message).toMatch(new RegExp(says))
    expect(await rows()).toEqual(before)
  })

  test('is not made without login or address', async () => {
    const answer = await ask('POST', '', { as: by, json: { name: 'Nobody' } })
    expect(answer.body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['username', 'email'] },
    })
  })

  test('changes by what is sent alone, and may be sent back as it was read', async () => {
    const made = await make({ name: 'One', url: 'https://one.example/' })
    const { body: user } = await ask('GET', `/${made.id}`, { as: by, query: { context: 'edit' } })
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const answer = await ask(method, `/${user.id}`, { as: by, json: { nickname: method } })
      expect(answer.body).toEqual({ ...user, nickname: method })
    }
    const { body } = await ask('GET', `/${user.id}`, { as: by, query: { context: 'edit' } })
    const back = await ask('PUT', `/${user.id}`, { as: by, json: body })
    expect(back.status, back.text).toBe(200)
    expect(back.body).toEqual(body)
    const cleared = await ask('POST', `/${user.id}`, { as: by, json: { url: '', nickname: null } })
    expect(cleared.body).toMatchObject({ url: '', nickname: 'One' })
  })

  test.each<[object, string]>([
    [{ username: 'renamed' }, '400 rest_user_invalid_argument'],
    [{ email: 'editor@example.org' }, '400 rest_user_invalid_email'],
    [{ email: '' }, '400 rest_invalid_param'],
    [{ slug: 'author' }, '400 rest_user_invalid_slug'],
    [{ name: '' }, '400 rest_invalid_param'],
  ])('does not change to %j', async (json, code) => {
    const { id } = await make()
    const before = await rows()
    const answer = await ask('POST', `/${id}`, { as: by, json: { first_name: 'Unwritten', ...json } })
    expect(refusal(answer), answer.text).toBe(code)
    expect(await rows()).toEqual(before)
  })

  test('gets a password with which they sign in, that nobody is shown', async () => {
    const password = 'a pony walks over seven bridges'
    const { id } = await make({ password, locale: 'de_AT' })
    const kept = async () => (await rows()).find((user) => user.id === id)
    const first = (await kept())?.password_hash
    expect(first).toMatch(/^\$argon2id\$/)
    const answer = await ask('POST', `/${id}`, { as: by, json: { password: `${password} again` } })
    expect(answer.body.locale).toBe('de-AT')
    expect(answer.text).not.toContain('pony')
    expect(answer.text).not.toContain('argon')
    expect((await kept())?.password_hash).not.toBe(first)
    expect(refusal(await ask('POST', `/${id}`, { as: by, json: { password: 'password1234' } }))).toBe(
      '400 rest_invalid_param',
    )
  })

  test('that is not there is told as such', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const query = method === 'DELETE' ? { force: true, reassign: 1 } : {}
      const answer = await ask(method, '/99999', { as: by, query })
      expect(refusal(answer)).toBe('404 rest_user_invalid_id')
    }
    expect(refusal(await ask('GET', '/0', { as: by }))).toBe('404 rest_user_invalid_id')
  })

  test('is removed for good alone, and what they wrote goes to whom it is said', async () => {
    const { id } = await make({ roles: ['author'] })
    const event = await app.create('events', {
      title: 'Theirs',
      start_date: '2031-03-01',
      end_date: '2031-03-02',
      author: id,
    })
    const remove = (query: object) => ask('DELETE', `/${id}`, { as: by, query: { ...query } })
    expect((await remove({ force: true })).body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['reassign'] },
    })
    expect(refusal(await remove({ reassign: app.ids.editor }))).toBe('501 rest_trash_not_supported')
    for (const reassign of [99_999, id, false]) {
      const answer = await remove({ force: true, reassign })
      expect(refusal(answer)).toBe('400 rest_user_invalid_reassign')
    }
    expect(refusal(await remove({ force: true, reassign: 'soon' }))).toBe('400 rest_invalid_param')
    const gone = await remove({ force: true, reassign: app.ids.editor })
    expect(gone.status, gone.text).toBe(200)
    expect(gone.body).toMatchObject({ deleted: true, previous: { id, roles: ['author'] } })
    expect((await app.read(`events/${event.id}`)).author).toBe(String(app.ids.editor))
    expect(refusal(await remove({ force: true, reassign: app.ids.editor }))).toBe('404 rest_user_invalid_id')
    const { id: idle } = await make()
    expect(
      (await ask('DELETE', `/${idle}`, { as: by, query: { force: true, reassign: false } })).status,
    ).toBe(200)
  })
})

describe('the last administrator', () => {
  test('can be neither removed nor demoted, by nobody', async () => {
    const id = app.ids.administrator
    const remove = { as: by, query: { force: true, reassign: app.ids.editor } }
    for (const at of [`/${id}`, '/me'])
      expect(refusal(await ask('DELETE', at, remove))).toBe('409 rest_last_administrator')
    for (const at of [`/${id}`, '/me'])
      expect(refusal(await ask('POST', at, { as: by, json: { roles: ['editor'] } }))).toBe(
        '403 rest_user_invalid_role',
      )
    await expect(setRole(app.db, 'administrator', 'editor')).rejects.toThrow('only administrator')
    expect((await ask('GET', '/me', { as: by })).body.roles).toEqual(['administrator'])
  })

  test('stays, although two demote each other at once, over the interface and on the command line', async () => {
    const second = await make({ roles: ['administrator'] })
    const outcomes = await Promise.allSettled([
      ask('POST', `/${second.id}`, { as: by, json: { roles: ['editor'] } }).then((answer) =>
        answer.status === 200 ? answer : Promise.reject(new Error(refusal(answer))),
      ),
      setRole(app.db, 'administrator', 'editor'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = (await rows()).filter(({ role }) => role === 'administrator')
    expect(left).toHaveLength(1)
    await app.db.write((tx) =>
      tx.updateTable('users').set({ role: 'administrator' }).where('login', '=', 'administrator').execute(),
    )
  })
})

describe('oneself', () => {
  test.each(roles)('a “%s” reads and changes their own account, and not their role', async (as) => {
    const changed = await ask('POST', '/me', { as, json: { first_name: 'Own', name: `The ${as}` } })
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body).toMatchObject({ id: app.ids[as], first_name: 'Own', roles: [as] })
    expect((await ask('PATCH', `/${app.ids[as]}`, { as, json: { last_name: as } })).status).toBe(200)
    expect((await ask('POST', '/me', { as, json: { roles: [as] } })).status).toBe(200)
    if (as === 'administrator') return
    const before = await rows()
    expect(refusal(await ask('POST', '/me', { as, json: { roles: ['administrator'], url: '' } }))).toBe(
      '403 rest_cannot_edit_roles',
    )
    const remove = { force: true, reassign: app.ids.administrator }
    expect(refusal(await ask('DELETE', '/me', { as, query: remove }))).toBe('403 rest_user_cannot_delete')
    expect(await rows()).toEqual(before)
  })

  test('is nobody without credentials', async () => {
    expect(refusal(await ask('GET', '/me'))).toBe('401 rest_not_logged_in')
    expect(refusal(await ask('POST', '/me', { json: { name: 'x' } }))).toBe('401 rest_cannot_edit')
    const query = { force: true, reassign: 1 }
    expect(refusal(await ask('DELETE', '/me', { query }))).toBe('401 rest_user_cannot_delete')
  })
})

describe.each([undefined, 'subscriber', 'contributor', 'author', 'editor'] as const)('a “%s”', (as) => {
  test('makes, changes and removes nobody else', async () => {
    const { id } = await make()
    const before = await rows()
    const status = as ? 403 : 401
    const json = { username: 'sneaky', email: 'sneaky@example.net', roles: ['administrator'] }
    expect(refusal(await ask('POST', '', { as, json }))).toBe(`${status} rest_cannot_create_user`)
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const answer = await ask(method, `/${id}`, { as, json: { name: 'Changed' } })
      expect(refusal(answer)).toBe(`${status} rest_cannot_edit`)
      expect(answer.headers['allow']).toBe('GET')
    }
    const remove = { force: true, reassign: app.ids.administrator }
    expect(refusal(await ask('DELETE', `/${id}`, { as, query: remove }))).toBe(
      `${status} rest_user_cannot_delete`,
    )
    expect(await rows()).toEqual(before)
  })

  test('is not told whether an address is taken', async () => {
    const taken = await ask('POST', '', { as, json: { username: 'a', email: 'editor@example.org' } })
    const free = await ask('POST', '', { as, json: { username: 'a', email: 'free@example.org' } })
    expect(taken.text).toBe(free.text)
  })
})
