import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { temporaryDatabase } from '../../../test/cli/sandbox.ts'
import { hashText } from './argon.ts'
import { createAuthenticator } from './authenticate.ts'
import { passwordFault, storeOwnPassword } from './ownPassword.ts'
import { createUser } from './users.ts'

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

const password = 'four otters on a plain raft'
const home = '192.0.2.1'

async function setUp() {
  const db = await temporaryDatabase()
  const bob = await createUser(db, { login: 'bob', email: 'bob@example.org', role: 'editor' }, 0)
  await createUser(db, { login: 'ann', email: 'ann@example.org', role: 'editor' }, 0)
  const hash = await hashText(password)
  await db.write((tx) => storeOwnPassword(tx, bob, { hash }))
  const time = { s: 2_000_000_000 }
  const now = () => Temporal.Instant.fromEpochMilliseconds(time.s * 1000)
  const auth = createAuthenticator(db, { now, limits: { failures: 5, window_s: 300 } })
  const attempt = async (login: string, typed: string, from = home) =>
    auth.signIn({ login, password: typed, from }).then(
      ({ login }) => login,
      (error: { code: string }) => error.code,
    )
  hashing.mockClear()
  return { auth, attempt, time }
}

test('one run of the hash for a wrong password, none, an unknown name, an account without a password, and the right one', async () => {
  const { attempt } = await setUp()
  const costs = []
  for (const [login, typed] of [
    ['bob', 'something else'],
    ['bob', ''],
    ['nobody', 'something else'],
    ['nobody@example.org', password],
    ['ann', password],
    ['BOB@example.org', password],
  ] as const) {
    hashing.mockClear()
    await attempt(login, typed, `192.0.2.${costs.length}`)
    // The same memory, passes and lanes as well.
    costs.push(hashing.mock.calls.map(([, { memory, passes, parallelism }]) => [memory, passes, parallelism]))
  }
  expect(costs).toEqual(costs.map(() => [[19_456, 2, 1]]))
})

test('a network waits after its failures, whomever they were aimed at, and then may try again', async () => {
  const { attempt, time } = await setUp()
  for (const number of Array(5).keys())
    expect(await attempt(`nobody${number}`, 'x')).toBe('rest_wrong_password')
  hashing.mockClear()
  expect(await attempt('bob', password)).toBe('rest_too_many_requests')
  expect(await attempt('bob', password, '192.0.2.9')).toBe('bob')
  expect(hashing).toHaveBeenCalledTimes(1)
  time.s += 301
  expect(await attempt('bob', password)).toBe('bob')
})

test('attempts from many networks at one account are too many together, as those at a name that nobody has', async () => {
  for (const login of ['ann', 'nobody']) {
    const { attempt } = await setUp()
    const answers = []
    for (const number of Array(51).keys()) answers.push(await attempt(login, 'x', `198.51.${number}.1`))
    expect(answers.filter((answer) => answer === 'rest_wrong_password')).toHaveLength(50)
    expect(answers.at(-1)).toBe('rest_too_many_requests')
  }
})

test('who has signed in from a network before is not locked out by the failures of others', async () => {
  const { attempt } = await setUp()
  expect(await attempt('bob', password)).toBe('bob')
  for (const number of Array(60).keys()) await attempt('bob', 'x', `198.51.${number}.1`)
  expect(await attempt('bob', password)).toBe('bob')
})

test('attempts at the same time are counted one by one', async () => {
  const { attempt } = await setUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('bob', 'x')))
  expect(answers.filter((answer) => answer === 'rest_wrong_password').length).toBeLessThanOrEqual(6)
})

const known = ['noor.ashdown', 'Noor Ashdown', 'noor@haverbridge.example']

test.each([
  ['elevenchars', 'passwordShort'],
  ['éééééé', 'passwordShort'],
  ['x'.repeat(1001), 'passwordLong'],
  ['password1234', 'passwordCommon'],
  ['Password!2026', 'passwordCommon'],
  ['p4ssw0rdp4ssw0rd', 'passwordCommon'],
  ['qwertyuiopasdf', 'passwordCommon'],
  ['123456789012', 'passwordCommon'],
  ['abcdefghijkl', 'passwordCommon'],
  ['aaaaaaaaaaaa', 'passwordCommon'],
  ['abcabcabcabc', 'passwordCommon'],
  ['1q2w3e4r5t6y', 'passwordCommon'],
  ['administrator', 'passwordCommon'],
  ['noor.ashdown2', 'passwordPersonal'],
  ['Haverbridge12', 'passwordPersonal'],
  [password, undefined],
  ['a long sentence nobody guesses', undefined],
  ['kX9#vTq2!mZr', undefined],
  ['correct horse battery staple', undefined],
  ['ごちそうさまでしたまたあした', undefined],
] as const)('“%s” as a password: %s', async (text, fault) => {
  expect(await passwordFault(text, known)).toBe(fault)
})
