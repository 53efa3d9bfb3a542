import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { UploadedFile } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import { foldedMedia, imageDigest, removeFiles, rowOf, storeFiles } from './media.keep.ts'
import { filesOf, mediaPath, uploadOf } from './media.record.ts'
import { byOwnership, type MediaChange, mediaToChange } from './media.write.ts'
import { rightToEdit } from '../../http/auth/rights.ts'

/**
 * Gives an image another file: whatever features it shows that from now on, what is said of it stays, and the addresses of the former
 * file lead to the new one. Throws an `ImageFault` when the file cannot be taken, a `BusyError` when too many wait.
 */
export async function replaceFile<Answer>(
  { db, media }: Context,
  { name, bytes }: UploadedFile,
  {
    answer,
    ...change
  }: MediaChange & {
    readonly now: Temporal.Instant
    /** What is answered, made within the transaction. */
    readonly answer: (db: Reader) => Promise<Answer>
  },
): Promise<Answer> {
  // Nothing is converted for somebody who may not do it.
  await mediaToChange(db.read, change, byOwnership(rightToEdit))
  const converted = await media.worker.convertImage(bytes, 'image')
  const { key, keys } = await storeFiles(db, media.store, { now: change.now, fileName: name }, converted)
  let replaced
  try {
    replaced = await db.write(async (tx) => {
      const row = await mediaToChange(tx, change, byOwnership(rightToEdit))
      const files = rowOf(key, converted)
      await tx
        .updateTable('media')
        .set({
          ...files,
          digest: imageDigest(bytes),
          modified_at: epochSeconds(change.now),
          folded: foldedMedia({ ...row, ...files }),
          // Of another picture it is another place.
          focus_x: null,
          focus_y: null,
        })
        .where('id', '=', row.id)
        .execute()
      // Files are looked for by the name of the upload, and shown in the size that their address names.
      await rememberAddresses(
        tx,
        [uploadOf(row), row.file].map((file) => ({
          address: `${mediaPath}/${file}`,
          kind: 'image',
          id: row.id,
        })),
      )
      return { row, answered: await answer(tx) }
    })
  } catch (error) {
    await removeFiles(media.store, key, keys)
    throw error
  }
  await removeFiles(media.store, uploadOf(replaced.row), filesOf(replaced.row))
  return replaced.answered
}
