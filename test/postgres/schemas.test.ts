import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/db/dialect.ts'
import { addingTriggers } from '../../src/db/listings/listings.ranges.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { schemaOf } from './schemas.ts'

test('a database that an earlier version has made is the same as a new one once it is migrated', async () => {
  const server = inject('postgres')
  const url = await createPostgresDatabase(server)
  onTestFinished(() => dropPostgresDatabase(server, url))
  const fresh = await withDatabase(url, schemaOf)
  // What the migrations have made anew, as no version has ever made it.
  await withDatabase(url, (db) =>
    db.write(async (tx) => {
      for (const { name } of addingTriggers)
        await sql`create or replace function ${sql.table(name)}() returns trigger language plpgsql
          as ${sql.lit('begin return null; end')}`.execute(tx)
      await sql`alter table events reset (toast_tuple_target)`.execute(tx)
      await sql`delete from kysely_migration where name in ('0034-restated', '0036-whole-rows')`.execute(tx)
      expect(await schemaOf({ read: tx })).not.toEqual(fresh)
    }),
  )
  expect(await withDatabase(url, schemaOf)).toEqual(fresh)
})

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(url)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
