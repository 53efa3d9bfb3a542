import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What reviewers last said of an event stays with it: who gave it back, or asked, and in which words. */
export const decisions: Migration = {
  release: '1.0.0',
  up: async (db, { text }) => {
    await sql
      .raw(
        `create table event_decisions (
           event_id bigint primary key references events (id) on delete cascade,
           decision ${text} not null,
           reason ${text} not null,
           message ${text} not null,
           by_id bigint references users (id) on delete set null,
           decided_at bigint not null)`,
      )
      .execute(db)
    await sql.raw('create index event_decisions_by_user on event_decisions (by_id)').execute(db)
  },
}
