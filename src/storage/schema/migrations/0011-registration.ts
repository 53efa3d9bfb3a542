import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { texts } from './columns.ts'

/**
 * What events say about who may come, and who does. How many places are taken stands with the event, so that a list that shows whether
 * any are left asks nothing more.
 */
export const registration: Migration = {
  release: '1.1.0',
  up: async (db, { text, generatedId }) => {
    const statements = [
      `alter table events add column registration ${text} not null default ''`,
      'alter table events add column registration_taken integer not null default 0',
      'alter table events add column registration_shown integer not null default 0',
      `create table registration_counts (
         event_id bigint primary key references events (id) on delete cascade,
         last_number integer not null default 0,
         head_count integer)`,
      `create table registration_totals (
         event_id bigint primary key,
         registered integer not null,
         people integer not null,
         canceled integer not null,
         waited integer not null,
         arrived integer not null)`,
      `create table guests (
         id ${generatedId},
         event_id bigint not null references events (id) on delete cascade,
         number integer not null,
         ${texts(text, ['state', 'name', 'email', 'email_folded', 'answers', 'note', 'locale', 'code', 'tell'])},
         party integer not null default 1,
         by_user bigint references users (id) on delete set null,
         confirm_by bigint,
         offer_until bigint,
         consented_at bigint,
         reminded_at bigint,
         mailed_at bigint,
         arrived integer not null default 0,
         arrived_at bigint,
         arrival_stamp ${text} not null default '',
         created_at bigint not null,
         changed_at bigint not null,
         changed_by bigint references users (id) on delete set null)`,
      'create unique index guests_by_number on guests (event_id, number)',
      'create unique index guests_by_code on guests (event_id, code)',
      'create index guests_by_state on guests (event_id, state, number)',
      "create index guests_by_email on guests (email_folded, event_id) where email_folded <> ''",
      'create index guests_to_confirm on guests (confirm_by) where confirm_by is not null',
      "create index guests_to_tell on guests (id) where tell <> ''",
      'create index guests_offered on guests (offer_until) where offer_until is not null',
      'create index guests_by_user on guests (by_user) where by_user is not null',
      'create index guests_by_changer on guests (changed_by) where changed_by is not null',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
