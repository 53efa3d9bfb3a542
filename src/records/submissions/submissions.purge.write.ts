import { forgetMailsTo } from '../../people/mail/mail.end.write.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { FileStore } from '../../storage/files/store.ts'
import type { SubmissionRow } from './submissions.query.ts'

const day_s = 86_400

/** How long it is waited for who sent something to confirm it, in seconds. */
export const unconfirmedFor_s = 2 * day_s

/** How long it is known who sent something after it was decided on, in seconds. */
const decidedFor_s = 30 * day_s

/** How long something is kept after the event that it is about, whatever has become of it, in seconds. */
const afterEvent_s = 30 * day_s

/** How long it is known of an address that nothing more comes from how much of it was accepted, in seconds. */
const countedFor_s = 730 * day_s

/** What is left of an accepted submission of which it is not known any more who sent it: what its link tells. */
const nobody = {
  email: '',
  email_folded: '',
  name: '',
  note: '',
  message: '',
  user_id: null,
  proposed: '{}',
  base: '{}',
}

/** Where submissions and their pictures are. */
interface Places {
  readonly db: Database
  readonly store: FileStore
}

/** Removes what has waited too long, and who sent what was decided on a while ago; answers how many of both. */
export async function purgeSubmissions({ db, store }: Places, now: EpochSeconds): Promise<number> {
  const removed = await db.write(async (tx) => {
    const rows = await tx
      .deleteFrom('submissions')
      .where((row) =>
        row.or([
          row.and([row('state', '=', 'unconfirmed'), row('created_at', '<=', now - unconfirmedFor_s)]),
          row.and([
            row('state', 'in', ['rejected', 'withdrawn', 'spam']),
            row('decided_at', '<=', now - decidedFor_s),
          ]),
          row.and([row('ends_at', '<=', now - afterEvent_s), row('changed_at', '<=', now - afterEvent_s)]),
        ]),
      )
      .returning(['id', 'picture'])
      .execute()
    const forgotten = await tx
      .updateTable('submissions')
      .set({ ...nobody, picture: null, picture_alt: '' })
      .where('state', '=', 'accepted')
      .where('decided_at', '<=', now - decidedFor_s)
      .where('email_folded', '<>', '')
      .returning(['id'])
      .execute()
    await tx
      .deleteFrom('submitters')
      .where('changed_at', '<=', now - countedFor_s)
      .execute()
    return { rows, forgotten }
  }, 'aside')
  await removePictures(store, removed.rows)
  return removed.rows.length + removed.forgotten.length
}

/** What was removed of an address. */
export interface Erased {
  readonly submissions: number
  readonly mails: number
}

/**
 * Removes everything that was proposed under an address, how much of it was accepted, and the mails to it that wait. What became an
 * event stays: it is the calendar's. Nothing of it is left in the files of the database.
 */
export async function eraseAddress(
  { db, store }: Places,
  { folded, key }: { readonly folded: string; readonly key: string },
): Promise<Erased> {
  const { rows, mails } = await db.write(async (tx) => {
    const gone = await tx
      .deleteFrom('submissions')
      .where('email_folded', '=', folded)
      .returning(['id', 'picture'])
      .execute()
    await tx.deleteFrom('submitters').where('address_key', '=', key).execute()
    return { rows: gone, mails: await forgetMailsTo(tx, folded) }
  }, 'aside')
  await removePictures(store, rows)
  await db.scrub(['submissions', 'submitters', 'mail_outbox'])
  return { submissions: rows.length, mails }
}

async function removePictures(
  store: FileStore,
  rows: readonly Pick<SubmissionRow, 'picture'>[],
): Promise<void> {
  const keys = rows.flatMap(({ picture }) => picture ?? [])
  if (keys.length > 0) await store.remove(keys)
}
