import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { Authenticator, type Otherwise } from '../support/authenticator.ts'
import { twoNodes } from '../support/nodes.ts'
import { cookieOf, fromHere, giveOwnPassword } from '../support/signedIn.ts'

let app: TestApp
const told: string[] = []
const signedIn = ['editor', 'author', 'administrator'] as const
const cookies = {} as Record<Role, string>
beforeAll(async () => {
  app = await createTestApp(
    {},
    { log: pino({ level: 'warn' }, { write: (line: string) => void told.push(line) }) },
  )
  for (const role of signedIn) await giveOwnPassword(app, role)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(undefined)
  // One that was used at a later time is over.
  for (const role of signedIn) cookies[role] = await cookieOf(app, role)
})

const users = '/wp/v2/users'

interface Wanted {
  readonly as?: Role
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly json?: unknown
  readonly of?: number | 'me'
}

/** Asks for passkeys as a page does whose reader has signed in. */
async function ask(below: string, { as = 'editor', ...more }: Wanted = {}): Promise<Answered> {
  const { method = 'GET', json, of = 'me' } = more
  const headers = { cookie: cookies[as], 'sec-fetch-site': 'same-origin' }
  const path = `${users}/${of}/passkeys${below}`
  return app.ask({ method, path, absolute: true, headers, ...(json === undefined ? {} : { json }) })
}

const options = async (as: Role = 'editor') =>
  (await ask('/options', { as, method: 'POST', json: {} })).body as {
    challenge: string
    user: { id: string }
  }

const question = async (to = app) =>
  (await to.ask({ path: '/signin/passkey/question', absolute: true })).body as { challenge: string }

async function add(
  passkey: Authenticator,
  as: Role = 'editor',
  otherwise: Otherwise = {},
): Promise<Answered> {
  const response = passkey.make(await options(as), otherwise)
  return ask('', { as, method: 'POST', json: { name: 'My phone', response } })
}

/** A passkey of the editor. */
async function made(as: Role = 'editor'): Promise<{ passkey: Authenticator; uuid: string }> {
  const passkey = new Authenticator()
  const { status, body, text } = await add(passkey, as)
  expect(status, text).toBe(201)
  return { passkey, uuid: body.uuid }
}

async function send(response: unknown, to = app): Promise<Answered> {
  const form = { response: JSON.stringify(response) }
  return to.ask({ method: 'POST', path: '/signin/passkey', absolute: true, form, headers: fromHere })
}

/** Who a page says has signed in by this answer. */
async function enteredAs({ headers }: Answered, at = app): Promise<string | undefined> {
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';', 1)
  const page = await at.ask({
    path: '/',
    absolute: true,
    headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'none' },
  })
  return /Signed in as (\w+)/.exec(page.text)?.[1]
}

test('a passkey that is on several devices signs in, whatever each of them counts', async () => {
  const passkey = new Authenticator()
  const synced = { mayBe: true, is: true }
  expect((await add(passkey, 'editor', { synced })).body.synced).toBe(true)
  for (const counter of [7, 3, 3, 0, 9]) {
    const entered = await send(passkey.answer(await question(), { counter, synced }))
    expect([entered.status, await enteredAs(entered)]).toEqual([303, 'editor'])
  }
})

async function expectShut(answer: Answered, status: number, says: string): Promise<void> {
  expect([answer.status, answer.headers['set-cookie']], answer.text).toEqual([status, undefined])
  expect(answer.text).toContain(says)
}

test('whoever has made a passkey signs in with it and nothing else', async () => {
  const { passkey, uuid } = await made()
  const answer = await send(passkey.answer(await question()))
  expect([answer.status, answer.headers['location']]).toEqual([303, '/'])
  expect(await enteredAs(answer)).toBe('editor')
  const listed = (await ask('')).body.find((one: { uuid: string }) => one.uuid === uuid)
  expect(listed).toEqual({
    uuid,
    name: 'My phone',
    created: expect.stringMatching(/Z$/),
    last_used: expect.stringMatching(/Z$/),
    synced: false,
    host: 'localhost',
  })
})

