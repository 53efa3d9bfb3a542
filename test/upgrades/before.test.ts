import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { program } from '../../src/storage/db/migrate.ts'
import { copyBeforeUpgrade } from '../../src/storage/db/sqlite/sqlite.before.ts'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import { createTestApp } from '../support/app.ts'
import type { Migration } from '../../src/storage/schema/migration.ts'
import { createAccounts } from '../support/accounts.ts'
import { play } from './programs.ts'
import { addsHouses } from './steps.ts'

const limits = { connections: 1, timeout_ms: 0 }
const tag = `insert into terms (taxonomy, name, name_folded, slug, description, folded)
  values ('post_tag', 'A', 'a', 'a', '', 'a')`

/** A calendar of 1.2.0 in a file, empty or with something in it. */
async function calendarOf12({ isEmpty = false } = {}) {
  play('1.2.0')
  const folder = temporaryFolder()
  const path = join(folder, 'kalends.db')
  await (await openDatabase(path)).close()
  if (!isEmpty) run(path, tag)
  return { folder, path, copiesIn: join(folder, 'backups') }
}

function run(path: string, statement: string): void {
  using db = new DatabaseSync(path)
  db.exec(statement)
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

test('before a calendar is brought up to date a copy is made, whole and once, that the version before opens', async () => {
  const { folder, path, copiesIn } = await calendarOf12()
  play('1.3.0', { '0901-houses': addsHouses })
  for (let time = 0; time < 2; time += 1) await (await openDatabase(path, { ...limits, copiesIn })).close()
  const [name = '', ...others] = namesIn(copiesIn)
  expect(others).toEqual([])
  expect(name).toMatch(/^before-1\.3\.0-\d{8}-\d{6}-r\d+\.db$/)
  expect(statSync(join(copiesIn, name)).mode & 0o777).toBe(0o600)
  play('1.2.0')
  const back = await kalends(folder, ['restore', join(copiesIn, name), '--force'], { DATABASE_URL: path })
  expect(back).toMatchObject({ status: 0, stdout: expect.stringContaining('terms\t1') })
  using db = new DatabaseSync(path)
  expect(db.prepare(`select count(*) as houses from sqlite_schema where name = 'houses'`).get()).toEqual({
    houses: 0,
  })
})

test('several that start at once make one', async () => {
  const { path, copiesIn } = await calendarOf12()
  play('1.3.0', { '0901-houses': addsHouses })
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase(path, { ...limits, copiesIn })),
  )
  for (const db of opened) await db.close()
  expect(namesIn(copiesIn)).toHaveLength(1)
})

test('none is made of a calendar that is empty, new, or up to date, or where the operator says so', async () => {
  const { path, copiesIn } = await calendarOf12({ isEmpty: true })
  const migrating = { '0901-houses': addsHouses }
  play('1.3.0', migrating)
  await (await openDatabase(path, { ...limits, copiesIn })).close()
  run(path, tag)
  await (await openDatabase(path, { ...limits, copiesIn })).close()
  await (await openDatabase(join(temporaryFolder(), 'new.db'), { ...limits, copiesIn })).close()
  expect(namesIn(copiesIn)).toEqual([])
  const { folder } = await calendarOf12()
  play('1.3.0', migrating)
  const told = await kalends(folder, ['migrate'], {
    BACKUP_BEFORE_UPGRADE: 'off',
    DATABASE_URL: join(folder, 'kalends.db'),
  })
  expect(told).toMatchObject({ status: 0, stderr: expect.stringContaining('Applied: 0901-houses.') })
  expect(namesIn(join(folder, 'backups'))).toEqual([])
})

test('any command makes it, as any brings the calendar up to date', async () => {
  const { folder, path } = await calendarOf12()
  play('1.3.0', { '0901-houses': addsHouses })
  expect(await kalends(folder, ['user', 'list'], { DATABASE_URL: path })).toMatchObject({ status: 0 })
  expect(namesIn(join(folder, 'backups'))).toHaveLength(1)
})

