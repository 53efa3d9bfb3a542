import type { SchemaWords } from '../words.ts'

/** The table of the first version about requests that are sent again with the same key. */
export function repeats({ text }: SchemaWords): string[] {
  return [
    `create table repeats (
       digest ${text} primary key,
       user_id bigint references users (id) on delete cascade,
       fingerprint ${text} not null,
       claim ${text} not null,
       leased_until bigint not null,
       created_at bigint not null,
       revision bigint,
       status integer,
       answer ${text},
       size bigint not null default 0)`,
    'create index repeats_by_user on repeats (user_id, created_at)',
    'create index repeats_by_time on repeats (created_at)',
  ]
}
