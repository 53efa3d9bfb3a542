import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** By which transaction a proposal was accepted, so that what it made can be taken back: null where it was before this, or is not. */
export const accepted: Migration = {
  release: '1.0.0',
  up: async (db) => {
    await sql`alter table submissions add column accepted_in bigint`.execute(db)
  },
}
