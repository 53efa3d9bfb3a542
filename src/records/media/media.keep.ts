import { createHash } from 'node:crypto'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database, Dialect, Writer } from '../../storage/db/dialect.ts'
import { within } from '../../storage/db/transactions.ts'
import { fileKey, scaledKey, variantKey } from '../../storage/files/names.ts'
import type { FileStore } from '../../storage/files/store.ts'
import { contentTypes, type FileExtension } from '../../storage/files/types.ts'
import type { ConvertedImage } from '../../storage/images/worker.ts'
import { findItemKind } from '../posts/posts.query.ts'
import { searchText } from '../posts/posts.write.ts'
import { knownFiles } from './media.query.ts'
import type { MediaRow, StoredSize } from './media.record.ts'
import type { MediaTools } from '../../storage/images/tools.ts'

/** An image that was uploaded or fetched, and its texts. */
export interface ArrivedImage {
  readonly bytes: Buffer
  /** The id that it should have if it is free. */
  readonly id?: number | undefined
  /** The name of the file, from which those of all its files are made. */
  readonly fileName: string
  readonly sourceUrl?: string
  readonly author_id: number
  readonly now: Temporal.Instant
  readonly title: string
  readonly alt_text: string
  readonly caption: string
  readonly credit: string
  readonly shown?: HowShown
}

/** How an image is shown. */
export type HowShown = Partial<Pick<MediaRow, 'focus_x' | 'focus_y' | 'decorative'>>

/** A file to be stored. */
interface Filed {
  readonly key: string
  readonly bytes: Buffer
}

/** The digest by which equal images are found. */
export function imageDigest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Converts an image and keeps it; answers its id. The files are durable before the record is made, so that no record ever
 * lacks its files; files that a crash leaves without a record are swept later. No transaction is open meanwhile. Throws an
 * `ImageFault` when the image cannot be taken, a `BusyError` when too many wait.
 */
export async function keepImage(db: Database, tools: MediaTools, image: ArrivedImage): Promise<number> {
  return keepImageAnd(db, tools, image, async (id) => id)
}

/** As {@link keepImage}; what is done with it then, within its transaction, is answered. */
export async function keepImageAnd<Answer>(
  db: Database,
  tools: MediaTools,
  image: ArrivedImage,
  work: (id: number, db: Database) => Promise<Answer>,
): Promise<Answer> {
  const converted = await tools.worker.convertImage(image.bytes, 'image')
  const { key, keys } = await storeFiles(db, tools.store, image, converted)
  try {
    return await db.write(async (tx) => {
      const id = await insertRecord(tx, db.dialect, image, rowOf(key, converted))
      return work(id, within(tx, db))
    })
  } catch (error) {
    await removeFiles(tools.store, key, keys)
    throw error
  }
}

/** Whether the bytes are those of a file of PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/** Keeps a file of PDF as it is, as {@link keepImage} does images; answers its id. It has no sizes. */
export async function keepPdf(db: Database, { store }: MediaTools, file: ArrivedImage): Promise<number> {
  const mimeType = contentTypes.pdf
  const lost = new Set<string>()
  for (;;) {
    const findTaken = async (keys: readonly string[]) => (await knownFiles(db.read, keys)).union(lost)
    const key = await fileKey(file.now, file.fileName, { extension: 'pdf', findTaken })
    if (await store.create(key, file.bytes, mimeType)) {
      try {
        const row = { file: key, original_file: '', mime_type: mimeType, width: 0, height: 0, sizes: '' }
        const files = { ...row, filesize: file.bytes.length }
        return await db.write((tx) => insertRecord(tx, db.dialect, file, files))
      } catch (error) {
        await removeFiles(store, key, [key])
        throw error
      }
    }
    lost.add(key)
  }
}

