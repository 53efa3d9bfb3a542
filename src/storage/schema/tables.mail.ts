import type { Generated } from 'kysely'
import type { EpochSeconds } from './tables.ts'

/** What tables have in common whose rows are sent to somebody else, again and again until that succeeds. */
export interface DeliveryColumns {
  id: Generated<number>
  created_at: EpochSeconds
  /** How often sending it has begun. */
  attempts: Generated<number>
  /** It is not sent before: a process is sending it, or the last attempt failed. */
  next_try_at: EpochSeconds
  /** What the last attempt failed for, as a sentence. */
  fault: string | null
  /** When it was given up; null as long as it is to be sent. */
  failed_at: EpochSeconds | null
}

/** A mail that is to be sent, stored in the transaction of its cause. Once it is sent the row is gone; given up, it holds no personal data. */
export interface MailOutboxTable extends DeliveryColumns {
  /** What it is about. */
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** The random part of its Message-ID, the same at every attempt. */
  message_key: string
  /** From then on it would be of no use, as the link in it has ended; null: none of that. */
  expires_at: EpochSeconds | null
  /** Which guest of an event it is to; null: none. */
  guest_id: Generated<number | null>
  /** Where answers go; empty: to the sender. */
  reply_to: Generated<string>
  /** JSON of what is for the calendar of its reader, `{method, text}`; empty: nothing. */
  calendar: Generated<string>
}
