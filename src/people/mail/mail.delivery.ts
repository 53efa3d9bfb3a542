import type { Selectable } from 'kysely'
import type { Database } from '../../storage/db/dialect.ts'
import type { MailOutboxTable } from '../../storage/schema/tables.mail.ts'
import type { DeliveryOutcome } from '../delivery/delivery.tally.ts'
import { type Delivery, createDelivery, type Channel } from '../delivery/delivery.worker.ts'
import { DeliveryFault } from '../delivery/delivery.fault.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import { forgetMail, forgetOldMails, giveUpMail } from './mail.end.write.ts'
import { storedJson } from '../../pure/text/stored.ts'
import type { OutgoingMail, Transport } from './mail.transport.ts'
import type { CalendarMessage } from './mail.write.ts'

/** What sending mails takes. */
export interface MailParts {
  readonly db: Database
  readonly now: () => Temporal.Instant
  readonly log: (message: string) => void
  readonly count: (outcome: DeliveryOutcome) => void
  /** What takes them; undefined where none are sent by this process. */
  readonly transport: Transport | undefined
}

/** How often old mails are looked for that are to be forgotten, in seconds. */
const forgetEvery_s = 3600

/**
 * Sends the mails of the outbox: once it is handed over, nothing is left of a mail. Where none are sent, what waits is forgotten
 * all the same.
 */
export function createMailDelivery({ transport, ...parts }: MailParts): Delivery {
  const { db, now } = parts
  const delivery = transport && createDelivery({ ...parts, channel: channelOf(transport, now) })
  let forget_at = -Infinity
  return {
    sendDue: async () => {
      const at = epochSeconds(now())
      if (hasCome(forget_at, at, forgetEvery_s)) {
        await forgetOldMails(db, at)
        forget_at = at + forgetEvery_s
      }
      return (await delivery?.sendDue()) ?? 0
    },
    close: async () => delivery?.close(),
  }
}

function channelOf(transport: Transport, now: () => Temporal.Instant): Channel<'mail_outbox'> {
  return {
    table: 'mail_outbox',
    send: async (row, ended) => {
      if (row.expires_at !== null && row.expires_at <= epochSeconds(now()))
        throw new DeliveryFault('The link in it has ended.', { isFinal: true })
      await transport(outgoing(row), ended)
    },
    sent: (tx, row) => forgetMail(tx, row, epochSeconds(now())),
    givenUp: giveUpMail,
    called: ({ id, kind }) => `Mail ${id} (${kind})`,
  }
}

function outgoing(row: Selectable<MailOutboxTable>): OutgoingMail {
  const { kind, recipient, subject, body_text, body_html, message_key, created_at, reply_to, calendar } = row
  return {
    kind,
    to: recipient,
    subject,
    text: body_text,
    html: body_html,
    key: message_key,
    at: created_at,
    replyTo: reply_to,
    // It was written by this program, in the transaction that queued the mail.
    calendar: calendar === '' ? undefined : (storedJson('calendar', calendar) as CalendarMessage),
  }
}
