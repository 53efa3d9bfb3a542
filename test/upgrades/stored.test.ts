import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { compareVersions } from '../../src/pure/text/versions.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestApp } from '../support/app.ts'
import { paidInFull } from '../support/cheapHashes.ts'
import { createTestDatabase, sqliteDatabase, type TestDatabase, usesSqlite } from '../support/database.ts'
import { askAll, basic } from './answers.ts'
import { changedBy } from './changed.ts'
import { releases } from './releases.ts'
import { type Difference, differences } from './same.ts'
import { schemaOf } from './schemaOf.ts'
import { fixtureFiles, type Stored, storedOf, storedReleases, storeOnPostgres, unpack } from './stored.ts'

/** The database of a release, as it left it, of the kind that this run is about. */
async function databaseOf({ release }: Stored): Promise<TestDatabase> {
  const folder = temporaryFolder()
  const path = unpack(release, folder)
  if (usesSqlite()) return sqliteDatabase(folder)
  const database = await createTestDatabase(folder, 'nothing')
  await storeOnPostgres(database.url, release, path)
  return database
}

/** This program on that database, at the time of its answers, and where they were asked. */
async function appOf(stored: Stored) {
  // What the release has hashed.
  onTestFinished(paidInFull())
  const app = await createTestApp(
    { SITE_TIMEZONE: 'Europe/Berlin' },
    { database: await databaseOf(stored), credentials: {} as never },
  )
  onTestFinished(() => app.close())
  app.setNow(Temporal.Instant.from(stored.at))
  const { host } = new URL(stored.origin)
  const ask = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    form?: Record<string, string>,
  ) => {
    const { statusCode, body } = await app.app.server.inject({
      url,
      headers: { ...headers, host, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
    })
    return { status: statusCode, text: body }
  }
  return { app, ask }
}

/** Whether a release after this one says that it is so. */
function isTold(release: string, address: string, { path, isNew }: Difference): boolean {
  const later = Object.entries(changedBy).filter(([by]) => compareVersions(by, release) > 0)
  return later.some(([, { added, changed }]) =>
    isNew ? added.includes(path) : changed.some(([where, member]) => member === path && where.test(address)),
  )
}

test('there is a database of each minor release, and it is small', () => {
  const minors = new Set(Object.keys(releases).map((release) => release.replace(/\d+$/, '0')))
  expect(new Set(storedReleases)).toEqual(minors)
  for (const release of storedReleases) {
    const bytes = fixtureFiles(release).reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeLessThan(150_000)
  }
})

test.each(storedReleases)(
  'what %s has stored answers as it did, but for what the CHANGELOG says',
  async (release) => {
    const stored = storedOf(release)
    const { ask } = await appOf(stored)
    const answers = await askAll(ask, stored.keys, stored.answers)
    expect(answers.length).toBeGreaterThanOrEqual(60)
    const untold = stored.answers.flatMap((before, at): readonly object[] => {
      const now = answers[at]
      if (before.status !== now?.status) return [{ address: before.path, path: 'status', now }]
      return differences(JSON.parse(before.text), JSON.parse(now.text))
        .filter((each) => !isTold(release, before.path, each))
        .map((each) => [before.path, each])
    })
    expect(untold).toEqual([])
  },
)

test.each(storedReleases)('whoever could sign in with %s still can', async (release) => {
  const stored = storedOf(release)
  const { ask, app } = await appOf(stored)
  const { applicationPasswords, tokens, sessions, passwords } = stored.keys
  const slugOf = async (headers: Readonly<Record<string, string>>) => {
    const { status, text } = await ask('/wp/v2/users/me', headers)
    return status === 200 ? (JSON.parse(text) as { slug: string }).slug : status
  }
  for (const login of applicationPasswords)
    expect(await slugOf({ authorization: basic(login) })).toBe(login.split(':', 1)[0])
  for (const [at, token] of tokens.entries())
    expect(await slugOf({ authorization: `Bearer ${token}` })).toBe(passwords[at]?.split(':', 1)[0])
  expect(sessions.length).toBeGreaterThan(0)
  for (const cookie of sessions) expect(await slugOf({ cookie })).toBe('editor')
  for (const login of passwords) {
    const [name = '', password = ''] = login.split(':')
    const before = await app.db.read.selectFrom('sessions').select('id').execute()
    const signIn = (sent: string) =>
      ask('/signin', { origin: stored.origin }, { login: name, username: name, password: sent })
    expect((await signIn(`${password}!`)).status).not.toBe(303)
    expect((await signIn(password)).status).toBe(303)
    expect(await app.db.read.selectFrom('sessions').select('id').execute()).toHaveLength(before.length + 1)
  }
})

test.each(storedReleases)('a database of %s is, once it is up to date, as a new one', async (release) => {
  const old = await databaseOf(storedOf(release))
  const fresh = await createTestDatabase(temporaryFolder(), 'nothing')
  const [upgraded, made] = [await openDatabase(old.url), await openDatabase(fresh.url)]
  expect(await schemaOf(upgraded)).toEqual(await schemaOf(made))
  expect((await schemaOf(made)).length).toBeGreaterThan(400)
  for (const db of [upgraded, made]) await db.close()
  await old.remove()
  await fresh.remove()
})
