import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDatabase } from '../../../test/cli/sandbox.ts'
import { hashText, verifyText } from './argon.ts'
import { credentialLimit, listCredentials, revokeCredentials } from './credentials.ts'
import { addPassword, ensureFirstUser, findPassword, inGroups } from './passwords.ts'
import { createUser, listUsers, type User } from './users.ts'

const bob = { login: 'bob', email: 'bob@example.org', role: 'editor' }

test('a password is 24 letters and digits, read off in six groups of four', async () => {
  const db = await temporaryDatabase()
  const password = await addPassword(db, await createUser(db, bob, 0), 'phone', 0)
  expect(password).toMatch(/^[A-Za-z0-9]{24}$/)
  expect(inGroups(password)).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/)
  expect(inGroups(password).replaceAll(' ', '')).toBe(password)
})

test('a password is found whatever blanks are in it, and not with anything else changed', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  const other = await createUser(db, { ...bob, login: 'eve', email: 'eve@example.org' }, 0)
  await addPassword(db, user, 'first', 0)
  const password = await addPassword(db, user, 'second', 0)
  const blanks = fc.array(fc.constantFrom('', ' ', '  ', '\t', '\u00a0'), { minLength: 25, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(blanks, fc.nat(23), async (between, at) => {
      const spaced = [...password].map((letter, index) => between[index] + letter).join('') + between[24]
      expect(await findPassword(db.read, user, spaced)).toBe(2)
      const changed = password.slice(0, at) + (password[at] === 'a' ? 'b' : 'a') + password.slice(at + 1)
      expect(await findPassword(db.read, user, changed)).toBeUndefined()
    }),
    { numRuns: 8 },
  )
  expect(await findPassword(db.read, other, password)).toBeUndefined()
})

test.each(['', ' ', 'secret', 'é'.repeat(24), 'a'.repeat(23), 'a'.repeat(25), 'a'.repeat(100_000)])(
  'what cannot be a password is none of them (%#)',
  async (text) => {
    const db = await temporaryDatabase()
    const user = await createUser(db, bob, 0)
    await addPassword(db, user, 'only', 0)
    expect(await findPassword(db.read, user, text)).toBeUndefined()
  },
)

test('the password itself is nowhere in the database', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  const password = await addPassword(db, user, 'only', 5)
  const [row] = await db.read.selectFrom('app_passwords').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain(password)
  expect(row).toMatchObject({ user_id: user.id, name: 'only', created_at: 5, last_used_at: null })
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
})

test('two hashes of one text differ and both verify', async () => {
  const [one, other] = await Promise.all([hashText('text'), hashText('text')])
  expect(one).not.toBe(other)
  expect(await Promise.all([verifyText(one, 'text'), verifyText(other, 'text')])).toEqual([true, true])
  expect(await verifyText(one, 'Text')).toBe(false)
})

test('a hash carries its own cost, so that the standard one can be raised', async () => {
  // From the tests of the reference implementation, phc-winner-argon2 (src/test.c).
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyText(stored, 'password')).toBe(true)
  expect(await verifyText(stored.replace('t=2', 't=3'), 'password')).toBe(false)
})

test.each([
  '',
  'text',
  '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA',
  '$argon2id$v=19$m=9999999,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA',
  '$argon2id$v=19$m=64,t=999,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA',
  '$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234',
])('nothing verifies against what is no bearable Argon2id hash (%#)', async (phc) => {
  expect(await verifyText(phc, 'text')).toBe(false)
})

test('passwords are listed without hash, and revoked by id, by name, or all', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  for (const name of ['phone', 'laptop', 'phone', '1', 'desk']) await addPassword(db, user, name, 7)
  const list = () => listCredentials(db.read, 'app_passwords', user)
  expect(await list()).toHaveLength(5)
  expect((await list())[0]).toMatchObject({ id: 1, name: 'phone', created_at: 7, last_used_at: null })
  expect((await list())[0]).not.toHaveProperty('hash')

  expect(await revokeCredentials(db, 'app_passwords', { user, which: 'phone' })).toBe(2)
  expect((await list()).map(({ id }) => id)).toEqual([2, 4, 5])
  // An id goes before a name; without such an id the name counts.
  expect(await revokeCredentials(db, 'app_passwords', { user, which: '2' })).toBe(1)
  expect(await revokeCredentials(db, 'app_passwords', { user, which: '1' })).toBe(1)
  expect((await list()).map(({ name }) => name)).toEqual(['desk'])
  await expect(revokeCredentials(db, 'app_passwords', { user, which: 'phone' })).rejects.toThrow(
    'none with the id or name',
  )
  expect(await revokeCredentials(db, 'app_passwords', { user })).toBe(1)
  expect(await revokeCredentials(db, 'app_passwords', { user })).toBe(0)
})

test('a user cannot revoke by id what belongs to another', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  const other = await createUser(db, { ...bob, login: 'eve', email: 'eve@example.org' }, 0)
  await addPassword(db, user, 'mine', 0)
  await expect(revokeCredentials(db, 'app_passwords', { user: other, which: '1' })).rejects.toThrow('none')
  expect(await revokeCredentials(db, 'app_passwords', { user: other })).toBe(0)
  expect(await listCredentials(db.read, 'app_passwords', user)).toHaveLength(1)
})

test('a user has so many passwords and no more', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  for (let n = 0; n < credentialLimit; n += 1) await addPassword(db, user, `n${n}`, 0)
  await expect(addPassword(db, user, 'one more', 0)).rejects.toThrow('which is the most')
  expect(await listCredentials(db.read, 'app_passwords', user)).toHaveLength(credentialLimit)
})

test.each(['', '  ', 'a\nb', 'x'.repeat(101)])('a password is not named %j', async (name) => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  await expect(addPassword(db, user, name, 0)).rejects.toThrow('A name takes')
  expect(await listCredentials(db.read, 'app_passwords', user)).toEqual([])
})

test('a new installation gets one administrator, even from two starts at once', async () => {
  const db = await temporaryDatabase()
  const made = (await Promise.all([ensureFirstUser(db, 3), ensureFirstUser(db, 3)])).filter(
    (first) => first !== undefined,
  )
  expect(made).toHaveLength(1)
  const users = await listUsers(db.read)
  expect(users).toMatchObject([{ login: 'admin', role: 'administrator', created_at: 3 }])
  const [admin] = users as [User]
  expect(await findPassword(db.read, admin, made[0]?.password ?? '')).toBe(1)
  expect(await ensureFirstUser(db, 4)).toBeUndefined()
})

test('an installation with any user gets none', async () => {
  const db = await temporaryDatabase()
  await createUser(db, { ...bob, role: 'subscriber' }, 0)
  expect(await ensureFirstUser(db, 0)).toBeUndefined()
  expect(await listUsers(db.read)).toHaveLength(1)
})
