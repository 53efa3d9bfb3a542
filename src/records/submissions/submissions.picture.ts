import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Writer } from '../../storage/db/dialect.ts'
import { hiddenFolder } from '../../storage/files/names.ts'
import type { FileStore } from '../../storage/files/store.ts'
import { contentTypeOf } from '../../storage/files/types.ts'
import type { UploadedFile } from '../../http/resource.ts'
import { keepImage } from '../media/media.keep.ts'
import { refusalOf, titleOf } from '../media/media.choose.ts'
import type { MediaTools } from '../../storage/images/tools.ts'
import type { Context } from '../../http/context.ts'
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
  const digest = createHash('sha256').update(main.bytes).digest('hex').slice(0, digestLength)
  const key = `${hiddenFolder}${digest}${randomBytes(16).toString('hex')}.${facts.extension}`
  await store.put(key, main.bytes, facts.mimeType)
  return key
}

/** How much of a key is of what the picture shows. */
const digestLength = 32

/** Whether two pictures, by their keys, are the same, or there is neither. */
export function showsSame(one: string | null, other: string | null): boolean {
  return shownBy(one) === shownBy(other)
}

function shownBy(key: string | null): string | undefined {
  return key?.slice(0, hiddenFolder.length + digestLength)
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
  // Noted with the record itself, so that it is found if a crash comes before the submission is accepted.
  const sourceUrl = `${row.picture}#${randomBytes(16).toString('hex')}`
  return keepImage(db, media, { bytes: picture.bytes, fileName: title, sourceUrl, ...by, ...texts })
}

/** Notes, in the transaction that accepts it, that the picture is one of the calendar from now on. */
export async function settlePicture(tx: Writer, media_id: number): Promise<void> {
  await tx
    .deleteFrom('media_sources')
    .where('media_id', '=', media_id)
    .where('url', 'like', `${hiddenFolder}%`)
    .execute()
}
