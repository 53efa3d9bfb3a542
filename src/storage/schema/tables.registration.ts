import type { Generated } from 'kysely'
import type { GuestNews, GuestNoticeKind, GuestState } from '../../pure/params/guests.ts'
import type { EpochSeconds } from './tables.ts'

/** What is counted of an event and does not follow from its guests, some of whom may be erased. */
export interface RegistrationCountsTable {
  event_id: number
  /** The number of who came last. */
  last_number: Generated<number>
  /** How many were there in all, also those who never registered; null: nobody has counted. */
  head_count: Generated<number | null>
}

/** What is left of the guests of an event once they are erased: numbers. It stays where the event is gone. */
export interface RegistrationTotalsTable {
  event_id: number
  /** Entries that had a place, and their people. */
  registered: number
  people: number
  canceled: number
  /** Entries that stood in line at the end. */
  waited: number
  /** People who were seen at the door. */
  arrived: number
  /** The month in which the event began, as “2031-05”. */
  month: Generated<string>
  /** Offers that nobody took in time. */
  missed_offers: Generated<number>
  /** How many were there in all, also those who never registered; null: nobody has counted. */
  head_count: Generated<number | null>
}

/** Registrations that have changed and of which webhooks are to be told. */
export interface RegistrationNewsTable {
  event_id: number
  /** How often it has changed: what changes while it is told is told again. */
  number: Generated<number>
  /** When it last changed. */
  changed_at: EpochSeconds
}

/** Who has put their name down for an event. Their ids are a sequence of their own: nothing of them is in any record. */
export interface GuestsTable {
  id: Generated<number>
  event_id: number
  /** In the order in which they came, from 1 for each event. */
  number: number
  state: GuestState
  name: string
  /** Empty where none was given. */
  email: string
  email_folded: string
  /** JSON of what they answered, by the key of the question. */
  answers: string
  /** What editors note of them. */
  note: string
  /** The BCP 47 tag of their language; empty for that of the site. */
  locale: string
  /** What they show at the door. */
  code: string
  /** What they are to be told by mail next; empty: nothing. What is newer takes the place of what was not told yet. */
  tell: GuestNews
  /** How many come, they themselves included. */
  party: Generated<number>
  /** Who has put them down, if that was an editor. */
  by_user: number | null
  /** Until when they have to say that it was them; null: they have, or need not. */
  confirm_by: EpochSeconds | null
  offer_until: EpochSeconds | null
  consented_at: EpochSeconds | null
  reminded_at: EpochSeconds | null
  mailed_at: EpochSeconds | null
  arrived: Generated<number>
  arrived_at: EpochSeconds | null
  /** By which of several arrivals of the same moment one wins. */
  arrival_stamp: Generated<string>
  created_at: EpochSeconds
  changed_at: EpochSeconds
  changed_by: number | null
  /** What an editor says to them in the mail that tells them next; empty: nothing. */
  said: Generated<string>
  /** 1: something has changed for them that no mail could tell, so that they should be called. */
  to_call: Generated<number>
}

/** Something that guests of an event are told, a few at a time. */
export interface GuestNoticesTable {
  id: Generated<number>
  event_id: number
  kind: GuestNoticeKind
  /** JSON of what they know of the event; empty where an editor writes to them. */
  before: Generated<string>
  /** What an editor writes to them: else empty. */
  subject: Generated<string>
  body: Generated<string>
  /** To whom an editor writes: states, with commas between. */
  states: Generated<string>
  created_at: EpochSeconds
  /** It is not told before: another change may follow. */
  due_at: EpochSeconds
  /** Up to which guest it was told; null: telling has not begun. */
  last_guest: Generated<number | null>
  /** When all were told; null: some are to be told still. */
  done_at: Generated<EpochSeconds | null>
}
