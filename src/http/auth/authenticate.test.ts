import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { temporaryDatabase } from '../../../test/cli/sandbox.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { type AuthenticatorOptions, createAuthenticator } from './authenticate.ts'
import { listCredentials, revokeCredentials } from './credentials.ts'
import { addPassword, inGroups } from './passwords.ts'
import { addToken } from './tokens.ts'
import { createUser, removeUser, setRole } from './users.ts'

/** Every call that hashes a password, whoever makes it. */
let hashing: MockInstance<typeof crypto.argon2>
beforeEach(() => {
  hashing = vi.spyOn(crypto, 'argon2')
  syncBuiltinESMExports()
})
afterEach(() => {
  hashing.mockRestore()
  syncBuiltinESMExports()
})

const home = '192.0.2.1'
const wrong = 'aaaabbbbccccddddeeeeffff'
const basic = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
const attempts = (count: number) => Array.from({ length: count }, (_, n) => n)

async function setUp(limits: Partial<AuthenticatorOptions['limits']> = {}) {
  const db = await temporaryDatabase()
  const user = await createUser(db, { login: 'bob', email: 'bob@example.org', role: 'editor' }, 0)
  const password = await addPassword(db, user, 'phone', 0)
  const time = { s: 1_000_000 }
  const log = vi.fn()
  const now = () => Temporal.Instant.fromEpochMilliseconds(time.s * 1000)
  const start = () => createAuthenticator(db, { now, log, limits: { failures: 5, window_s: 300, ...limits } })
  const auth = start()
  hashing.mockClear()
  const hashes = () => hashing.mock.calls.length
  return { db, user, password, time, log, start, auth, hashes, login: basic('bob', password) }
}

const bob = { id: 1, role: 'editor', login: 'bob', password: 1 }

test('without a header the caller is anonymous', async () => {
  const { auth } = await setUp()
  expect(await auth.authenticate(undefined, home)).toEqual({ id: 0, role: undefined, login: '' })
})

test('login or e-mail address, blanks in the password ignored', async () => {
  const { auth, password } = await setUp()
  expect(await auth.authenticate(basic('bob', password), home)).toEqual(bob)
  expect(await auth.authenticate(basic('BOB@example.org', inGroups(password)), home)).toEqual(bob)
})

test.each([
  ['an unknown login', basic('nobody', wrong), 'invalid_username'],
  ['no login', basic('', wrong), 'invalid_username'],
  ['an unknown e-mail address', basic('nobody@example.org', wrong), 'invalid_email'],
  ['a wrong password', basic('bob', wrong), 'incorrect_password'],
  ['a wrong password with the e-mail address', basic('bob@example.org', wrong), 'incorrect_password'],
  ['no password', basic('bob', ''), 'incorrect_password'],
  ['an unknown token', 'Bearer kal_nothing', 'rest_invalid_token'],
  ['a scheme we do not know', 'Digest x', 'rest_invalid_authorization'],
  ['something that is no Base64', 'Basic ???', 'rest_invalid_authorization'],
  ['an empty header', '', 'rest_invalid_authorization'],
])('%s is 401 with a challenge', async (_, header, code) => {
  const { auth } = await setUp()
  const refusal = expect.objectContaining({ code, status: 401 })
  await expect(auth.authenticate(header, home)).rejects.toEqual(refusal)
  await expect(auth.authenticate(header, home)).rejects.toHaveProperty(
    'extras.headers.www-authenticate',
    expect.stringMatching(/^Basic realm="Kalends".*, Bearer/),
  )
})

test('a refusal does not repeat a login without end', async () => {
  const { auth } = await setUp()
  const refused = auth.authenticate(basic('x'.repeat(5000), wrong), home)
  await expect(refused).rejects.toThrow(/^No user has the login “x{100}…”/)
})

test('a password is hashed once, however many requests carry it, also at the same time', async () => {
  const { auth, login, hashes } = await setUp()
  await Promise.all(attempts(20).map(() => auth.authenticate(login, home)))
  for (const _ of attempts(20)) await auth.authenticate(login, home)
  expect(hashes()).toBe(1)
})

test('a verified password is hashed again after five minutes', async () => {
  const { auth, login, hashes, time } = await setUp()
  await auth.authenticate(login, home)
  time.s += 299
  await auth.authenticate(login, home)
  expect(hashes()).toBe(1)
  time.s += 1
  await auth.authenticate(login, home)
  expect(hashes()).toBe(2)
})

