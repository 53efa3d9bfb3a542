import { expect, test } from 'vitest'
import { temporaryDatabase } from '../../../test/cli/sandbox.ts'
import { endSessions, findSession, listSessions, startSession } from './sessions.ts'
import { createUser, removeUser } from './users.ts'

const hour = 3600
const day = 24 * hour
const start = 2_000_000_000

async function setUp() {
  const db = await temporaryDatabase()
  const user = await createUser(db, { login: 'bob', email: 'bob@example.org', role: 'editor' }, 0)
  const open = async (now = start, of: { id: number; password_hash?: string | null } = user) =>
    (await db.write((tx) =>
      startSession(tx, of, { now, userAgent: 'Browser'.repeat(100), address: '192.0.2.1' }),
    )) ?? ''
  const lastsAt = async (secret: string, now: number) =>
    (await findSession(db.read, secret, now)) !== undefined
  const use = async (used_at: number) => {
    await db.write((tx) => tx.updateTable('sessions').set({ used_at }).execute())
  }
  return { db, user, open, lastsAt, use }
}

test('a session says who its user is, and is found by its secret alone', async () => {
  const { db, open, lastsAt } = await setUp()
  const secret = await open()
  expect(await findSession(db.read, secret, start)).toEqual({
    credential: 1,
    last_used_at: start,
    caller: { id: 1, role: 'editor', login: 'bob', name: 'bob', session: 1, confirmedAt: start },
  })
  expect(await lastsAt(secret.slice(1), start)).toBe(false)
  expect(await open()).not.toBe(secret)
})

test('it ends when it is not used for twelve hours, and after fourteen days in any case', async () => {
  const { open, lastsAt, use } = await setUp()
  const secret = await open()
  expect(await lastsAt(secret, start + 12 * hour - 1)).toBe(true)
  expect(await lastsAt(secret, start + 12 * hour)).toBe(false)
  await use(start + 14 * day - hour)
  expect(await lastsAt(secret, start + 14 * day - 1)).toBe(true)
  expect(await lastsAt(secret, start + 14 * day)).toBe(false)
})

test('one that was started by a clock that was ahead does not last until then', async () => {
  const { open, lastsAt, use } = await setUp()
  const secret = await open(start + 10 * day)
  expect(await lastsAt(secret, start)).toBe(false)
  const near = await open(start + 60)
  expect(await lastsAt(near, start)).toBe(true)
  await use(start + day)
  expect(await lastsAt(near, start)).toBe(false)
})

test('nobody gets one who is gone, or whose password has changed since it was verified', async () => {
  const { db, user, open } = await setUp()
  expect(await open(start, { id: user.id, password_hash: 'another' })).toBe('')
  expect(await open(start, { id: user.id, password_hash: null })).not.toBe('')
  await createUser(db, { login: 'ann', email: 'ann@example.org', role: 'administrator' }, 0)
  const secret = await open()
  await removeUser(db, 'bob')
  expect(await findSession(db.read, secret, start)).toBeUndefined()
  expect(await open()).toBe('')
})

test('its owner sees those that last, and ends one, all others, or all', async () => {
  const { db, user, open } = await setUp()
  for (const _ of Array(4)) await open()
  const [first, second] = await listSessions(db.read, user, start)
  expect([first?.id, second?.id, first?.address, first?.user_agent.length]).toEqual([4, 3, '192.0.2.1', 300])
  const end = (which: Parameters<typeof endSessions>[2]) => db.write((tx) => endSessions(tx, user, which))
  const ids = async () => (await listSessions(db.read, user, start)).map(({ id }) => id)
  expect(await end({ only: 2 })).toBe(1)
  expect(await db.write((tx) => endSessions(tx, { id: 99 }, { only: 1 }))).toBe(0)
  expect(await ids()).toEqual([4, 3, 1])
  expect(await end({ but: 3 })).toBe(2)
  expect(await ids()).toEqual([3])
  expect(await end({})).toBe(1)
  expect(await listSessions(db.read, user, start)).toEqual([])
})

test('with a new one those go that were over long ago, and beyond fifty the one not used for longest', async () => {
  const { db, open } = await setUp()
  await open(start - 60 * day)
  for (const number of Array(51).keys()) await open(start + number)
  const rows = await db.read.selectFrom('sessions').select('used_at').orderBy('used_at').execute()
  expect([rows.length, rows[0]?.used_at]).toEqual([50, start + 1])
})
