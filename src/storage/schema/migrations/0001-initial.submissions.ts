import type { SchemaWords } from '../words.ts'
import { texts } from './columns.ts'

/** Tables of the first version for what is sent by those who may not publish. */
export function submissions({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table submissions (
       id ${generatedId},
       event_id bigint references events (id) on delete set null,
       user_id bigint references users (id) on delete set null,
       decided_by bigint references users (id) on delete set null,
       picture ${text},
       ${texts(text, ['kind', 'state', 'title', 'proposed', 'base', 'email', 'email_folded', 'name', 'note', 'locale', 'picture_alt', 'reason', 'message'])},
       created_at bigint not null,
       changed_at bigint not null,
       confirmed_at bigint,
       decided_at bigint,
       ends_at bigint not null,
       is_untold integer not null default 0)`,
    'create index submissions_by_state on submissions (state, id)',
    "create index submissions_by_email on submissions (email_folded, created_at) where email_folded <> ''",
    'create index submissions_by_event on submissions (event_id) where event_id is not null',
    `create table submitters (
       address_key ${text} primary key,
       accepted integer not null,
       trusted_by bigint references users (id) on delete set null,
       blocked_by bigint references users (id) on delete set null,
       changed_at bigint not null)`,
  ]
}
