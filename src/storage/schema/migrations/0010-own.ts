import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Fields of one’s own: what is declared of them, and what records say, by their names; empty where nothing is said. Series keep it with
 * what else their dates get.
 */
export const own: Migration = {
  release: '1.1.0',
  up: async (db, { text, generatedId }) => {
    await sql
      .raw(
        `create table fields (
           id ${generatedId},
           name ${text} not null unique,
           kinds ${text} not null,
           label ${text} not null,
           help ${text} not null,
           options ${text} not null,
           categories ${text} not null,
           type ${text} not null,
           required integer not null,
           public integer not null,
           filter integer not null,
           min double precision,
           max double precision,
           wire_name ${text} unique,
           schema ${text},
           position integer not null,
           modified_at bigint not null)`,
      )
      .execute(db)
    for (const table of ['events', 'venues', 'organizers'])
      await sql.raw(`alter table ${table} add column own ${text} not null default ''`).execute(db)
  },
}
