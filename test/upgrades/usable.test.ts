import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { noteServed, readStanding } from '../../src/storage/db/usable.ts'
import { createTestApp } from '../support/app.ts'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import { createTestDatabase, usesSqlite } from '../support/database.ts'
import { dumpOf } from './dump.ts'
import { play } from './programs.ts'
import { addsHouses, takesAway } from './steps.ts'

const houses = { '0901-houses': addsHouses }
const away = { ...houses, '0902-away': takesAway }
const nodesLeft =
  /Nodes of 1\.2\.0 may still use this database, and 1\.4\.0 takes away what they need\. Go by 1\.3 first, or stop all nodes and run “kalends migrate --stopped”\./

/** A database that 1.2.0 has made, and served. */
async function servedBy12() {
  play('1.2.0')
  const database = await createTestDatabase(temporaryFolder(), 'nothing')
  onTestFinished(() => database.remove())
  await use(database.url, (db) => db.write((tx) => noteServed(tx, { version: '1.2.0' }), 'aside'))
  return database
}

async function use<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(url)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const standing = (url: string) => use(url, (db) => readStanding(db.read))

test('a program serves on beside a newer one that has only added, and after it: that is the way back', async () => {
  const { url } = await servedBy12()
  expect(await standing(url)).toEqual({ oldest: '0.1.0', servedBy: '1.2.0' })
  const old = await openDatabase(url)
  play('1.3.0', houses)
  await use(url, (db) => db.write((tx) => noteServed(tx, { version: '1.3.0' }), 'aside'))
  expect(await standing(url)).toEqual({ oldest: '0.1.0', servedBy: '1.3.0' })
  await expect(old.assertReady()).resolves.toBeUndefined()
  await old.close()
  play('1.2.0')
  await use(url, async (db) => {
    await expect(db.assertReady()).resolves.toBeUndefined()
    const before = await db.revision()
    await db.write((tx) => noteServed(tx, { version: '1.2.0' }), 'aside')
    // It is never lowered, and nobody has to read anything anew because of it.
    expect(await readStanding(db.read)).toMatchObject({ servedBy: '1.3.0' })
    expect(await db.revision()).toBe(before)
  })
})

test('a step that takes away what 1.2 needs is done where 1.3 has served, and 1.2 is refused from then on', async () => {
  const { url } = await servedBy12()
  const old = await openDatabase(url)
  play('1.3.0', houses)
  await use(url, (db) => db.write((tx) => noteServed(tx, { version: '1.3.0' }), 'aside'))
  play('1.4.0', away)
  expect(await standing(url)).toEqual({ oldest: '1.3.0', servedBy: '1.3.0' })
  play('1.3.9', houses)
  await use(url, (db) => db.assertReady())
  await expect(old.assertReady()).rejects.toThrow(
    'It was brought up to date for Kalends 1.3.0 and later; this is 1.2.0.',
  )
  await old.close()
  play('1.2.0')
  const before = usesSqlite() ? dumpOf(url) : undefined
  await expect(openDatabase(url)).rejects.toThrow(
    /^The database \S+ was brought up to date for Kalends 1\.3\.0 and later; this is 1\.2\.0\. Start 1\.3\.0 or later, or restore a backup that was made before\.$/,
  )
  if (usesSqlite()) expect(dumpOf(url)).toEqual(before)
  const folder = temporaryFolder()
  for (const words of [
    ['migrate', '--check'],
    ['migrate'],
    ['user', 'list'],
    ['export', join(folder, 'x')],
  ]) {
    const { status, stdout, stderr } = await kalends(folder, words, { DATABASE_URL: url })
    expect({ words, status, stdout }).toEqual({ words, status: 1, stdout: '' })
    expect(stderr).toMatch(/was brought up to date for Kalends 1\.3\.0 and later; this is 1\.2\.0/)
  }
})

test('a jump over the version between is refused on a server, where its nodes may still be there, and writes nothing', async () => {
  const { url } = await servedBy12()
  play('1.4.0', away)
  if (usesSqlite()) {
    // One machine, and a copy.
    expect(await standing(url)).toEqual({ oldest: '1.3.0', servedBy: '1.2.0' })
    return
  }
  await expect(openDatabase(url)).rejects.toThrow(nodesLeft)
  const folder = temporaryFolder()
  const refused = await kalends(folder, ['migrate'], { DATABASE_URL: url })
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(nodesLeft) })
  play('1.2.0')
  expect(await standing(url)).toEqual({ oldest: '0.1.0', servedBy: '1.2.0' })
  play('1.4.0', away)
  const forced = await kalends(folder, ['migrate', '--stopped'], { DATABASE_URL: url })
  expect(forced).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('Applied: 0901-houses, 0902-away.'),
  })
  expect(await standing(url)).toEqual({ oldest: '1.3.0', servedBy: '1.2.0' })
})

test('what waits is told with who could use the database afterwards', async () => {
  const { url } = await servedBy12()
  play('1.4.0', away)
  const { stdout, stderr } = await kalends(temporaryFolder(), ['migrate', '--check'], { DATABASE_URL: url })
  expect(stdout).toBe('0901-houses\n0902-away\n')
  expect(stderr).toMatch(/^Afterwards 1\.3\.0 and later can use the database\.\n/)
  expect(stderr.includes('pg_dump')).toBe(!usesSqlite())
})

