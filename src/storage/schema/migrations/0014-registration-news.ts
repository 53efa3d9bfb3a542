import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Which registrations have changed since programs elsewhere were told: written in the transaction of the change. */
export const registrationNews: Migration = {
  release: '1.1.0',
  up: async (db) => {
    await sql
      .raw(
        `create table registration_news (
           event_id bigint primary key references events (id) on delete cascade,
           number integer not null default 1,
           changed_at bigint not null)`,
      )
      .execute(db)
  },
}