test('three are kept, apart from those that somebody asked for', async () => {
  const { path, copiesIn } = await calendarOf12()
  const asked = 'kalends-20010101-000000.db'
  const steps: Record<string, Migration> = {}
  for (const minor of [3, 4, 5, 6]) {
    steps[`090${minor}-step`] = { release: `1.${minor}.0`, up: async () => {} }
    play(`1.${minor}.0`, steps)
    await (await openDatabase(path, { ...limits, copiesIn })).close()
    writeFileSync(join(copiesIn, asked), '')
  }
  const versions = namesIn(copiesIn).flatMap((name) => /^before-([\d.]+)-/.exec(name)?.[1] ?? [])
  expect(versions).toEqual(['1.4.0', '1.5.0', '1.6.0'])
  expect(namesIn(copiesIn)).toContain(asked)
})

test('where there is no room for it the calendar is left as it is, and it is said how much is missing', async () => {
  const { path, copiesIn } = await calendarOf12()
  play('1.3.0', { '0901-houses': addsHouses })
  using connection = new DatabaseSync(path)
  const copying = { path, folder: copiesIn, of: program(), free: async () => 300_000_000 }
  await copyBeforeUpgrade(connection, copying)
  for (const name of namesIn(copiesIn)) expect(name).toMatch(/^before/)
  const { path: other, copiesIn: elsewhere } = await calendarOf12()
  play('1.3.0', { '0901-houses': addsHouses })
  run(
    other,
    `create table ballast as select zeroblob(1e8) as weight; insert into ballast select zeroblob(2e7)`,
  )
  using heavy = new DatabaseSync(other)
  await expect(
    copyBeforeUpgrade(heavy, { path: other, folder: elsewhere, of: program(), free: async () => 40_000_000 }),
  ).rejects.toThrow(
    /^A copy of the calendar before its upgrade needs 0\.1 GB, and 40\.0 MB are free\. Make room, or set BACKUP_BEFORE_UPGRADE=off\.$/,
  )
  expect(namesIn(elsewhere)).toEqual([])
})

test('a calendar that is damaged is not brought up to date: nothing would be left of it', async () => {
  const { path, copiesIn } = await calendarOf12()
  run(path, `pragma foreign_keys = off; insert into event_terms values (4711, 4712)`)
  play('1.3.0', { '0901-houses': addsHouses })
  await expect(openDatabase(path, { ...limits, copiesIn })).rejects.toThrow(/is not a whole calendar/)
  expect(namesIn(copiesIn)).toEqual([])
  using db = new DatabaseSync(path)
  expect(
    db.prepare(`select count(*) as steps from kysely_migration where name = '0901-houses'`).get(),
  ).toEqual({ steps: 0 })
})

test('administrators see it among the backups, with the version, and download it', async () => {
  const { path, folder } = await calendarOf12()
  const credentials = await createAccounts(path)
  play('1.3.0', { '0901-houses': addsHouses })
  const database = { url: path, remove: async () => {} }
  const app = await createTestApp({ DATA_DIR: folder }, { database, credentials })
  onTestFinished(() => app.close())
  const asked = await app.create('backups', {})
  expect(asked).toMatchObject({ before: null })
  const { backups, kept } = await app.read('backups', {}, 'administrator')
  expect(kept).toBe(14)
  const made = backups.find((one: { before: string | null }) => one.before !== null)
  expect(made).toMatchObject({ before: '1.3.0', size: expect.any(Number) })
  expect(backups).toHaveLength(2)
  const file = await app.ask({ as: 'administrator', path: `backups/${made.name}` })
  expect(file).toMatchObject({ status: 200 })
  expect(Number(file.headers['content-length'])).toBe(made.size)
  expect((await app.ask({ path: `backups/${made.name}` })).status).toBe(401)
})
