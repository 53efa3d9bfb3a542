import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Which series another one goes on from since it was split, and a number that grows with each change of its dates. The first is no
 * foreign key: programs before it remove series without regard to it, and a series that is gone is none that anything goes on from.
 */
export const continues: Migration = {
  release: '1.0.0',
  up: async (db) => {
    await sql`alter table series add column continues bigint`.execute(db)
    await sql`alter table series add column sequence integer not null default 0`.execute(db)
    await sql`create index series_by_continues on series (continues) where continues is not null`.execute(db)
    await sql`update series set sequence = coalesce((select max(sequence) from events where events.series_id = series.id), 0)`.execute(
      db,
    )
  },
}
