import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createPostgresDatabase, dropPostgresDatabase, valueOf } from '../support/postgres.ts'

test('a database that is closed before anybody has asked it makes no connection for who asks it then', async () => {
  const url = await createPostgresDatabase(inject('postgres'))
  onTestFinished(() => dropPostgresDatabase(inject('postgres'), url))
  const db = await openDatabase(url)
  await db.close()
  await expect(db.write((tx) => tx.deleteFrom('events').execute())).rejects.toThrow()
  await expect(db.read.selectFrom('events').select('id').execute()).rejects.toThrow()
  await expect(Promise.resolve(db.revision())).rejects.toThrow()
  const left = `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'kalends'`
  expect(await valueOf(url, left)).toBe('0')
})
