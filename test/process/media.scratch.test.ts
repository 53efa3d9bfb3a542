import { expect, test } from 'vitest'
import sharp from 'sharp'
import { createTestApp } from '../support/app.ts'
import { filesOf } from '../../src/media/media.record.ts'
import { createDiskStore } from '../../src/files/disk.ts'

test('race', async () => {
  const app = await createTestApp({ MEDIA_STORE: '/tmp/mx/race-' + process.pid })
  const png = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#c03020' } }).png().toBuffer()
  const store = createDiskStore('/tmp/mx/race-' + process.pid)
  let bad = 0, n = 0
  const end = Date.now() + 8000
  const lane = async () => {
    while (Date.now() < end) {
      const up = await app.ask({ as: 'author', method: 'POST', path: 'media', raw: png, headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="same.png"' } })
      if (up.status !== 201) { console.log(up.status, up.text); continue }
      n++
      const row = await app.db.read.selectFrom('media').selectAll().where('id', '=', up.body.id).executeTakeFirstOrThrow()
      for (const f of filesOf(row)) if (!(await store.stat(f))) { bad++; console.log('missing', f) }
      await app.ask({ as: 'author', method: 'DELETE', path: `media/${up.body.id}` })
    }
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  console.log({ n, bad })
  await app.close()
})
