import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * How many transactions have said that they touch only events, and the latest one that touched anything else that is shown
 * (`changeLog.ts`). A program before this says neither, so that each of its transactions may have touched anything.
 */
export const wide: Migration = {
  release: '1.1.0',
  up: async (db) => {
    await sql`alter table revision add column narrow bigint not null default 0`.execute(db)
    await sql`alter table revision add column wide bigint not null default 0`.execute(db)
  },
}
