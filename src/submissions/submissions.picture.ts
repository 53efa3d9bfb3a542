import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { hiddenFolder } from '../files/names.ts'
import type { FileStore } from '../files/store.ts'
import { contentTypeOf } from '../files/types.ts'
import type { UploadedFile } from '../http/resource.ts'
import { keepImage } from '../media/media.keep.ts'
import { refusalOf, titleOf } from '../media/media.choose.ts'
import type { MediaTools } from '../media/media.tools.ts'
import type { Context } from '../posts/context.ts'
import type { SubmissionRow } from './submissions.query.ts'

/** The largest picture that is taken, in bytes: what telephones make is smaller. */
export const pictureLimit = 10 * 1024 * 1024

/**
 * Checks a picture as all images are, and keeps it, converted, without what the camera wrote into it, where nobody sees it; answers
 * its key. Throws 400 for `file`, or 503 while too many images wait.
 */
export async function storePicture({ store, worker }: MediaTools, file: UploadedFile): Promise<string> {
  const { main, facts } = await worker.convertImage(file.bytes, 'picture').catch((error: unknown) => {
    throw refusalOf(error, 'file')
  })
  const key = `${hiddenFolder}${randomBytes(16).toString('hex')}.${facts.extension}`
  await store.put(key, main.bytes, facts.mimeType)
  return key
}

/** The bytes of a picture and their type; undefined where it is not there any more. */
export async function readPicture(
  store: FileStore,
  key: string,
): Promise<{ readonly bytes: Buffer; readonly contentType: string } | undefined> {
  const opened = await store.open(key)
  return opened && { bytes: await buffer(opened.stream), contentType: contentTypeOf(key) ?? 'image/jpeg' }
}

/** Keeps the picture of a submission among the images of the calendar; answers its ID, or undefined where there is none any more. */
export async function keepPicture(
  { db, media }: Context,
  row: Pick<SubmissionRow, 'picture' | 'picture_alt' | 'title'>,
  by: { readonly author_id: number; readonly now: Temporal.Instant },
): Promise<number | undefined> {
  const picture = row.picture === null ? undefined : await readPicture(media.store, row.picture)
  if (!picture) return undefined
  const title = titleOf(row.title)
  const texts = { title, alt_text: row.picture_alt, caption: '', credit: '' }
  return keepImage(db, media, { bytes: picture.bytes, fileName: title, ...by, ...texts })
}

/** How old a file without a submission is before it is removed, in seconds: its submission may still be on its way. */
const orphanAfter_s = 3600

/** Removes pictures that a crash has left without a submission. */
export async function sweepPictures({ db, media }: Context, now: number): Promise<void> {
  const rows = await db.read
    .selectFrom('submissions')
    .select('picture')
    .where('picture', 'is not', null)
    .execute()
  const known = new Set(rows.map(({ picture }) => picture))
  const orphans: string[] = []
  for await (const { key, modifiedAt } of media.store.list(hiddenFolder))
    if (!known.has(key) && modifiedAt < now - orphanAfter_s) orphans.push(key)
  if (orphans.length > 0) await media.store.remove(orphans)
}
