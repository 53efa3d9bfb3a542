import { buffer } from 'node:stream/consumers'
import type { Database } from '../../storage/db/dialect.ts'
import { filesUnder, rowOf } from './media.keep.ts'
import type { MediaTools } from '../../storage/images/tools.ts'
import { findMedia } from './media.query.ts'
import { filesOf, uploadOf } from './media.record.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** How the work on one image ended. */
export interface Regenerated {
  readonly id: number
  readonly file: string
  /** Why it was left as it was; undefined: its sizes were made anew. */
  readonly fault?: string
}

/** How many images are read from the database at a time. */
const batch = 100

/** How many images there are. */
export async function countMedia(db: Database): Promise<number> {
  const { count } = await db.read
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mime_type', 'like', 'image/%')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Makes the sizes of every image anew from its largest file, one image after the other, and reports each when it is done. An
 * image whose file is missing or broken is reported and left as it was. A service may run meanwhile: images that it removes
 * are skipped, and those that it adds have their sizes already.
 */
export async function* regenerateMedia(db: Database, tools: MediaTools): AsyncGenerator<Regenerated> {
  const { newest } = await db.read
    .selectFrom('media')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  for (let last = 0; ;) {
    const rows = await db.read
      .selectFrom('media')
      .select(['id', 'file'])
      .where('mime_type', 'like', 'image/%')
      .where('id', '>', last)
      .where('id', '<=', newest)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, file } of rows) {
      const fault = await regenerate(db, tools, id).catch((error: unknown) => messageOf(error))
      if (fault === undefined) yield { id, file }
      else if (await findMedia(db.read, id)) yield { id, file, fault }
    }
    const latest = rows.at(-1)
    if (!latest) return
    last = latest.id
  }
}

/** Writes new files first, then the record, and then removes files that it no longer names: at no moment is one missing. */
async function regenerate(db: Database, { store, worker }: MediaTools, id: number): Promise<undefined> {
  const row = await findMedia(db.read, id)
  if (!row) throw new Error('it is gone')
  const key = uploadOf(row)
  const largest = await store.open(key)
  if (!largest) throw new Error(`the file ${key} is missing`)
  const converted = await worker.convertImage(await buffer(largest.stream), 'image')
  const files = filesUnder(key, converted)
  // The largest file stays as it is: all others are made from it.
  for (const file of files.slice(1)) await store.put(file.key, file.bytes, converted.facts.mimeType)
  const { filesize, ...columns } = rowOf(key, converted)
  const made = { ...columns, filesize: columns.file === key ? row.filesize : filesize }
  await db.write((tx) => tx.updateTable('media').set(made).where('id', '=', row.id).execute())
  const kept = new Set(filesOf({ ...row, ...made }))
  await store.remove(filesOf(row).filter((file) => !kept.has(file)))
}
