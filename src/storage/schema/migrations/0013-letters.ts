import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { texts } from './columns.ts'

/**
 * Who is told by mail, of what, and what waits to be sent. A letter on its way has no address: that is read when it is handed over, so
 * that whoever has left is written to no more.
 */
export const letters: Migration = {
  release: '1.1.0',
  up: async (db, { text, generatedId }) => {
    const statements = [
      `create table subscribers (
         id ${generatedId},
         ${texts(text, ['email', 'email_folded', 'locale'])},
         confirmed_at bigint not null,
         paused_until bigint,
         refusals integer not null default 0)`,
      'create unique index subscribers_by_email on subscribers (email_folded)',
      `create table subscription_requests (
         id ${generatedId},
         email ${text},
         email_folded ${text},
         ${texts(text, ['locale', 'wanted'])},
         created_at bigint not null,
         asked_at bigint not null,
         mailed_at bigint,
         mails integer not null default 0,
         done_at bigint)`,
      'create unique index subscription_requests_by_email on subscription_requests (email_folded, wanted)',
      'create index subscription_requests_to_mail on subscription_requests (asked_at) where mailed_at is null',
      'create index subscription_requests_by_age on subscription_requests (asked_at)',
      `create table digests (
         id ${generatedId},
         ${texts(text, ['key', 'filter', 'frequency', 'at', 'covers'])},
         weekday integer,
         day integer,
         next_due_at bigint,
         fault ${text})`,
      'create unique index digests_by_key on digests (key)',
      'create index digests_due on digests (next_due_at) where next_due_at is not null',
      `create table subscriptions (
         id ${generatedId},
         subscriber_id bigint not null references subscribers (id) on delete cascade,
         kind ${text} not null,
         target_id bigint not null,
         remind integer,
         changes integer not null default 0,
         created_at bigint not null)`,
      'create unique index subscriptions_by_subscriber on subscriptions (subscriber_id, kind, target_id)',
      'create index subscriptions_by_target on subscriptions (kind, target_id)',
      `create table watched_events (
         event_id bigint primary key,
         told ${text} not null,
         due_at bigint)`,
      'create index watched_events_due on watched_events (due_at) where due_at is not null',
      `create table letter_lists (
         id ${generatedId},
         ${texts(text, ['name', 'slug', 'description'])},
         public integer not null,
         created_at bigint not null,
         modified_at bigint not null)`,
      'create unique index letter_lists_by_slug on letter_lists (slug)',
      `create table letters (
         id ${generatedId},
         list_id bigint not null references letter_lists (id) on delete cascade,
         ${texts(text, ['subject', 'intro', 'events', 'language'])},
         state ${text} not null,
         send_at bigint,
         expires_hours integer not null,
         author_id bigint references users (id) on delete set null,
         created_at bigint not null,
         modified_at bigint not null)`,
      'create index letters_by_list on letters (list_id)',
      'create index letters_by_author on letters (author_id) where author_id is not null',
      'create index letters_by_state on letters (state, send_at)',
      `create table letter_issues (
         id ${generatedId},
         issue_key ${text} not null,
         kind ${text} not null,
         target_id bigint not null,
         made_at bigint not null,
         expires_at bigint not null,
         recipients integer not null,
         sent integer not null default 0,
         refused integer not null default 0,
         late integer not null default 0)`,
      'create unique index letter_issues_by_key on letter_issues (issue_key)',
      'create index letter_issues_by_target on letter_issues (kind, target_id, id)',
      'create index letter_issues_by_age on letter_issues (made_at)',
      `create table letter_bodies (
         issue_id bigint not null references letter_issues (id) on delete cascade,
         locale ${text} not null,
         ${texts(text, ['subject', 'text', 'html'])},
         primary key (issue_id, locale))`,
      `create table letter_sends (
         id ${generatedId},
         issue_id bigint not null references letter_issues (id) on delete cascade,
         subscriber_id bigint not null references subscribers (id) on delete cascade,
         subscription_id bigint not null references subscriptions (id) on delete cascade,
         urgency integer not null,
         message_key ${text} not null,
         created_at bigint not null,
         attempts integer not null default 0,
         next_try_at bigint not null,
         fault ${text},
         failed_at bigint)`,
      'create unique index letter_sends_by_issue on letter_sends (issue_id, subscriber_id)',
      'create index letter_sends_by_subscriber on letter_sends (subscriber_id)',
      'create index letter_sends_by_subscription on letter_sends (subscription_id)',
      'create index letter_sends_due on letter_sends (urgency, next_try_at, id) where failed_at is null',
      `create table blocked_addresses (
         address_key ${text} primary key,
         created_at bigint not null)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
