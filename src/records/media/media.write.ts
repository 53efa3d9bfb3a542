import {
  type Caller,
  can,
  forbidden,
  type Right,
  rightToDelete,
  rightToEdit,
} from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Faults } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { isUnchanged } from '../posts/posts.unchanged.ts'
import { flagOf, removePost } from '../posts/posts.write.ts'
import { foldedMedia, removeFiles } from './media.keep.ts'
import type { SentMedia } from './media.params.ts'
import { findMedia } from './media.query.ts'
import { filesOf, type MediaRow, uploadOf } from './media.record.ts'
import { isDecided } from './media.uses.query.ts'

/** Checks a row before it changes, such as against If-Match, and throws to refuse the change. */
export type Guard = (row: MediaRow) => Promise<void>

/** A change to an existing image: which one, by whom, and what to check before. */
export interface MediaChange {
  readonly id: number
  readonly caller: Caller
  /** The faults of an ID that no image has, or a refusal of its own, which it throws. */
  readonly unknown: (id: number) => Faults
  readonly guard: Guard
}

/** Rights to an image are those to a published post (`wire-others.md` 4). */
export function ownershipOf({ author_id }: Pick<MediaRow, 'author_id'>) {
  return { author_id, status: 'publish', status_before: null } as const
}

/** What is said of an image changes with the rights to a draft, as long as nothing features it that is public, or was decided to be. */
export async function ownershipToSay(db: Reader, row: Pick<MediaRow, 'id' | 'author_id'>) {
  const owned = ownershipOf(row)
  return (await isDecided(db, row.id)) ? owned : ({ ...owned, status: 'draft' } as const)
}

/** Changes the texts that were sent and leaves the rest (D7). */
export async function updateMedia(
  context: Context,
  sent: SentMedia,
  change: MediaChange & { now: Temporal.Instant },
): Promise<void> {
  await context.db.write(async (tx) => {
    const row = await mediaToChange(tx, change, async (caller, one) =>
      rightToEdit(caller, await ownershipToSay(tx, one)),
    )
    const changed: MediaRow = { ...row, ...said(sent), modified_at: epochSeconds(change.now) }
    if (isUnchanged(row, changed)) return
    const { id: _id, ...columns } = { ...changed, folded: foldedMedia(changed) }
    await tx.updateTable('media').set(columns).where('id', '=', row.id).execute()
  })
}

/** What is said of an image, in stored form. */
function said({ focus, decorative, ...texts }: SentMedia): Partial<MediaRow> {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])),
    ...(focus === undefined ? {} : { focus_x: focus?.x ?? null, focus_y: focus?.y ?? null }),
    ...(decorative === undefined ? {} : { decorative: flagOf(decorative) }),
  }
}

/** Removes the image for good: from everything that features it, then its files; `answer` is made of it within the transaction. */
export async function removeMedia<Answer>(
  { db, media }: Context,
  change: MediaChange,
  answer: (removed: MediaRow) => Answer,
): Promise<Answer> {
  const { row, answered } = await db.write(async (tx) => {
    const removed = await mediaToChange(tx, change, byOwnership(rightToDelete))
    await removePost(tx, removed.id)
    return { row: removed, answered: answer(removed) }
  })
  // Last: files without a record are swept later, but nothing would repair a record without files.
  await removeFiles(media.store, uploadOf(row), filesOf(row))
  return answered
}

/** The right that a change of an image takes which is more than words of it. */
export function byOwnership(right: typeof rightToEdit) {
  return (caller: Caller, row: MediaRow): Right => right(caller, ownershipOf(row))
}

/** The image that is to be changed; throws 400 when it is gone, 403 when the caller lacks the right. */
export async function mediaToChange(
  db: Reader,
  { id, caller, unknown, guard }: MediaChange,
  needed: (caller: Caller, row: MediaRow) => Right | Promise<Right>,
): Promise<MediaRow> {
  const row = await findMedia(db, id)
  if (!row) throw invalidParams(unknown(id))
  const right = await needed(caller, row)
  if (!can(caller, right)) throw forbidden(caller, right)
  await guard(row)
  return row
}
