import { describe, expect, test } from 'vitest'
import { BusyError } from '../../src/storage/images/pool.ts'
import { createImageWorker } from '../../src/storage/images/worker.ts'
import { cpuTimeOf } from '../support/cpuTime.ts'
import { photograph, plain } from './pictures.ts'

describe('the works', () => {
  test('convert a photograph of 12 megapixels without keeping others waiting', async () => {
    const bytes = await photograph(4000, 3000).jpeg({ quality: 90 }).toBuffer()
    const worker = createImageWorker({ maxPixels: 50_000_000, maxWaiting: 10 })
    let own_ms = 0
    const all_ms = await cpuTimeOf(async () => {
      own_ms = await cpuTimeOf(async () => {
        const { facts, main, sizes, original } = await worker.convertImage(bytes, 'photo')
        expect(facts).toMatchObject({ format: 'jpeg', width: 4000, height: 3000 })
        expect([main.fileName, original?.fileName, sizes.size]).toEqual(['photo-scaled.jpg', 'photo.jpg', 6])
      })
    }, 'process')
    // A second of work, of other threads. On a slow machine both take longer.
    expect(own_ms).toBeLessThan(all_ms / 3)
  })

  test('refuse what comes when too many wait, and go on', async () => {
    const bytes = await plain(800, 600).png().toBuffer()
    const worker = createImageWorker({ maxPixels: 1_000_000, maxWaiting: 1, concurrency: 1 })
    const taken = [worker.convertImage(bytes, 'a'), worker.convertImage(bytes, 'b')]
    await expect(worker.convertImage(bytes, 'c')).rejects.toThrow(BusyError)
    await expect(worker.convertImage(bytes, 'c')).rejects.toMatchObject({ retryAfter_s: 5 })
    const done = await Promise.all(taken)
    expect(done.map(({ main }) => main.fileName)).toEqual(['a.png', 'b.png'])
    await expect(worker.convertImage(bytes, 'd')).resolves.toMatchObject({ main: { fileName: 'd.png' } })
  })

  test('refuse what is no image, and go on', async () => {
    const worker = createImageWorker({ maxPixels: 1000, maxWaiting: 0, concurrency: 1 })
    await expect(worker.convertImage(Buffer.from('x'), 'a')).rejects.toMatchObject({ reason: 'not-an-image' })
    const small = worker.convertImage(await plain(20, 20).png().toBuffer(), 'b')
    await expect(small).resolves.toMatchObject({ main: { width: 20, height: 20 } })
  })
})
