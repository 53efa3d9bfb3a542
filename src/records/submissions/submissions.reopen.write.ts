import { can, forbidden } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { forgottenMark, entriesAt, findEntry, type Subject } from '../changes/changes.query.ts'
import { linkedKinds, undoIn, undoOf } from '../changes/changes.undo.write.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Foretold } from '../../pure/params/guests.ts'
import { foretold } from '../registration/guests.foretold.write.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { Writing } from '../posts/posts.write.ts'
import type { Deciding } from './submissions.decide.write.ts'
import { fieldsOf } from './submissions.difference.ts'
import type { SubmissionsParts } from './submissions.parts.ts'
import type { SubmissionRow } from './submissions.query.ts'
import { removeKept } from './submissions.sweep.write.ts'
import { addressKeyOf } from './submissions.token.ts'
import { setSubmission, submissionIn, uncountAccepted } from './submissions.write.ts'

/** How something was decided that can be decided anew. */
export type Decided = 'accepted' | 'rejected' | 'spam'

/**
 * Takes a decision back: the proposal waits again. What accepting it has made goes to the trash, and what it has changed is again what
 * it was, in one transaction. Throws 409 where that has changed since. Its sender is told with the next decision.
 */
export async function reopenSubmission(
  parts: SubmissionsParts,
  id: number,
  decided: Decided,
  deciding: Deciding,
): Promise<SubmissionRow> {
  const { context } = parts
  if (!can(deciding.caller, 'review')) throw forbidden(deciding.caller, 'review')
  const now = epochSeconds(deciding.now)
  let image_id: number | null = null
  const reopened = await context.db.write(async (tx) => {
    const row = await submissionIn(tx, id, ['waiting', decided])
    // Said again, it is said once.
    if (row.state === 'waiting') {
      await deciding.settled?.(row, tx)
      return row
    }
    const isAccepted = row.state === 'accepted'
    if (isAccepted) image_id = await takeBack(tx, row, { ...deciding, siteZone: context.siteZone })
    const { title } = fieldsOf(row).proposed
    const changed = await setSubmission(tx, row, {
      state: 'waiting',
      reason: '',
      message: '',
      decided_by: null,
      decided_at: null,
      changed_at: now,
      is_untold: 0,
      accepted_in: null,
      ...(row.kind === 'new' ? { event_id: null, ...(typeof title === 'string' ? { title } : {}) } : {}),
    })
    if (isAccepted && row.email_folded !== '')
      await uncountAccepted(tx, addressKeyOf(parts.secret, row.email_folded), now)
    await deciding.settled?.(changed, tx)
    return changed
  })
  // The picture that was sent is still there: its copy is of no use any more.
  if (image_id !== null && !(await isShown(context.db.read, image_id))) await removeKept(context, image_id)
  return reopened
}

/** What guests would be told if it were taken back that something was accepted; nothing is. */
export async function foretellReopening(
  { context: { db, siteZone } }: SubmissionsParts,
  id: number,
  { caller, now }: Pick<Writing, 'caller' | 'now'>,
): Promise<Foretold> {
  return foretold(db, now, async (tx) => {
    const row = await submissionIn(tx, id, ['waiting', 'accepted'])
    if (row.state === 'accepted') await takeBack(tx, row, { caller, now, siteZone })
  })
}

/** Whether any record has the image, whatever its status. */
async function isShown(db: Reader, id: number): Promise<boolean> {
  for (const table of ['events', 'venues', 'organizers'] as const) {
    const found = await db.selectFrom(table).select('id').where('image_id', '=', id).limit(1).execute()
    if (found.length > 0) return true
  }
  return false
}

/** Makes undone what accepting it has done; answers the ID of the picture that an event had by it and has no longer. */
async function takeBack(tx: Writer, row: SubmissionRow, writing: Writing): Promise<number | null> {
  if (row.kind === 'report') return null
  const revision = row.accepted_in
  const isKept = row.kind !== 'new' || 'title' in fieldsOf(row).proposed
  if (revision === null || !isKept || (await isForgotten(tx, revision)))
    throw new ApiError('rest_submission_not_kept')
  const event = row.event_id === null ? undefined : await findEventRow(tx, row.event_id)
  // Somebody else has seen to what was made.
  if (row.kind === 'new' && (!event || event.status === 'trash')) return null
  if (event) await undoEvent(tx, { kind: 'event', id: event.id }, { ...writing, revision })
  await trashMade(tx, { ...writing, revision })
  const after = event && (await findEventRow(tx, event.id))
  return row.kind === 'change' && event && after && event.image_id !== after.image_id ? event.image_id : null
}

/** What a transaction did, to be undone by somebody. */
interface Undoing extends Writing {
  readonly revision: number
}

async function undoEvent(tx: Writer, subject: Subject, undoing: Undoing): Promise<void> {
  // What was as proposed already was not changed.
  if (!(await findEntry(tx, subject, undoing.revision))) return
  try {
    await undoIn(tx, subject, undoing)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rest_undo_conflict') throw error
    const told: unknown = error.extras.data?.['fields']
    const fields = Array.isArray(told) ? told.map(String) : []
    throw new ApiError('rest_submission_event_changed', { fields: fields.join(', ') }, { data: { fields } })
  }
}

/** Venues and organizers that were made with an event go with it, but what others have by now, or somebody has changed, stays. */
async function trashMade(tx: Writer, undoing: Undoing): Promise<void> {
  const revisions = new Set([undoing.revision])
  for (const { kind, id, action } of await entriesAt(tx, undoing.revision))
    if (action === 'created' && kind in linkedKinds)
      await undoOf(tx, { subject: { kind, id }, revisions, isNew: true }, undoing)
}

/** Whether the history does not reach back to a transaction. */
async function isForgotten(db: Reader, revision: number): Promise<boolean> {
  const mark = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', forgottenMark)
    .executeTakeFirst()
  return mark !== undefined && revision <= Number(mark.value)
}
