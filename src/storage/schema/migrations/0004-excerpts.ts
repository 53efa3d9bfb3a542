import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Venues and organizers keep the excerpt that clients of the original’s newer interface write. */
export const excerpts: Migration = {
  release: '1.0.0',
  up: async (db, { text }) => {
    for (const table of ['venues', 'organizers'])
      await sql.raw(`alter table ${table} add column excerpt ${text} not null default ''`).execute(db)
  },
}
