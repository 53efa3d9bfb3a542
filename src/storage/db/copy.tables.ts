import type { GeneratedTable } from './dialect.ts'
import type { Tables } from '../schema/tables.all.ts'

/** A table that is copied; not what is of one database: the number of its transactions, the log that indexes follow, and a view. */
export type CopiedTable = Exclude<keyof Tables, 'revision' | 'changes' | 'event_links'>

type Keys = { readonly [Table in CopiedTable]: readonly (keyof Tables[Table] & string)[] }

/**
 * The key of every copied table, by which its rows are identified and ordered. Tables are in the order in which they are
 * copied: rows come after those that they refer to.
 */
const keys: Keys = {
  users: ['id'],
  app_passwords: ['id'],
  tokens: ['id'],
  sessions: ['id'],
  one_time_links: ['token_hash'],
  failed_sign_ins: ['network', 'login'],
  items: ['id'],
  media: ['id'],
  media_sources: ['url'],
  venues: ['id'],
  organizers: ['id'],
  terms: ['id'],
  series: ['id'],
  events: ['id'],
  event_venues: ['event_id', 'position'],
  event_organizers: ['event_id', 'position'],
  event_terms: ['event_id', 'term_id'],
  event_notes: ['event_id'],
  event_decisions: ['event_id'],
  tickets: ['id'],
  registration_counts: ['event_id'],
  registration_totals: ['event_id'],
  registration_news: ['event_id'],
  guests: ['id'],
  guest_notices: ['id'],
  geocoding_cache: ['address'],
  import_sources: ['id'],
  import_keys: ['source_id', 'kind', 'source_key'],
  import_pages: ['source_id', 'address'],
  import_remarks: ['source_id', 'number'],
  import_schedules: ['id'],
  imports: ['id'],
  import_ends: ['id'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  redirects: ['path'],
  mail_outbox: ['id'],
  identities: ['issuer', 'subject'],
  submissions: ['id'],
  submitters: ['address_key'],
  subscribers: ['id'],
  subscription_requests: ['id'],
  digests: ['id'],
  subscriptions: ['id'],
  watched_events: ['event_id'],
  letter_lists: ['id'],
  letters: ['id'],
  letter_issues: ['id'],
  letter_bodies: ['issue_id', 'locale'],
  letter_sends: ['id'],
  blocked_addresses: ['address_key'],
  passkeys: ['id'],
  used_challenges: ['digest'],
  recovery_codes: ['digest'],
  repeats: ['digest'],
  installation: ['name'],
  settings: ['name'],
  fields: ['id'],
  history: ['kind', 'id', 'revision'],
  history_values: ['kind', 'id', 'revision', 'field'],
}

/** The columns of a table's key. */
export function keyOf(table: CopiedTable): readonly string[] {
  return keys[table]
}

/** The tables that are copied, in that order. */
export const copiedTables = Object.keys(keys) as readonly CopiedTable[]

const generated: Readonly<Record<GeneratedTable, true>> = {
  items: true,
  terms: true,
  tickets: true,
  guests: true,
  guest_notices: true,
  users: true,
  app_passwords: true,
  tokens: true,
  sessions: true,
  passkeys: true,
  import_sources: true,
  import_schedules: true,
  imports: true,
  mail_outbox: true,
  submissions: true,
  fields: true,
  subscribers: true,
  subscription_requests: true,
  digests: true,
  subscriptions: true,
  letter_lists: true,
  letters: true,
  letter_issues: true,
  letter_sends: true,
  import_ends: true,
  webhooks: true,
  webhook_deliveries: true,
}

/** The tables whose ids the database generates. */
export const generatedTables = Object.keys(generated) as readonly GeneratedTable[]
