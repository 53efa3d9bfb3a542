import { expect, test } from 'vitest'
import { temporaryDatabase } from '../../../test/cli/sandbox.ts'
import { revokeCredentials } from './credentials.ts'
import { addToken, findToken, readExpiry, readScope } from './tokens.ts'
import { createUser, removeUser, setRole } from './users.ts'

const bob = { login: 'bob', email: 'bob@example.org', role: 'editor' }

test('a token leads to its user as they are now, until it is revoked', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  const token = await addToken(db, user, 'sync', 9)
  expect(token).toMatch(/^kal_[A-Za-z0-9]{40}$/)
  const caller = { id: user.id, role: 'editor', login: 'bob', scope: 'write' }
  expect(await findToken(db.read, token, 10)).toEqual({ credential: 1, last_used_at: null, caller })
  await setRole(db, 'bob', 'author')
  expect((await findToken(db.read, token, 10))?.caller.role).toBe('author')
  await revokeCredentials(db, 'tokens', { user, which: 'sync' })
  expect(await findToken(db.read, token, 10)).toBeUndefined()
})

test('a token ends with its user', async () => {
  const db = await temporaryDatabase()
  const token = await addToken(db, await createUser(db, bob, 0), 'sync', 0)
  await removeUser(db, 'bob')
  expect(await findToken(db.read, token, 10)).toBeUndefined()
})

test.each(['', 'kal_', 'KAL_', 'kal_x', 'x'])('%j is no token', async (token) => {
  const db = await temporaryDatabase()
  await addToken(db, await createUser(db, bob, 0), 'sync', 0)
  expect(await findToken(db.read, token, 10)).toBeUndefined()
})

test('the token itself is nowhere in the database, and what is there is no token', async () => {
  const db = await temporaryDatabase()
  const token = await addToken(db, await createUser(db, bob, 0), 'sync', 0)
  const [row] = await db.read.selectFrom('tokens').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain(token.slice(4))
  expect(await findToken(db.read, row?.digest ?? '', 10)).toBeUndefined()
  expect(await findToken(db.read, `kal_${row?.digest}`, 10)).toBeUndefined()
})

test('a token for everything limits nothing; one that has ended is refused, and says when it did', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  const token = await addToken(db, user, 'sync', 0, { scope: 'admin', expires_at: 100 })
  expect((await findToken(db.read, token, 99))?.caller).toEqual({ id: user.id, role: 'editor', login: 'bob' })
  await expect(findToken(db.read, token, 100)).rejects.toMatchObject({
    code: 'rest_token_expired',
    status: 401,
    message: 'The bearer token has expired, at 1970-01-01T00:01:40Z.',
  })
})

test.each([
  ['30d', 30 * 86_400 + 5],
  ['1970-01-02', 2 * 86_400],
  ['1970-01-01T01:00:00+00:30', 1800],
])('a token may end at “%s”', (text, at) => {
  expect(readExpiry(text, 5)).toBe(at)
})

test.each([
  ['soon', 'is no time'],
  ['1970-02-30', 'is no time'],
  ['1970-01-01T10:00', 'is no time'],
  ['', 'is no time'],
  ['0d', 'over already'],
  ['1970-01-01T00:00:04Z', 'over already'],
  ['9999d', 'ten years'],
  ['2031-01-01', 'ten years'],
])('a token may not end at “%s”', (text, says) => {
  expect(() => readExpiry(text, 5)).toThrow(says)
})

test('an unknown scope is told with those there are', () => {
  expect(readScope(' Read ')).toBe('read')
  expect(() => readScope('all')).toThrow('“all” is no scope. These are: read, write, admin.')
})
