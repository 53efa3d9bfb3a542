import { randomAlphanumerics } from '../../http/auth/random.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { isEmail } from '../../pure/text/address.ts'

/** What mails are about. */
export type MailKind =
  | 'invitation'
  | 'reset'
  | 'password'
  | 'method'
  | 'confirm'
  | 'address'
  | 'refused'
  | 'test'
  | 'submission'
  | 'digest'
  | 'guest'
  | 'guest_offer'
  | 'guest_news'
  | 'guest_reminder'
  | 'guest_message'
  | 'letters'

/** What a mail tells the calendar of its reader (RFC 6047). */
export interface CalendarMessage {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly text: string
}

/** A mail to one person, as `mail.templates.ts` makes it. */
export interface Mail {
  readonly kind: MailKind
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** From then on it is not sent any more, as the link in it has ended. */
  readonly until?: EpochSeconds | undefined
  /** Which guest of an event it is to. */
  readonly guest?: number | undefined
  /** Where answers go; by default to the sender. */
  readonly replyTo?: string | undefined
  readonly calendar?: CalendarMessage | undefined
}

/** How long the random part of a Message-ID is: 128 bits, so that no two mails have the same. */
export const keyLength = 22

/**
 * Stores a mail in the transaction of its cause: it is sent if that is committed, soon after, by whichever process. Throws an
 * error for a recipient that is no e-mail address.
 */
export async function queueMail(tx: Writer, mail: Mail, now: EpochSeconds): Promise<void> {
  if (!isEmail(mail.to)) throw new Error('A mail needs one e-mail address to go to.')
  await tx
    .insertInto('mail_outbox')
    .values({
      kind: mail.kind,
      recipient: mail.to,
      // A line break would end the header.
      subject: mail.subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '),
      body_text: mail.text,
      body_html: mail.html,
      message_key: randomAlphanumerics(keyLength),
      created_at: now,
      expires_at: mail.until ?? null,
      guest_id: mail.guest ?? null,
      reply_to: mail.replyTo ?? '',
      calendar: mail.calendar ? JSON.stringify(mail.calendar) : '',
      next_try_at: now,
    })
    .execute()
}
