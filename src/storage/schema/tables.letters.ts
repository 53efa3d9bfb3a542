import type { Generated } from 'kysely'
import type {
  Covers,
  DigestFrequency,
  IssueKind,
  LetterState,
  SubscriptionKind,
} from '../../pure/params/letters.ts'
import type { DeliveryColumns } from './tables.mail.ts'
import type { EpochSeconds, Flag } from './tables.ts'

/** An address that was confirmed: it has no name, account or password. */
export interface SubscribersTable {
  id: Generated<number>
  email: string
  email_folded: string
  /** The BCP 47 tag of its language; empty for that of the site. */
  locale: string
  confirmed_at: EpochSeconds
  /** Nothing is sent to it before; null: it is not paused. */
  paused_until: EpochSeconds | null
  /** How many letters in a row were refused because of the address. */
  refusals: Generated<number>
}

/** What somebody has asked for and not confirmed yet. Once that is done its addresses are gone; the row stays for its time. */
export interface SubscriptionRequestsTable {
  id: Generated<number>
  email: string | null
  email_folded: string | null
  locale: string
  /** JSON in its one form, so that what was asked for twice is one row. */
  wanted: string
  created_at: EpochSeconds
  /** When it was asked for last: it ends so long after that. */
  asked_at: EpochSeconds
  /** null: whoever it belongs to is to be written to. */
  mailed_at: EpochSeconds | null
  /** How many mails it has made. */
  mails: Generated<number>
  done_at: EpochSeconds | null
}

/** A list of events that is sent again and again, shared by all who asked for the same. */
export interface DigestsTable {
  id: Generated<number>
  /** Its filter and rhythm in their one form. */
  key: string
  filter: string
  frequency: DigestFrequency
  /** From 1 for Monday to 7; null unless it is weekly. */
  weekday: number | null
  /** From 1 to 28; null unless it is monthly. */
  day: number | null
  /** The wall clock of the site, `HH:MM`. */
  at: string
  covers: Covers
  /** null: it rests. */
  next_due_at: EpochSeconds | null
  /** Why it rests, as a sentence. */
  fault: string | null
}

/** One thing that a subscriber has asked for. */
export interface SubscriptionsTable {
  id: Generated<number>
  subscriber_id: number
  kind: SubscriptionKind
  /** The digest, event, series or list. */
  target_id: number
  /** How many minutes before the start they are reminded; null: not at all. */
  remind: number | null
  /** Whether they are told of changes. */
  changes: Generated<Flag>
  created_at: EpochSeconds
}

/** An event of which somebody is told when it changes. */
export interface WatchedEventsTable {
  event_id: number
  /** JSON of its facts as they are known to those who watch it. */
  told: string
  /** When it is compared with that; null: nothing has changed. */
  due_at: EpochSeconds | null
}

/** What people subscribe to of which editors write the letters. */
export interface LetterListsTable {
  id: Generated<number>
  name: string
  slug: string
  description: string
  public: Flag
  created_at: EpochSeconds
  modified_at: EpochSeconds
}

/** A letter of editors to the subscribers of a list. */
export interface LettersTable {
  id: Generated<number>
  list_id: number
  subject: string
  /** HTML, cleaned. */
  intro: string
  /** JSON list of the ids of its events, in order. */
  events: string
  /** The BCP 47 tag of the language of its texts; empty for that of the site. */
  language: string
  state: LetterState
  send_at: EpochSeconds | null
  expires_hours: number
  author_id: number | null
  created_at: EpochSeconds
  modified_at: EpochSeconds
}

/** One mail to many: it has no personal data, and is kept for a while. */
export interface LetterIssuesTable {
  id: Generated<number>
  /** What it is, so that it is made once. */
  issue_key: string
  kind: IssueKind
  /** The digest, event, series or letter. */
  target_id: number
  made_at: EpochSeconds
  /** What waits then is too late, and goes. */
  expires_at: EpochSeconds
  recipients: number
  sent: Generated<number>
  refused: Generated<number>
  late: Generated<number>
}

/** What an issue says in a language, with two places for the links of whoever gets it; gone when no send of it waits. */
export interface LetterBodiesTable {
  issue_id: number
  locale: string
  subject: string
  text: string
  html: string
}

/** An issue that is to go to a subscriber: gone when it was sent, is too late, or was refused. It has no address. */
export interface LetterSendsTable extends DeliveryColumns {
  issue_id: number
  subscriber_id: number
  subscription_id: number
  /** What goes first: 0 for what is urgent. */
  urgency: number
  /** The random part of its Message-ID. */
  message_key: string
}

/** Who wants never to be written to: the address cannot be read from it. */
export interface BlockedAddressesTable {
  /** The HMAC of the folded address under the secret of the installation. */
  address_key: string
  created_at: EpochSeconds
}

/** The tables of what visitors are told by mail. */
export interface LetterTables {
  subscribers: SubscribersTable
  subscription_requests: SubscriptionRequestsTable
  digests: DigestsTable
  subscriptions: SubscriptionsTable
  watched_events: WatchedEventsTable
  letter_lists: LetterListsTable
  letters: LettersTable
  letter_issues: LetterIssuesTable
  letter_bodies: LetterBodiesTable
  letter_sends: LetterSendsTable
  blocked_addresses: BlockedAddressesTable
}
