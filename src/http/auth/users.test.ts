import { blankOf } from '../../fields/fields.columns.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { expect, test } from 'vitest'
import { temporaryDatabase } from '../../../test/cli/sandbox.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { addPassword } from './passwords.ts'
import { addToken } from './tokens.ts'
import { changeUser, createUser, findUser, listUsers, removeUser, setRole } from './users.ts'

const ann = { login: 'Ann Example', email: 'Ann@example.org', role: 'administrator' }
const bob = { login: 'bob', email: 'bob@example.org', role: 'editor', name: 'Bob B.' }

test('a user is found by login or e-mail address in any case', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, ann, 1000)
  expect(user).toMatchObject({ id: 1, name: 'Ann Example', role: 'administrator', created_at: 1000 })
  for (const text of ['ann example', 'ANN EXAMPLE', 'ann@EXAMPLE.org', ' Ann Example ']) {
    expect(await findUser(db.read, text)).toEqual(user)
  }
  expect(await findUser(db.read, 'ann')).toBeUndefined()
  expect(await findUser(db.read, '')).toBeUndefined()
})

test('a login before an e-mail address', async () => {
  const db = await temporaryDatabase()
  await createUser(db, { ...ann, login: 'x@example.org' }, 0)
  expect((await findUser(db.read, 'x@example.org'))?.id).toBe(1)
})

test.each([
  ['an empty login', { login: ' ' }, 'The login'],
  ['a colon in the login', { login: 'a:b' }, 'The login'],
  ['a letter beyond a to z', { login: 'josé' }, 'The login'],
  ['a login of 61 characters', { login: 'x'.repeat(61) }, '1 to 60'],
  ['an address without @', { email: 'nobody' }, 'is not an e-mail address'],
  ['an address with a blank', { email: 'a b@c.org' }, 'is not an e-mail address'],
  ['a role that is none', { role: 'root' }, 'administrator, editor'],
  ['a name of two lines', { name: 'a\nb' }, 'one line'],
])('%s is not accepted', async (_, change, says) => {
  const db = await temporaryDatabase()
  await expect(createUser(db, { ...bob, ...change }, 0)).rejects.toThrow(says)
  expect(await listUsers(db.read)).toEqual([])
})

test.each([
  ['the login', { login: 'ANN example' }],
  ['the e-mail address', { email: 'ANN@example.org' }],
  ['the e-mail address as login', { login: 'ann@example.org' }],
])('%s of somebody else is not accepted', async (_, change) => {
  const db = await temporaryDatabase()
  await createUser(db, ann, 0)
  await expect(createUser(db, { ...bob, ...change }, 0)).rejects.toThrow('belongs to another user')
  expect(await listUsers(db.read)).toHaveLength(1)
})

test('the last administrator stays one', async () => {
  const db = await temporaryDatabase()
  await createUser(db, ann, 0)
  await createUser(db, bob, 0)
  await expect(setRole(db, ann.login, 'editor')).rejects.toThrow('only administrator')
  await expect(removeUser(db, ann.login, 'bob')).rejects.toThrow('only administrator')
  await setRole(db, ann.login, 'administrator')
  await setRole(db, 'bob', 'administrator')
  await setRole(db, ann.login, 'subscriber')
  expect((await listUsers(db.read)).map(({ role }) => role)).toEqual(['subscriber', 'administrator'])
})

test('a role that is none changes nothing', async () => {
  const db = await temporaryDatabase()
  await createUser(db, bob, 0)
  await expect(setRole(db, 'bob', 'boss')).rejects.toThrow('not a role')
  await expect(setRole(db, 'carl', 'author')).rejects.toThrow('No user')
  expect((await findUser(db.read, 'bob'))?.role).toBe('editor')
})

test('removing a user removes the credentials', async () => {
  const db = await temporaryDatabase()
  const user = await createUser(db, bob, 0)
  await addPassword(db, user, 'p', 0)
  await addToken(db, user, 't', 0)
  await removeUser(db, 'bob@example.org')
  expect(await db.read.selectFrom('app_passwords').selectAll().execute()).toEqual([])
  expect(await db.read.selectFrom('tokens').selectAll().execute()).toEqual([])
  expect(await listUsers(db.read)).toEqual([])
})

test('what a user wrote goes to somebody else, or the user stays', async () => {
  const db = await temporaryDatabase()
  const heir = await createUser(db, ann, 0)
  const user = await createUser(db, bob, 0)
  await writeVenue(db, user.id)
  await expect(removeUser(db, 'bob')).rejects.toThrow('wrote some venues')
  await expect(removeUser(db, 'bob', 'bob')).rejects.toThrow('somebody else')
  await expect(removeUser(db, 'bob', 'nobody')).rejects.toThrow('No user')
  expect(await listUsers(db.read)).toHaveLength(2)
  await removeUser(db, 'bob', ann.login)
  expect(await db.read.selectFrom('venues').select('author_id').execute()).toEqual([{ author_id: heir.id }])
  expect(await listUsers(db.read)).toHaveLength(1)
})

async function writeVenue(db: Database, author_id: number): Promise<void> {
  await db.write(async (tx) => {
    const { id } = await tx
      .insertInto('items')
      .values({ kind: 'venue' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const post = {
      slug: 'v',
      title: 'V',
      description: '',
      date_at: 0,
      date_floating: 0,
      date_given: 0,
      modified_at: 0,
    } as const
    const rest = { ...blankOf(venueFields), own: '', folded: 'v', title_folded: 'v' }
    const status = { status: 'publish', status_before: null } as const
    await tx
      .insertInto('venues')
      .values({ id, author_id, ...status, ...post, ...rest })
      .execute()
  })
}

test('a user gets another e-mail address and another name, and keeps what is another user’s from nobody', async () => {
  const db = await temporaryDatabase()
  const ann = await createUser(db, { login: 'ann', email: 'ann@example.org', role: 'editor' }, 0)
  await createUser(db, { login: 'ben', email: 'ben@example.org', role: 'editor' }, 0)
  await changeUser(db, 'ann', { email: ' Ann.New@example.org ' })
  await changeUser(db, 'ann.new@EXAMPLE.org', { name: 'Ann A.' })
  expect(await findUser(db.read, 'ann')).toMatchObject({
    id: ann.id,
    login: 'ann',
    email: 'Ann.New@example.org',
    name: 'Ann A.',
  })
  expect(await findUser(db.read, 'ann@example.org')).toBeUndefined()
  // One’s own address in another case is nobody else’s.
  await changeUser(db, 'ann', { email: 'ann.new@example.org' })
  await expect(changeUser(db, 'ann', { email: 'BEN@example.org' })).rejects.toThrow('belongs to another user')
  await expect(changeUser(db, 'ann', { email: 'nothing' })).rejects.toThrow('is not an e-mail address')
  await expect(changeUser(db, 'ann', { name: ' ' })).rejects.toThrow('A name takes')
  await expect(changeUser(db, 'nobody', { name: 'A' })).rejects.toThrow('No user has')
  expect(await findUser(db.read, 'ann')).toMatchObject({ email: 'ann.new@example.org', name: 'Ann A.' })
})
