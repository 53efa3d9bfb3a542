import type { Selectable } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { MailOutboxTable } from '../../storage/schema/tables.mail.ts'

/** Where it is remembered when the last mail was handed over. */
export const lastSent = 'mail_sent'

/** How many mails are told of at most. */
const mostTold = 100

/** A mail that waits or was given up, without what it says and to whom. */
export type QueuedMail = Pick<
  Selectable<MailOutboxTable>,
  'id' | 'kind' | 'created_at' | 'attempts' | 'next_try_at' | 'failed_at' | 'fault'
>

/** The mails that wait or were given up, the newest first; the newest hundred of them. */
export async function queuedMails(db: Reader): Promise<QueuedMail[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'created_at', 'attempts', 'next_try_at', 'failed_at', 'fault'])
    .orderBy('id', 'desc')
    .limit(mostTold)
    .execute()
}

/** How many mails wait. */
export async function countWaitingMails(db: Reader): Promise<number> {
  const { waiting } = await db
    .selectFrom('mail_outbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}

/** When the last mail was handed over; null where none was. */
export async function lastMailSent(db: Reader): Promise<EpochSeconds | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', lastSent)
    .executeTakeFirst()
  return row ? Number(row.value) : null
}
