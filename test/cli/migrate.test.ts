import { sql } from 'kysely'
import { packageVersion } from '../../src/config/version.ts'
import { expect, test } from 'vitest'
import { columnsOf, type Kind } from '../../src/fields/declare.ts'
import { eventFields } from '../../src/fields/events.fields.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { seriesFields } from '../../src/fields/series.fields.ts'
import { categoryFields } from '../../src/fields/terms.fields.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import { firstSchema } from '../../src/storage/schema/firstSchema.ts'
import { findPendingMigrations, openDatabase, openToCopyInto } from '../../src/storage/db/open.ts'
import { withoutSecrets } from '../../src/pure/text/address.ts'
import { createTestDatabase, usesSqlite } from '../support/database.ts'
import { createFirstDatabase } from '../support/firstDatabase.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

const declared: Readonly<Record<string, Kind>> = {
  events: eventFields,
  venues: venueFields,
  organizers: organizerFields,
  terms: categoryFields,
  series: seriesFields,
}

test('what waits to be applied is told, applied, and told to be done', async () => {
  const folder = temporaryFolder()
  const database = await createTestDatabase(folder, 'nothing')
  const run = (...words: string[]) => kalends(folder, ['migrate', ...words], { DATABASE_URL: database.url })
  try {
    const before = await run('--check')
    expect(before.status).toBe(1)
    expect(before.stdout.split('\n')[0]).toBe('0001-initial')
    const dump = `Nothing is copied before: pg_dump --format=custom --file=before.dump '${withoutSecrets(database.url)}'`
    expect(before.stderr.trimEnd().split('\n')).toEqual([
      `Afterwards ${packageVersion()} and later can use the database.`,
      ...(usesSqlite() ? [] : [dump]),
      'kalends: The database is not up to date. Next: kalends migrate',
    ])
    // Asking changes nothing.
    expect(await run('--check')).toEqual(before)
    expect(await run()).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^0001-initial …\n0002-[^]*\nApplied: 0001-initial, 0002-/),
    })
    for (const words of [['--check'], []])
      expect(await run(...words)).toEqual({ status: 0, stdout: '', stderr: 'The database is up to date.\n' })
  } finally {
    await database.remove()
  }
})

test('processes that start at once on an empty database migrate it once, and all find it ready', async () => {
  const database = await createTestDatabase(temporaryFolder(), 'nothing')
  const opened = await Promise.all(Array.from({ length: 6 }, () => openDatabase(database.url)))
  for (const db of opened) await db.assertReady()
  expect(await Promise.all(opened.map(async (db) => db.revision()))).toEqual(Array(6).fill(1))
  for (const db of opened) await db.close()
  await database.remove()
})

test('a database that a later version has migrated is served as before', async () => {
  const database = await createTestDatabase(temporaryFolder(), 'nothing')
  const later = await openDatabase(database.url)
  await later.write((tx) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2031-01-01')`.execute(tx),
  )
  await later.close()
  const db = await openDatabase(database.url)
  await expect(db.assertReady()).resolves.toBeUndefined()
  await db.close()
  await database.remove()
})

test('a database of a development version is left as it is, and whoever opens it is told how to move it', async () => {
  const database = await createTestDatabase(temporaryFolder(), 'nothing')
  const made = await openDatabase(database.url)
  await made.write(async (tx) => {
    await sql`delete from kysely_migration`.execute(tx)
    for (const name of ['0001-calendar', '0041-trashed'])
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2031-01-01')`.execute(tx)
  })
  await made.close()
  for (const open of [openDatabase, openToCopyInto, findPendingMigrations])
    await expect(open(database.url)).rejects.toThrow(
      /could not be opened: It was made by a development version before 0\.1\.0, .*“kalends export FILE”/,
    )
  await database.remove()
})

test('a database of 0.1.0 is brought up to date, with what is in it', async () => {
  const term = `insert into terms (taxonomy, name, name_folded, slug, description, folded) values ('post_tag', 'A', 'a', 'a', '', 'a')`
  const database = await createFirstDatabase(temporaryFolder(), [term])
  const db = await openDatabase(database.url)
  await expect(db.assertReady()).resolves.toBeUndefined()
  expect(await db.read.selectFrom('terms').select('name').execute()).toEqual([{ name: 'A' }])
  // Each field has its column; what came since is something in what was there.
  const tables = await db.read.introspection.getTables()
  for (const [name, kind] of Object.entries(declared)) {
    const columns = tables.find((table) => table.name === name)?.columns ?? []
    expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining(columnsOf(kind)))
    const since = columns.filter((column) => !firstSchema[name]?.split(' ').includes(column.name))
    expect(since.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)).toEqual([])
  }
  await db.close()
  await database.remove()
})

test.each([
  ['lacks a table', 'drop table geocoding_cache'],
  ['has another column', 'alter table terms add column icon text'],
])('one of a day before it, that %s, is none of 0.1.0, and is left as it is', async (_, statement) => {
  const database = await createFirstDatabase(temporaryFolder(), [statement])
  for (const open of [openDatabase, openToCopyInto, findPendingMigrations])
    await expect(open(database.url)).rejects.toThrow(/made by a development version before 0\.1\.0/)
  await database.remove()
})
