import { expect, test } from 'vitest'
import { columns } from '../../src/storage/index/columns.ts'
import { eventColumns, ticketColumns, widening } from '../../src/storage/schema/changeLog.ts'
import type { Tables } from '../../src/storage/schema/tables.all.ts'

test.each([
  ['events', eventColumns],
  ['tickets', ticketColumns],
] as const)('every column of %s that the index reads is logged when it changes', (table, logged) => {
  const names = Object.values(columns).flatMap(({ sql }) =>
    [...sql.matchAll(new RegExp(`\\b${table}\\.(\\w+)`, 'g'))].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(2)
  // What has another id is another record.
  expect(names.filter((name) => name !== 'id' && !logged.some((one) => one === name))).toEqual([])
})

/** Each is a table that there is. */
const widened = Object.keys(widening) as (keyof typeof widening)[] satisfies (keyof Tables)[]

/** Tables of which no kept answer that outlives a write shows anything: why. One that is said nowhere does not compile. */
const elsewhere: Readonly<Record<Exclude<keyof Tables, keyof typeof widening>, string>> = {
  revision: 'it says who writes, and is no answer',
  changes: 'the log itself',
  events: 'an event’s: each row is in the log',
  event_venues: 'an event’s',
  event_organizers: 'an event’s',
  event_terms: 'an event’s',
  tickets: 'an event’s',
  import_keys: 'an event’s',
  registration_counts: 'for who may edit an event',
  registration_totals: 'for who may edit events',
  registration_news: 'for programs elsewhere',
  guests: 'for who may edit an event; what everybody is shown of them stands with it',
  guest_notices: 'for who may edit an event',
  event_links: 'a view of the above',
  event_notes: 'for who may edit, whose answers are not kept',
  event_decisions: 'for who may edit',
  items: 'what kind of record has an id, which never changes',
  history: 'answers of the feed say nothing of what they are made of, and go with each write',
  history_values: 'the same',
  geocoding_cache: 'lists around a place that was typed say nothing of what they are made of',
  submissions: 'for who decides, and for who has the link',
  submitters: 'the same',
  subscribers: 'for whom they are, by their link, and administrators',
  subscription_requests: 'shown to nobody',
  digests: 'for editors, and who has the link',
  subscriptions: 'the same',
  watched_events: 'shown to nobody',
  letter_lists: 'for editors, and on pages that are kept by nobody',
  letters: 'for editors',
  letter_issues: 'for editors',
  letter_bodies: 'shown to nobody',
  letter_sends: 'shown to nobody',
  blocked_addresses: 'shown to nobody',
  import_sources: 'for who imports',
  import_pages: 'for who imports',
  import_remarks: 'for who imports',
  import_schedules: 'for who imports',
  imports: 'for who imports',
  import_ends: 'for who imports',
  webhooks: 'for administrators',
  webhook_deliveries: 'for administrators',
  mail_outbox: 'shown to nobody',
  app_passwords: 'for their user',
  tokens: 'for their user',
  sessions: 'for their user',
  one_time_links: 'shown to nobody',
  identities: 'for their user',
  failed_sign_ins: 'shown to nobody',
  passkeys: 'for their user',
  used_challenges: 'shown to nobody',
  recovery_codes: 'for their user',
  repeats: 'for who has written',
}

test('each table widens, is an event’s, or no public answer that outlives a write shows it', () => {
  for (const [table, why] of Object.entries(elsewhere)) {
    expect(why, table).not.toBe('')
    expect(widened, table).not.toContain(table)
  }
})