test('a node that was overtaken says so where balancers ask, and goes on otherwise', async () => {
  play('1.2.0')
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const ready = () => app.ask({ path: '/readyz', absolute: true })
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } })
  await app.db.write(
    (tx) => tx.updateTable('installation').set({ value: '1.3.0' }).where('name', '=', 'oldest').execute(),
    'aside',
  )
  expect(await ready()).toMatchObject({
    status: 503,
    body: { status: 'not ready', code: 'rest_database_newer' },
  })
  await app.create('events', { title: 'Still', start_date: '2031-03-01', end_date: '2031-03-02' })
  expect(await app.read('events', { starts_after: '2031-01-01' })).toMatchObject({ total: 1 })
  expect(await app.read('system', {}, 'administrator')).toMatchObject({
    version: '1.2.0',
    oldest: '1.3.0',
    backfills: [],
  })
})

test.runIf(usesSqlite())(
  'a backup of a newer calendar is made and restored as long as this program may use it',
  async () => {
    const { url } = await servedBy12()
    play('1.3.0', houses)
    await (await openDatabase(url)).close()
    play('1.2.0')
    const folder = temporaryFolder()
    const env = { DATABASE_URL: url }
    expect(await kalends(folder, ['backup', join(folder, 'a')], env)).toMatchObject({ status: 0 })
    const back = { DATABASE_URL: join(folder, 'back.db') }
    expect(await kalends(folder, ['restore', join(folder, 'a')], back)).toMatchObject({ status: 0 })
    expect(await standing(join(folder, 'back.db'))).toEqual({ oldest: '0.1.0', servedBy: '1.2.0' })
    play('1.4.0', away)
    await (await openDatabase(url)).close()
    expect(await kalends(folder, ['backup', join(folder, 'b')], env)).toMatchObject({ status: 0 })
    play('1.2.0')
    const files = readdirSync(folder)
    for (const [words, name] of [
      [['backup', join(folder, 'c')], url],
      [['restore', join(folder, 'b'), '--force'], join(folder, 'b')],
    ] as const)
      expect(await kalends(folder, words, env)).toEqual({
        status: 1,
        stdout: '',
        stderr: `kalends: The database ${name} was brought up to date for Kalends 1.3.0 and later; this is 1.2.0. Start 1.3.0 or later, or restore a backup that was made before.\n`,
      })
    expect(readdirSync(folder)).toEqual(files)
  },
)

test('what a later version has added is not left out of a copy', async () => {
  const { url } = await servedBy12()
  play('1.3.0', houses)
  await (await openDatabase(url)).close()
  const folder = temporaryFolder()
  const copy = (to: string) => kalends(folder, ['copy', '--from', url, '--to', join(folder, to)])
  play('1.2.0')
  expect(await copy('a.db')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('brought up to date by a later version, with 0901-houses'),
  })
  expect(readdirSync(folder)).not.toContain('a.db')
})

test('a copy into another database is for the same versions as what it is of', async () => {
  const { url } = await servedBy12()
  await use(url, (db) =>
    db.write(async (tx) => {
      await tx.updateTable('installation').set({ value: '1.1.0' }).where('name', '=', 'oldest').execute()
    }, 'aside'),
  )
  const folder = temporaryFolder()
  play('1.9.0')
  const copied = await kalends(folder, ['copy', '--from', url, '--to', join(folder, 'b.db')])
  expect(copied).toMatchObject({ status: 0, stderr: expect.stringContaining('Copied') })
  expect(await standing(join(folder, 'b.db'))).toEqual({ oldest: '1.1.0', servedBy: '1.2.0' })
})

test.runIf(usesSqlite())('who may not use a calendar is told of the newest copy that it may', async () => {
  const folder = temporaryFolder()
  const { url } = await servedBy12()
  const copies = join(folder, 'backups')
  expect(await kalends(folder, ['backup', join(folder, 'x')], { DATABASE_URL: url })).toMatchObject({
    status: 0,
  })
  play('1.3.0', houses)
  await use(url, (db) =>
    db.write(async (tx) => {
      await tx
        .insertInto('terms')
        .values({
          taxonomy: 'post_tag',
          name: 'A',
          name_folded: 'a',
          slug: 'a',
          description: '',
          folded: '',
          parent: 0,
        })
        .execute()
      await noteServed(tx, { version: '1.3.0' })
    }),
  )
  play('1.4.0', away)
  await (await openDatabase(url, { connections: 1, timeout_ms: 0, copiesIn: copies })).close()
  const [copy = ''] = readdirSync(copies)
  expect(copy).toMatch(/^before-1\.4\.0-\d{8}-\d{6}-r\d+\.db$/)
  writeFileSync(join(copies, 'before-1.5.0-20990101-000000-r9.db'), 'none')
  play('1.2.0')
  const told = await kalends(folder, ['user', 'list'], { DATABASE_URL: url })
  expect(told.stderr).toContain(`or restore the backup that was made before: ${join(copies, copy)}.`)
})
