import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from '../../src/storage/files/disk.ts'
import type { FileStore } from '../../src/storage/files/store.ts'
import { createImageWorker } from '../../src/storage/images/worker.ts'
import { keepImage } from '../../src/records/media/media.keep.ts'
import { findMedia } from '../../src/records/media/media.query.ts'
import { filesOf } from '../../src/records/media/media.record.ts'
import { removeMedia } from '../../src/records/media/media.write.ts'
import type { Context } from '../../src/http/context.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestApp } from '../support/app.ts'

test('an image that takes the name of one that is just being removed loses none of its files', async () => {
  const calendar = await createTestApp()
  onTestFinished(() => calendar.close())
  const { db, ids } = calendar
  const media = {
    store: slowToRemove(createDiskStore(join(temporaryFolder(), 'media'))),
    worker: createImageWorker({ maxPixels: 10_000_000, maxWaiting: 10 }),
    fetcher: undefined,
  }
  const background = '#c03020'
  const bytes = await sharp({ create: { width: 2700, height: 900, channels: 3, background } })
    .png()
    .toBuffer()
  const now = Temporal.Now.instant()
  const texts = { title: '', alt_text: '', caption: '', credit: '' }
  const keep = () =>
    keepImage(db, media, { bytes, fileName: 'same.png', author_id: ids.author, now, ...texts })
  const remove = (id: number) =>
    // Removing takes no more of it than this.
    removeMedia(
      { db, media } as Context,
      {
        id,
        caller: { id: ids.author, role: 'author', login: 'author' },
        unknown: () => ({}),
        guard: async () => {},
      },
      () => {},
    )

  let last = await keep()
  for (let turn = 0; turn < 5; turn += 1) {
    const removing = remove(last)
    const kept = keep()
    await Promise.all([removing, kept])
    last = await kept
    const row = await findMedia(db.read, last)
    const files = row ? filesOf(row) : []
    expect(files).toHaveLength(8)
    for (const file of files) expect(await media.store.stat(file), file).toBeDefined()
  }
})

/** A store that removes one file after the other and takes its time, as a busy disk does. */
function slowToRemove(store: FileStore): FileStore {
  return {
    ...store,
    remove: async (keys) => {
      for (const key of keys) {
        await store.remove([key])
        await setTimeout(100)
      }
    },
  }
}