test('what is asked of a browser says nothing of the account to whoever holds the passkey', async () => {
  const asked = (await ask('/options', { method: 'POST', json: {} })).body
  expect(asked).toMatchObject({
    rp: { id: 'localhost', name: 'Kalends' },
    user: { name: 'editor', displayName: 'editor' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(Buffer.from(asked.user.id, 'base64url')).toHaveLength(32)
  expect((await options('author')).user.id).not.toBe(asked.user.id)
  expect((await options()).user.id).toBe(asked.user.id)
  const { passkey } = await made()
  const ids = (await ask('/options', { method: 'POST', json: {} })).body.excludeCredentials
  expect(ids.map(({ id }: { id: string }) => id)).toContain(passkey.credential)
  expect((await ask('/options', { method: 'POST', json: {} })).headers['cache-control']).toContain('no-store')
})

describe('a passkey is not taken', () => {
  test.each<[string, Otherwise]>([
    ['for another site', { origin: 'https://evil.example', host: 'evil.example' }],
    ['that another page asked for', { origin: 'http://localhost:8443' }],
    ['for another host', { host: 'example.org' }],
    ['that has not made sure of its holder', { isVerified: false }],
    ['with a certificate', { fmt: 'tpm' }],
    ['of an unknown kind', { fmt: 'something' }],
  ])('%s', async (_, otherwise) => {
    const { status, body } = await add(new Authenticator(), 'editor', otherwise)
    expect([status, body.code]).toEqual([400, 'rest_passkey_refused'])
  })

  test('that comes too late', async () => {
    const asked = await options()
    app.setNow(Temporal.Now.instant().add({ seconds: 601 }))
    const json = { response: new Authenticator().make(asked) }
    const { status, body } = await ask('', { method: 'POST', json })
    expect([status, body.code]).toEqual([400, 'rest_passkey_stale'])
  })

  test('for a question that was answered already, that was another one’s, that was to sign in, or was ours never', async () => {
    const asked = await options()
    const first = { response: new Authenticator().make(asked) }
    expect((await ask('', { method: 'POST', json: first })).status).toBe(201)
    const theirs = await options('author')
    const forged = Buffer.from(asked.challenge, 'base64url')
    forged[0] = (forged[0] ?? 0) ^ 1
    for (const challenge of [
      asked.challenge,
      theirs.challenge,
      (await question()).challenge,
      forged.toString('base64url'),
      'AAAA',
      '',
    ]) {
      const json = { response: new Authenticator().make({ ...asked, challenge }) }
      const { status, body } = await ask('', { method: 'POST', json })
      expect([status, body.code], challenge).toEqual([400, 'rest_passkey_stale'])
    }
  })

  test('twice, be it for two people', async () => {
    const { passkey } = await made()
    for (const as of ['editor', 'author'] as const) {
      const { status, body } = await add(passkey, as)
      expect([status, body.code]).toEqual([400, 'rest_passkey_refused'])
    }
  })

  test.each([['text'], [[]], [{}], [{ id: 'x' }], [{ id: 'x', response: { clientDataJSON: 7 } }]])(
    'when it is %j',
    async (response) => {
      const { status, body } = await ask('', { method: 'POST', json: { response } })
      expect([status, body.code]).toEqual([400, 'rest_passkey_refused'])
    },
  )

  test('when nothing is sent', async () => {
    for (const json of [{}, { response: null }]) {
      const { status, body } = await ask('', { method: 'POST', json })
      expect([status, body.code]).toEqual([400, 'rest_missing_callback_param'])
    }
  })
})

describe('nobody signs in', () => {
  test.each<[string, Otherwise]>([
    ['by an answer to another site', { origin: 'https://evil.example' }],
    ['by one to another host', { host: 'evil.example' }],
    ['without having been asked for a fingerprint or the like', { isVerified: false }],
    ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('%s', async (_, otherwise) => {
    const { passkey } = await made()
    await expectShut(await send(passkey.answer(await question(), otherwise)), 400, 'could not be checked')
  })

  test('by an answer that has been given', async () => {
    const { passkey } = await made()
    // Those that are on several devices do not count.
    for (const [counter, says] of [
      [0, 'took too long'],
      [1, 'could not be checked'],
    ] as const) {
      const answer = passkey.answer(await question(), { counter })
      expect((await send(answer)).status).toBe(303)
      await expectShut(await send(answer), 400, says)
    }
  })

  test('by an answer that is too old, or to a question about something else', async () => {
    const { passkey } = await made()
    await expectShut(await send(passkey.answer(await options())), 400, 'took too long')
    const asked = await question()
    app.setNow(Temporal.Now.instant().add({ seconds: 601 }))
    await expectShut(await send(passkey.answer(asked)), 400, 'took too long')
  })

  test('by an answer to a question of a clock that was ahead', async () => {
    const { passkey } = await made()
    app.setNow(Temporal.Now.instant().add({ hours: 24 }))
    const asked = await question()
    app.setNow(undefined)
    await expectShut(await send(passkey.answer(asked)), 400, 'took too long')
  })

  test('with a passkey that counts backwards, as a copy of it does', async () => {
    const { passkey } = await made()
    expect((await send(passkey.answer(await question(), { counter: 7 }))).status).toBe(303)
    for (const counter of [7, 6, 0])
      await expectShut(await send(passkey.answer(await question(), { counter })), 400, 'could not be checked')
    expect((await send(passkey.answer(await question(), { counter: 8 }))).status).toBe(303)
  })

  test('with one of a device alone that says it is on several by now', async () => {
    for (const [made_, is] of [
      [false, true],
      [true, false],
    ] as const) {
      const passkey = new Authenticator()
      await add(passkey, 'editor', { synced: { mayBe: made_, is: made_ } })
      expect((await send(passkey.answer(await question(), { counter: 7 }))).status).toBe(303)
      const answer = passkey.answer(await question(), { counter: 3, synced: { mayBe: true, is } })
      await expectShut(await send(answer), 400, 'could not be checked')
    }
    expect(told.join('')).toMatch(/The passkey \S+ of user \d+ was refused: .* used 3 times, after 7/)
  })

  test('with one that is not known, or no longer, or as somebody else', async () => {
    const stranger = new Authenticator()
    await expectShut(await send(stranger.answer(await question())), 401, 'opens no account here')
    const { passkey, uuid } = await made()
    const { user } = await options('author')
    const posing = passkey.answer(await question(), { userHandle: user.id })
    await expectShut(await send(posing), 401, 'opens no account here')
    expect((await ask(`/${uuid}`, { method: 'DELETE' })).status).toBe(200)
    await expectShut(await send(passkey.answer(await question())), 401, 'opens no account here')
  })

  test.each([[null], ['{'], [{}], [{ id: 'x', response: {} }]])('with %j', async (response) => {
    await expectShut(await send(response), 400, 'could not be checked')
  })

  test('by a form of another site', async () => {
    const { passkey } = await made()
    const form = { response: JSON.stringify(passkey.answer(await question())) }
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const answer = await app.ask({ method: 'POST', path: '/signin/passkey', absolute: true, form, headers })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  })
})

test('a question may be answered at another node, and is used up at all of them', async () => {
  const [first, second] = await twoNodes()
  const cookie = await cookieOf(first, 'editor')
  const at = (to: TestApp, below: string, json: object) =>
    to.ask({
      method: 'POST',
      path: `${users}/me/passkeys${below}`,
      absolute: true,
      headers: { cookie, ...fromHere },
      json,
    })
  const passkey = new Authenticator()
  const response = passkey.make((await at(first, '/options', {})).body)
  expect((await at(second, '', { response })).status).toBe(201)
  const answer = passkey.answer(await question(second), { counter: 0 })
  expect(await enteredAs(await send(answer, first), second)).toBe('editor')
  await expectShut(await send(answer, second), 400, 'took too long')
})

test('its owner renames and removes it, and whoever manages users; others do not see it', async () => {
  const { uuid } = await made()
  const renamed = await ask(`/${uuid}`, { method: 'POST', json: { name: 'Old phone' } })
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Old phone'])
  expect((await ask(`/${uuid}`, { as: 'author', method: 'DELETE' })).body.code).toBe('rest_passkey_not_found')
  expect((await ask('', { as: 'author', of: app.ids.editor })).status).toBe(403)
  expect((await ask(`/${uuid}`, { as: 'author', of: app.ids.editor, method: 'DELETE' })).status).toBe(403)
  const seen = await ask('', { as: 'administrator', of: app.ids.editor })
  expect(seen.body.map((one: { name: string }) => one.name)).toContain('Old phone')
  const removed = await ask(`/${uuid}`, { as: 'administrator', of: app.ids.editor, method: 'DELETE' })
  expect([removed.status, removed.body.deleted, removed.body.previous.uuid]).toEqual([200, true, uuid])
})

test('nobody makes one for somebody else, whoever they are', async () => {
  for (const below of ['', '/options']) {
    const wanted = {
      as: 'administrator',
      of: app.ids.editor,
      method: 'POST',
      json: { response: {} },
    } as const
    const { status, body } = await ask(below, wanted)
    expect([status, body.code]).toEqual([403, 'rest_cannot_create_passkey'])
    const nobody = await app.ask({
      method: 'POST',
      path: `${users}/me/passkeys${below}`,
      absolute: true,
      json: wanted.json,
    })
    expect(nobody.status).toBe(401)
  }
})

test('the only way in that somebody has stays', async () => {
  const cookie = await cookieOf(app, 'contributor')
  cookies.contributor = cookie
  const { uuid } = await made('contributor')
  const kept = await ask(`/${uuid}`, { as: 'contributor', method: 'DELETE' })
  expect([kept.status, kept.body.code]).toEqual([409, 'rest_last_way_in'])
  const { uuid: second } = await made('contributor')
  expect((await ask(`/${second}`, { as: 'contributor', method: 'DELETE' })).status).toBe(200)
  expect((await ask('', { as: 'contributor' })).body).toHaveLength(1)
})