/** Puts the files under names that nobody has; answers the key of the upload and all keys. */
export async function storeFiles(
  db: Database,
  store: FileStore,
  image: Pick<ArrivedImage, 'now' | 'fileName'>,
  converted: ConvertedImage,
) {
  const { extension, mimeType } = converted.facts
  const lost = new Set<string>()
  for (;;) {
    const findTaken = async (keys: readonly string[]) => (await knownFiles(db.read, keys)).union(lost)
    const key = await fileKey(image.now, image.fileName, { extension: extension as FileExtension, findTaken })
    const [first, ...others] = filesUnder(key, converted)
    if (first && (await store.create(first.key, first.bytes, mimeType))) {
      await Promise.all(others.map((file) => store.put(file.key, file.bytes, mimeType)))
      return { key, keys: [first.key, ...others.map((file) => file.key)] }
    }
    // Another upload took this name first.
    lost.add(key)
  }
}

/**
 * Removes the files of an image, the upload last: as long as it exists no other image can have its name, so that no new files
 * of the same names are removed.
 */
export async function removeFiles(store: FileStore, upload: string, files: readonly string[]): Promise<void> {
  await store.remove(files.filter((file) => file !== upload))
  await store.remove([upload])
}

/** The files by key, the one under the name of the upload first; sizes with equal results share one. */
export function filesUnder(key: string, { main, original, sizes }: ConvertedImage): Filed[] {
  const whole = original
    ? [
        { key, bytes: original.bytes },
        { key: scaledKey(key), bytes: main.bytes },
      ]
    : [{ key, bytes: main.bytes }]
  const smaller = [...sizes.values()].map((size) => [variantKey(key, size), size.bytes] as const)
  return whole.concat([...new Map(smaller)].map(([name, bytes]) => ({ key: name, bytes })))
}

/** The columns that describe the files. */
export function rowOf(key: string, { main, original, sizes }: ConvertedImage) {
  const stored = [...sizes].map(([name, size]): StoredSize => {
    const { width, height, filesize } = size
    return { name, file: variantKey(key, size), width, height, filesize }
  })
  return {
    file: original ? scaledKey(key) : key,
    original_file: original ? key : '',
    mime_type: main.mimeType,
    width: main.width,
    height: main.height,
    filesize: main.filesize,
    sizes: JSON.stringify(stored),
  }
}

async function insertRecord(
  tx: Writer,
  dialect: Dialect,
  image: ArrivedImage,
  files: ReturnType<typeof rowOf>,
): Promise<number> {
  const { author_id, title, alt_text, caption, credit, now } = image
  const texts = { title, alt_text, caption, credit }
  const id = await newItemId(tx, dialect, image.id)
  const at = epochSeconds(now)
  const row: MediaRow = {
    id,
    author_id,
    date_at: at,
    modified_at: at,
    ...texts,
    ...files,
    digest: imageDigest(image.bytes),
    focus_x: null,
    focus_y: null,
    decorative: 0,
    ...image.shown,
    folded: foldedMedia({ ...texts, file: files.file }),
  }
  await tx.insertInto('media').values(row).execute()
  if (image.sourceUrl !== undefined) await rememberSource(tx, image.sourceUrl, id)
  return id
}

/** The wanted id if it is free, else the next (D2). */
async function newItemId(tx: Writer, dialect: Dialect, wanted: number | undefined): Promise<number> {
  const isTaken = wanted === undefined || (await findItemKind(tx, wanted)) !== undefined
  const { id } = await tx
    .insertInto('items')
    .values({ kind: 'media', ...(isTaken ? {} : { id: wanted }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!isTaken) await dialect.passIds(tx, 'items')
  return id
}

/** Remembers that the image came from the address, unless the address is known already. */
export async function rememberSource(tx: Writer, url: string, media_id: number): Promise<void> {
  await tx
    .insertInto('media_sources')
    .values({ url, media_id })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute()
}

/** The folded text in which searches look for an image. */
export function foldedMedia(
  row: Pick<MediaRow, 'title' | 'alt_text' | 'caption' | 'credit' | 'file'>,
): string {
  return searchText([row.title, row.alt_text, row.caption, row.credit, row.file])
}
