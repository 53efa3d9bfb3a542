import type { Database, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { lastSent } from './mail.query.ts'

/** How long a mail waits where no process sends any, in seconds: longer than all attempts take. */
const longestWait_s = 4 * 86_400

/** How long it is known that a mail was given up, in seconds. */
const rememberedFor_s = 30 * 86_400

/** What is left of a mail that was given up. */
const nothing = { recipient: '', subject: '', body_text: '', body_html: '', reply_to: '', calendar: '' }

/** Removes a mail that was handed over; nothing is left of it but when that was. */
export async function forgetMail(
  tx: Writer,
  { id }: { readonly id: number },
  at: EpochSeconds,
): Promise<void> {
  await tx.deleteFrom('mail_outbox').where('id', '=', id).execute()
  await tx
    .insertInto('installation')
    .values({ name: lastSent, value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute()
}

/** Gives a mail up: why and when is kept for a month, but neither to whom it was nor what it said. */
export async function giveUpMail(
  tx: Writer,
  { id }: { readonly id: number },
  { fault, at }: { readonly fault: string; readonly at: EpochSeconds },
): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ ...nothing, fault, failed_at: at })
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .execute()
}

/** Gives up mails that nobody sends, as no server is set any more, and forgets those that were given up long ago. */
export async function forgetOldMails(db: Database, now: EpochSeconds): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .updateTable('mail_outbox')
      .set({ ...nothing, fault: 'It was not sent in time.', failed_at: now })
      .where('failed_at', 'is', null)
      .where((row) =>
        row.or([row('created_at', '<=', now - longestWait_s), row('expires_at', '<=', now - 86_400)]),
      )
      .execute()
    await tx
      .deleteFrom('mail_outbox')
      .where('failed_at', '<=', now - rememberedFor_s)
      .execute()
  }, 'aside')
}

/**
 * Removes the mails to an address that wait, and answers how many. They are few, and their recipients as they were typed. `kinds`: a pattern
 * of those that are meant.
 */
export async function forgetMailsTo(tx: Writer, folded: string, kinds = '%'): Promise<number> {
  const waiting = await tx
    .selectFrom('mail_outbox')
    .select(['id', 'recipient'])
    .where('recipient', '<>', '')
    .where('kind', 'like', kinds)
    .execute()
  const ids = waiting.filter(({ recipient }) => foldedAddress(recipient) === folded).map(({ id }) => id)
  for (const some of inParts(ids)) await tx.deleteFrom('mail_outbox').where('id', 'in', some).execute()
  return ids.length
}