test('what cannot be a password is refused without hashing', async () => {
  const { auth, hashes } = await setUp()
  await expect(auth.authenticate(basic('bob', 'hunter2'), home)).rejects.toHaveProperty(
    'code',
    'incorrect_password',
  )
  expect(hashes()).toBe(0)
})

test('a revoked password ends with the next request', async () => {
  const { db, user, auth, login } = await setUp()
  await auth.authenticate(login, home)
  await revokeCredentials(db, 'app_passwords', { user })
  await expect(auth.authenticate(login, home)).rejects.toHaveProperty('code', 'incorrect_password')
  await expect(auth.authenticate(login, home)).rejects.toHaveProperty('code', 'incorrect_password')
})

test('another role holds from the next request on, for passwords and tokens', async () => {
  const { db, user, auth, login } = await setUp()
  const bearer = `Bearer ${await addToken(db, user, 't', 0)}`
  expect(await auth.authenticate(login, home)).toEqual(bob)
  expect(await auth.authenticate(bearer, home)).toEqual({ ...bob, password: undefined, scope: 'write' })
  await setRole(db, 'bob', 'author')
  expect(await auth.authenticate(login, home)).toEqual({ ...bob, role: 'author' })
  expect(await auth.authenticate(bearer, home)).toEqual({
    ...bob,
    password: undefined,
    role: 'author',
    scope: 'write',
  })
})

test('a removed user is out with the next request', async () => {
  const { db, auth, login } = await setUp()
  await auth.authenticate(login, home)
  await removeUser(db, 'bob')
  await expect(auth.authenticate(login, home)).rejects.toHaveProperty('code', 'invalid_username')
})

test('after too many failures an address must wait, and others need not', async () => {
  const { auth, time, hashes } = await setUp()
  for (const _ of attempts(5)) await expect(fail(auth, home)).rejects.toHaveProperty('status', 401)
  const refusal = {
    status: 429,
    code: 'rest_too_many_requests',
    extras: { headers: { 'retry-after': '300' } },
  }
  await expect(fail(auth, home)).rejects.toMatchObject(refusal)
  await expect(auth.authenticate('Bearer kal_x', home)).rejects.toHaveProperty('status', 429)
  expect(hashes()).toBe(5)
  await expect(fail(auth, '192.0.2.2')).rejects.toHaveProperty('status', 401)
  time.s += 300
  await expect(fail(auth, home)).rejects.toHaveProperty('status', 401)
})

test('guesses that come all at once are not let through together', async () => {
  const { auth, hashes } = await setUp()
  const guesses = attempts(40).map((n) => basic('bob', `${wrong.slice(0, 22)}${n + 10}`))
  const results = await Promise.allSettled(guesses.map((guess) => auth.authenticate(guess, home)))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  // Two are verified at a time: at most one more than the budget.
  expect(hashes()).toBeLessThanOrEqual(6)
})

test('all addresses together do not guess at an account for ever', async () => {
  const { auth } = await setUp({ failures: 1 })
  for (const n of attempts(10))
    await expect(fail(auth, `198.51.100.${n}`)).rejects.toHaveProperty('status', 401)
  await expect(fail(auth, '203.0.113.1')).rejects.toHaveProperty('status', 429)
  await expect(auth.authenticate(basic('nobody', wrong), '203.0.113.1')).rejects.toHaveProperty('status', 401)
})

test('others’ failures lock nobody out: neither who is known, nor where they were before, nor a token', async () => {
  const { db, user, auth, login, time, hashes } = await setUp({ failures: 1 })
  const bearer = `Bearer ${await addToken(db, user, 't', 0)}`
  await auth.authenticate(login, home)
  time.s += 299
  for (const n of attempts(10))
    await expect(fail(auth, `198.51.100.${n}`)).rejects.toHaveProperty('status', 401)
  await expect(auth.authenticate(basic('nobody', wrong), home)).rejects.toHaveProperty('status', 401)
  await expect(auth.authenticate(basic('nobody', wrong), home)).rejects.toHaveProperty('status', 429)
  // Known: verified less than five minutes ago, from any address.
  expect(await auth.authenticate(login, '203.0.113.1')).toEqual(bob)
  // From an address of before: the password has to be hashed again, and is.
  time.s += 1
  hashing.mockClear()
  expect(await auth.authenticate(login, home)).toEqual(bob)
  expect(hashes()).toBe(1)
  expect(await auth.authenticate(bearer, '198.51.100.1')).toEqual({
    ...bob,
    password: undefined,
    scope: 'write',
  })
})

