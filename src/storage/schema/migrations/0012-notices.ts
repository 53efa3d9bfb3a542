import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { texts } from './columns.ts'

/**
 * What guests are told of their event, a few at a time: which change, from when on, and up to which guest it was told. Mails that wait say
 * which guest they are to, so that newer ones take their place, and carry what goes into the calendars of their readers.
 */
export const notices: Migration = {
  release: '1.1.0',
  up: async (db, { text, generatedId }) => {
    const statements = [
      `create table guest_notices (
         id ${generatedId},
         event_id bigint not null references events (id) on delete cascade,
         ${texts(text, ['kind', 'before', 'subject', 'body', 'states'])},
         created_at bigint not null,
         due_at bigint not null,
         last_guest bigint,
         done_at bigint)`,
      'create index guest_notices_by_event on guest_notices (event_id)',
      'create index guest_notices_due on guest_notices (due_at) where done_at is null',
      'alter table mail_outbox add column guest_id bigint',
      `alter table mail_outbox add column reply_to ${text} not null default ''`,
      `alter table mail_outbox add column calendar ${text} not null default ''`,
      'create index mail_outbox_by_guest on mail_outbox (guest_id) where guest_id is not null',
      `alter table guests add column said ${text} not null default ''`,
      'alter table guests add column to_call integer not null default 0',
      `alter table registration_totals add column month ${text} not null default ''`,
      'alter table registration_totals add column missed_offers integer not null default 0',
      'alter table registration_totals add column head_count integer',
      "create index events_registered on events (starts_at) where registration <> ''",
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
