import { spentHeaders, type Standing } from '../../http/rateLimit.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { SubmissionsTable } from '../../storage/schema/tables.submissions.ts'
import type { SubmissionState } from '../../pure/params/submissions.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { showsSame } from './submissions.picture.ts'
import { countFrom, countIn, findSubmission, openStates, type SubmissionRow } from './submissions.query.ts'

/** How many may wait: those that nobody has confirmed yet, and those that editors look at. */
export interface Room {
  readonly queue: number
  /** How many an address may send in a day. */
  readonly daily: number
}

/** How long it may take until there is room again, in seconds, for who is told to come back. */
const comeBack_s = 3600

/** How many of one address may wait to be confirmed: more mails than these are sent to nobody who has not asked for any. */
const mostUnconfirmed = 3

const day_s = 86_400

/** What is sent again within this time is what was sent before, in seconds: a button pressed twice, or a program that had no answer. */
const repeats_s = 600

/** What was sent before with the same content by the same sender, within minutes, and not taken back. */
export async function findRepeated(
  db: Reader,
  row: Insertable<SubmissionsTable>,
): Promise<SubmissionRow | undefined> {
  const { email_folded, user_id, event_id, kind, proposed, note, name, picture_alt, created_at } = row
  const found = await db
    .selectFrom('submissions')
    .selectAll()
    .where('email_folded', '=', email_folded)
    .where('created_at', '>', created_at - repeats_s)
    .where('created_at', '<=', created_at)
    .where('user_id', user_id === null ? 'is' : '=', user_id ?? null)
    .where('event_id', event_id === null ? 'is' : '=', event_id ?? null)
    .where((one) => one.and({ kind, proposed, note, name, picture_alt }))
    .where('state', '<>', 'withdrawn')
    .orderBy('id', 'desc')
    .execute()
  return found.find(({ picture }) => showsSame(picture, row.picture ?? null))
}

/** Stores a submission, unless too many wait; throws 429. */
export async function insertSubmission(
  tx: Writer,
  row: Insertable<SubmissionsTable>,
  { queue, daily }: Room,
): Promise<SubmissionRow> {
  const states: readonly SubmissionState[] = row.state === 'unconfirmed' ? ['unconfirmed'] : openStates
  if ((await countIn(tx, states)) >= queue)
    throw full('rest_submissions_full', { name: 'submissions-waiting', quota: queue, reset_s: comeBack_s })
  const isUnconfirmed = row.state === 'unconfirmed'
  const most = isUnconfirmed ? Math.min(mostUnconfirmed, daily) : daily
  const since = row.created_at - day_s
  const before = isUnconfirmed
    ? await countUnconfirmed(tx, row.email_folded ?? '')
    : await countFrom(tx, row.email_folded ?? '', since)
  if (row.email_folded !== '' && before >= most)
    throw full('rest_submissions_often', {
      name: 'submissions-sender',
      quota: most,
      window_s: day_s,
      reset_s: day_s,
    })
  return tx.insertInto('submissions').values(row).returningAll().executeTakeFirstOrThrow()
}

async function countUnconfirmed(db: Reader, email_folded: string): Promise<number> {
  const rows = await db
    .selectFrom('submissions')
    .select('id')
    .where('email_folded', '=', email_folded)
    .where('email_folded', '<>', '')
    .where('state', '=', 'unconfirmed')
    .execute()
  return rows.length
}

function full(
  code: 'rest_submissions_full' | 'rest_submissions_often',
  limit: Omit<Standing, 'left'>,
): ApiError {
  return new ApiError(code, { seconds: limit.reset_s }, { headers: spentHeaders(limit) })
}

/** The submission as it is within the transaction, in one of these states. Throws 404, or 409 where it stands otherwise. */
export async function submissionIn(
  tx: Reader,
  id: number,
  states: readonly SubmissionState[],
): Promise<SubmissionRow> {
  const row = await findSubmission(tx, id)
  if (!row) throw new ApiError('rest_submission_not_found', { id })
  if (!states.includes(row.state)) throw new ApiError('rest_submission_not_open', { state: row.state })
  return row
}

/** Changes columns of a submission; answers it as it is then. */
export async function setSubmission(
  tx: Writer,
  { id }: Pick<SubmissionRow, 'id'>,
  columns: Updateable<SubmissionsTable>,
): Promise<SubmissionRow> {
  return tx
    .updateTable('submissions')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts something accepted of an address, which is not blocked any more. */
export async function countAccepted(tx: Writer, address_key: string, now: EpochSeconds): Promise<number> {
  const { accepted } = await tx
    .insertInto('submitters')
    .values({ address_key, accepted: 1, trusted_by: null, blocked_by: null, changed_at: now })
    .onConflict((conflict) =>
      conflict.column('address_key').doUpdateSet((row) => ({
        accepted: row('submitters.accepted', '+', 1),
        blocked_by: null,
        changed_at: now,
      })),
    )
    .returning('accepted')
    .executeTakeFirstOrThrow()
  return accepted
}

/** The transaction that is being made, as the history has it. */
export async function revisionIn(tx: Reader): Promise<number> {
  const { number } = await tx.selectFrom('revision').select('number').executeTakeFirstOrThrow()
  return number
}

/** How many of an address were accepted before whoever sends from it may be trusted. */
export const acceptedToTrust = 3

/** Counts something accepted of an address no more; whoever has too few left is not trusted any more. */
export async function uncountAccepted(tx: Writer, address_key: string, now: EpochSeconds): Promise<void> {
  const known = await tx
    .selectFrom('submitters')
    .select('accepted')
    .where('address_key', '=', address_key)
    .executeTakeFirst()
  if (!known) return
  const accepted = Math.max(0, known.accepted - 1)
  await tx
    .updateTable('submitters')
    .set({ accepted, changed_at: now, ...(accepted < acceptedToTrust ? { trusted_by: null } : {}) })
    .where('address_key', '=', address_key)
    .execute()
}

/** Has what comes from an address published at once, or looked at again. */
export async function trustAddress(
  tx: Writer,
  address_key: string,
  { by, now }: { readonly by: number | null; readonly now: EpochSeconds },
): Promise<void> {
  await tx
    .updateTable('submitters')
    .set({ trusted_by: by, changed_at: now })
    .where('address_key', '=', address_key)
    .execute()
}

/** Has what comes from an address from now on taken for spam. */
export async function blockAddress(
  tx: Writer,
  address_key: string,
  { by, now }: { readonly by: number; readonly now: EpochSeconds },
): Promise<void> {
  await tx
    .insertInto('submitters')
    .values({ address_key, accepted: 0, trusted_by: null, blocked_by: by, changed_at: now })
    .onConflict((conflict) =>
      conflict.column('address_key').doUpdateSet({ trusted_by: null, blocked_by: by, changed_at: now }),
    )
    .execute()
}
