import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from './sqlite.driver.ts'
import { watchRevision } from './sqlite.revision.ts'

const raise = 'update revision set number = number + 1'

const folder = mkdtempSync(join(tmpdir(), 'kalends-revision-'))
const path = join(folder, 'kalends.db')
let writer: DatabaseSync

beforeAll(() => {
  writer = openSqlite(path, 'write')
  writer.exec('create table revision (number integer not null); insert into revision values (1)')
})

afterAll(() => {
  writer.close()
  rmSync(folder, { recursive: true })
})

/** What may happen to a file while it is watched, and whether the number is another one then. */
const happenings = {
  [raise]: true,
  [`begin; ${raise}; commit`]: true,
  [`begin; ${raise}; rollback`]: false,
  'pragma wal_checkpoint(passive)': false,
  'pragma wal_checkpoint(truncate)': false,
  'create table if not exists other (id integer); insert into other values (1)': false,
  'select number from revision': false,
}

test('the revision is known whatever was written, rolled back or moved from the log to the file', () => {
  const watch = watchRevision(openSqlite(path, 'read'))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(happenings)), { maxLength: 20 }), (statements) => {
      for (const statement of statements) {
        const before = watch.revision()
        writer.exec(statement)
        const raised = happenings[statement as keyof typeof happenings] ? 1 : 0
        expect(watch.revision()).toBe(before + raised)
      }
    }),
  )
  watch.close()
  expect(() => watch.revision()).toThrow()
})

test('whatever is committed is noticed, shown or not; what is rolled back or only read is not', () => {
  const watch = watchRevision(openSqlite(path, 'read'))
  const isNoticed = (statement: string) => {
    const before = watch.committed()
    writer.exec(statement)
    return watch.committed() !== before
  }
  writer.exec('create table if not exists aside (id integer)')
  expect(isNoticed('insert into aside values (1)')).toBe(true)
  expect(isNoticed(raise)).toBe(true)
  expect(isNoticed('begin; insert into aside values (2); rollback')).toBe(false)
  expect(isNoticed('select * from aside')).toBe(false)
  watch.close()
})
