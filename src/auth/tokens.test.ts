import { expect, test } from 'vitest'
import { temporaryDatabase } from '../../test/cli/sandbox.ts'
import { revokeCredentials } from './credentials.ts'
import { addToken, findToken } from './tokens.ts'
import { createUser, removeUser, setRole } from './users.ts'

const bob = { login: 'bob', email: 'bob@example.org', role: 'editor' }

test('a token leads to its user as they are now, until it is revoked', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  const token = await addToken(db, user, 'sync', 9)
  expect(token).toMatch(/^kal_[A-Za-z0-9]{40}$/)
  const caller = { id: user.id, role: 'editor', login: 'bob' }
  expect(await findToken(db.read, token)).toEqual({ credential: 1, last_used_at: null, caller })
  await setRole(db, 'bob', 'author')
  expect((await findToken(db.read, token))?.caller.role).toBe('author')
  await revokeCredentials(db, 'tokens', { user, which: 'sync' })
  expect(await findToken(db.read, token)).toBeUndefined()
})

test('a token ends with its user', async () => {
  const db = await temporaryDatabase()
  const token = await addToken(db, await createUser(db, bob, 0), 'sync', 0)
  await removeUser(db, 'bob')
  expect(await findToken(db.read, token)).toBeUndefined()
})

test.each(['', 'kal_', 'KAL_', 'kal_x', 'x'])('%j is no token', async (token) => {
  const db = await temporaryDatabase()
  await addToken(db, await createUser(db, bob, 0), 'sync', 0)
  expect(await findToken(db.read, token)).toBeUndefined()
})

test('the token itself is nowhere in the database, and what is there is no token', async () => {
  const db = await temporaryDatabase()
  const token = await addToken(db, await createUser(db, bob, 0), 'sync', 0)
  const [row] = await db.read.selectFrom('tokens').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain(token.slice(4))
  expect(await findToken(db.read, row?.digest ?? '')).toBeUndefined()
  expect(await findToken(db.read, `kal_${row?.digest}`)).toBeUndefined()
})
