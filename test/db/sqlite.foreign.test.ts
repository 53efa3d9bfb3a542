import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { findPendingMigrations, openDatabase } from '../../src/storage/db/open.ts'
import { inspectFile } from '../../src/storage/db/sqlite/sqlite.inspect.ts'
import { temporaryFolder } from '../cli/sandbox.ts'

test('a migration that fails leaves the file as it was', async () => {
  const path = temporaryPath()
  const file = new DatabaseSync(path)
  onTestFinished(() => file.close())
  file.exec('create table terms (id integer)')
  file.exec('create table kysely_migration (name text, timestamp text)')
  await expect(openDatabase(path)).rejects.toThrow(
    'could not be brought up to date: table terms already exists',
  )
  expect(file.prepare('select name from sqlite_schema').all()).toEqual([
    { name: 'terms' },
    { name: 'kysely_migration' },
  ])
})

test('a file of something else is told as that, and left as it is', async () => {
  const path = temporaryPath()
  const file = new DatabaseSync(path)
  onTestFinished(() => file.close())
  file.exec('create table bookmarks (id integer primary key autoincrement)')
  const says = `The database ${path} could not be opened: It is a database of something else, with the tables bookmarks, and no calendar`
  await expect(openDatabase(path)).rejects.toThrow(says)
  await expect(findPendingMigrations(path)).rejects.toThrow(says)
  expect(file.prepare('select name from sqlite_schema').all()).toEqual([
    { name: 'bookmarks' },
    { name: 'sqlite_sequence' },
  ])
})

test('a file of a development version is told as that where a backup is brought back', async () => {
  const path = temporaryPath()
  await (await openDatabase(path)).close()
  const file = new DatabaseSync(path)
  file.exec(`insert into kysely_migration values ('0001-calendar', '2031')`)
  file.close()
  expect(() => inspectFile(path)).toThrow(
    'is not a whole calendar: it is of a development version before 0.1.0.',
  )
})

function temporaryPath(): string {
  return join(temporaryFolder(), 'kalends.db')
}
