import type { SchemaWords } from '../words.ts'
import { texts } from './columns.ts'

/** Tables of the first version about people: their accounts, what opens these, the settings that they change, and their mails. */
export function accounts(schema: SchemaWords): string[] {
  return [
    ...people(schema),
    ...settings(schema),
    ...signingIn(schema),
    ...mail(schema),
    ...identities(schema),
    ...passkeys(schema),
  ]
}

function people({ text, generatedId }: SchemaWords): string[] {
  const credentials = (table: string, secret: string, more: string) => [
    `create table ${table} (
       id ${generatedId},
       user_id bigint not null references users (id) on delete cascade,
       name ${text} not null,
       ${secret} ${text} not null,
       uuid ${text} not null unique,
       ${more},
       last_ip ${text} not null default '',
       created_at bigint not null,
       last_used_at bigint)`,
    `create index ${table}_by_user on ${table} (user_id)`,
  ]
  return [
    `create table installation (name ${text} primary key, value ${text} not null)`,
    `create table users (
       id ${generatedId},
       login ${text} not null,
       login_folded ${text} not null unique,
       email ${text} not null,
       email_folded ${text} not null unique,
       name ${text} not null,
       role ${text} not null,
       created_at bigint not null,
       password_hash ${text},
       locale ${text} not null default '',
       seen_at bigint,
       ${texts(text, ['slug', 'first_name', 'last_name', 'nickname', 'url', 'description'])})`,
    ...credentials('app_passwords', 'hash', `app_id ${text} not null default ''`),
    ...credentials('tokens', 'digest', `scope ${text} not null, expires_at bigint`),
    'create unique index tokens_by_digest on tokens (digest)',
  ]
}

/** Settings that were changed while the service ran. */
function settings({ text }: SchemaWords): string[] {
  return [
    `create table settings (
       name ${text} primary key,
       value ${text} not null,
       modified_at bigint not null,
       modified_by bigint references users (id) on delete set null)`,
  ]
}

/** What opens an account beside application passwords and tokens. */
function signingIn({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table sessions (
       id ${generatedId},
       user_id bigint not null references users (id) on delete cascade,
       token_hash ${text} not null unique,
       created_at bigint not null,
       used_at bigint not null,
       confirmed_at bigint not null,
       expires_at bigint not null,
       user_agent ${text} not null,
       address ${text} not null)`,
    'create index sessions_by_user on sessions (user_id)',
    `create table failed_sign_ins (
       network ${text} not null,
       login ${text} not null,
       count bigint not null,
       first_at bigint not null,
       last_at bigint not null,
       primary key (network, login))`,
    `create table one_time_links (
       token_hash ${text} primary key,
       kind ${text} not null,
       email ${text} not null default '',
       user_id bigint references users (id) on delete cascade,
       expires_at bigint not null,
       created_at bigint not null,
       created_by bigint references users (id) on delete set null)`,
    'create index one_time_links_by_user on one_time_links (user_id)',
  ]
}

/** Mails that are to be sent. */
function mail({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table mail_outbox (
       id ${generatedId},
       ${texts(text, ['kind', 'recipient', 'subject', 'body_text', 'body_html', 'message_key'])},
       created_at bigint not null,
       expires_at bigint,
       attempts integer not null default 0,
       next_try_at bigint not null,
       fault ${text},
       failed_at bigint)`,
    'create index mail_outbox_due on mail_outbox (next_try_at, id) where failed_at is null',
  ]
}

/** Who people are at identity providers. */
function identities({ text }: SchemaWords): string[] {
  return [
    `create table identities (
       uuid ${text} not null unique,
       issuer ${text} not null,
       subject ${text} not null,
       user_id bigint not null references users (id) on delete cascade,
       created_at bigint not null,
       last_used_at bigint,
       primary key (issuer, subject))`,
    'create index identities_by_user on identities (user_id)',
  ]
}

/** Ways to sign in that need no password. */
function passkeys({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table passkeys (
       id ${generatedId},
       user_id bigint not null references users (id) on delete cascade,
       uuid ${text} not null unique,
       credential ${text} not null unique,
       ${texts(text, ['name', 'public_key', 'transports', 'host'])},
       counter bigint not null,
       synced integer not null,
       created_at bigint not null,
       last_used_at bigint)`,
    'create index passkeys_by_user on passkeys (user_id)',
    `create table used_challenges (digest ${text} primary key, expires_at bigint not null)`,
    `create table recovery_codes (
       digest ${text} primary key,
       user_id bigint not null references users (id) on delete cascade,
       created_at bigint not null)`,
    'create index recovery_codes_by_user on recovery_codes (user_id)',
  ]
}