test('while guesses have to wait, a password that signed in before still does; one that did not, and a wrong one, wait', async () => {
  const { db, user, auth, login, time, hashes } = await setUp({ failures: 2 })
  const other = basic('bob', await addPassword(db, user, 'tablet', 0))
  await auth.authenticate(login, home)
  time.s += 301
  for (const _ of attempts(2)) await expect(fail(auth, home)).rejects.toHaveProperty('status', 401)
  hashing.mockClear()
  // The same answer to all that is not known: who guesses learns nothing, and has no try more.
  for (const guess of [basic('bob', wrong), other, basic('bob', wrong.toUpperCase())])
    await expect(auth.authenticate(guess, home)).rejects.toMatchObject({ status: 429 })
  for (const _ of attempts(3)) expect(await auth.authenticate(login, home)).toEqual(bob)
  expect(hashes()).toBe(0)
  await expect(fail(auth, home)).rejects.toHaveProperty('status', 429)
  // Known is what is still there.
  await revokeCredentials(db, 'app_passwords', { user, which: 'phone' })
  time.s += 301 - 300
  await expect(auth.authenticate(login, home)).rejects.toHaveProperty('status', 429)
})

test('where an account was used from is known after a restart too, and by every process', async () => {
  const { db, user, auth, login, start, hashes } = await setUp({ failures: 1 })
  await auth.authenticate(login, home)
  await auth.close()
  const after = start()
  for (const n of attempts(10))
    await expect(fail(after, `198.51.100.${n}`)).rejects.toHaveProperty('status', 401)
  hashing.mockClear()
  await expect(after.authenticate(login, '203.0.113.1')).rejects.toHaveProperty('status', 429)
  expect(hashes()).toBe(0)
  expect(await after.authenticate(login, home)).toEqual(bob)
  // A network where nobody has signed in with it is none that is known.
  const unused = basic('bob', await addPassword(db, user, 'tablet', 0))
  await expect(after.authenticate(unused, '198.51.100.3')).rejects.toHaveProperty('status', 429)
})

test('where an account was used before, guesses at it are limited all the same', async () => {
  const { auth, login } = await setUp({ failures: 2 })
  await auth.authenticate(login, home)
  for (const _ of attempts(2)) await expect(fail(auth, home)).rejects.toHaveProperty('status', 401)
  await expect(fail(auth, home)).rejects.toHaveProperty('status', 429)
})

test('the time of last use is written at most once a minute, and not before the answer', async () => {
  const { db, user, auth, login, time } = await setUp()
  const bearer = `Bearer ${await addToken(db, user, 't', 0)}`
  const write = db.write.bind(db)
  const answered = Promise.withResolvers<void>()
  vi.spyOn(db, 'write').mockImplementation(async (work, scope) => {
    await answered.promise
    return write(work, scope)
  })
  await auth.authenticate(login, home)
  await auth.authenticate(bearer, home)
  expect(await lastUsed(db)).toEqual([null, null])
  answered.resolve()
  await auth.close()
  expect(await lastUsed(db)).toEqual([1_000_000, 1_000_000])
  time.s += 59
  await auth.authenticate(login, home)
  await auth.close()
  expect(await lastUsed(db)).toEqual([1_000_000, 1_000_000])
  time.s += 1
  await auth.authenticate(login, home)
  await expect.poll(() => lastUsed(db)).toEqual([1_000_060, 1_000_000])
})

test('a time that cannot be written fails no request', async () => {
  const { db, auth, login, log, time } = await setUp()
  const write = vi.spyOn(db, 'write').mockRejectedValue(new Error('read-only'))
  expect(await auth.authenticate(login, home)).toEqual(bob)
  await auth.close()
  expect(log).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('could not be written'),
    expect.any(Error),
  )
  // Not tried again at once, with every request.
  expect(await auth.authenticate(login, home)).toEqual(bob)
  await auth.close()
  expect(log).toHaveBeenCalledTimes(1)
  write.mockRestore()
  time.s += 60
  await auth.authenticate(login, home)
  await auth.close()
  expect(await lastUsed(db)).toEqual([1_000_060])
})

/** Authenticates with a password that is well formed but wrong. */
function fail(auth: ReturnType<typeof createAuthenticator>, from: string) {
  return auth.authenticate(basic('bob', wrong), from)
}

async function lastUsed(db: Database) {
  const lists = await Promise.all([
    listCredentials(db.read, 'app_passwords', { id: 1 }),
    listCredentials(db.read, 'tokens', { id: 1 }),
  ])
  return lists.flat().map(({ last_used_at }) => last_used_at)
}
