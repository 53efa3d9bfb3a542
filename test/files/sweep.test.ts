import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '../../src/storage/files/store.ts'
import { sweep } from '../../src/storage/files/sweep.ts'
import { type Ground, grounds } from './grounds.ts'
import { storeAt, type Target } from './targets.ts'

const hour_ms = 3_600_000
const knows =
  (...known: string[]) =>
  async (keys: readonly string[]) =>
    new Set(keys).intersection(new Set(known))

/** The store, of which single functions can be replaced. */
const bound = (store: FileStore): FileStore => ({
  put: async (...given) => store.put(...given),
  create: async (...given) => store.create(...given),
  open: async (...given) => store.open(...given),
  stat: async (...given) => store.stat(...given),
  remove: async (...given) => store.remove(...given),
  list: (...given) => store.list(...given),
  removePartial: async (...given) => store.removePartial(...given),
})

describe.each(grounds)('a sweep of a %s', (_, prepare) => {
  let ground: Ground
  let target: Target
  let store: FileStore
  const later = () => Temporal.Now.instant().add({ hours: 2 })
  const put = async (...keys: string[]) =>
    Promise.all(keys.map(async (key) => store.put(key, Buffer.from('12345'), 'image/png')))
  const keys = async () => (await Array.fromAsync(store.list(''), ({ key }) => key)).toSorted()
  beforeAll(async () => {
    ground = await prepare()
  })
  afterAll(async () => ground.close())
  beforeEach(async () => {
    target = await ground.fresh()
    store = storeAt(target)
  })

  test('finds nothing where nothing is', async () => {
    expect(await sweep(store, knows(), { now: later(), olderThan_ms: 0 })).toEqual({
      files: 0,
      removed: 0,
      bytes: 0,
      partial: 0,
    })
  })

  test('removes what no record knows', async () => {
    await put('2026/11/a.png', '2026/11/a-300x200.png', '2026/11/b.png', '2026/12/b.png')
    const swept = await sweep(store, knows('2026/11/a.png', '2026/11/a-300x200.png'), {
      now: later(),
      olderThan_ms: hour_ms,
    })
    expect(swept).toEqual({ files: 4, removed: 2, bytes: 10, partial: 0 })
    expect(await keys()).toEqual(['2026/11/a-300x200.png', '2026/11/a.png'])
  })

  test('removes an upload after its sizes, so that nobody takes its name before they are gone', async () => {
    await put('2026/11/a.png', '2026/11/a-150x150.png', '2026/11/a-1024x683.png')
    const removed: string[] = []
    const watched = { ...bound(store), remove: async (gone: readonly string[]) => void removed.push(...gone) }
    await sweep(watched, knows(), { now: later(), olderThan_ms: 0 })
    expect(removed.toSorted()).toEqual(await keys())
    expect(removed.at(-1)).toBe('2026/11/a.png')
  })

  test('leaves what is younger than the grace, and does not ask about it', async () => {
    await put('2026/11/a.png')
    const isKnown = async () => expect.fail('asked')
    expect(await sweep(store, isKnown, { now: Temporal.Now.instant(), olderThan_ms: hour_ms })).toMatchObject(
      { files: 1, removed: 0 },
    )
    expect(await keys()).toEqual(['2026/11/a.png'])
  })

  test('leaves files that others keep in the same place', async () => {
    await put('2026/11/a.png', '2026/backup.png', 'dump.sql', '2026/11/notes.txt')
    expect(await sweep(store, knows(), { now: later(), olderThan_ms: 0 })).toMatchObject({
      files: 1,
      removed: 1,
    })
    expect(await keys()).toEqual(['2026/11/notes.txt', '2026/backup.png', 'dump.sql'])
  })

  test('asks in batches, and removes nothing when the question fails', async () => {
    // Whichever store it is: only the disk is quick at so many files.
    if (target.kind !== 'disk') return
    const all = Array.from({ length: 620 }, (_, index) => `2026/11/${index}.png`)
    for (let start = 0; start < all.length; start += 62) await put(...all.slice(start, start + 62))
    const asked: number[] = []
    const fails = async (keys: readonly string[]) => {
      asked.push(keys.length)
      if (asked.length === 2) throw new Error('the database is gone')
      return new Set<string>()
    }
    await expect(sweep(store, fails, { now: later(), olderThan_ms: 0 })).rejects.toThrow(
      'the database is gone',
    )
    expect(asked).toEqual([500, 120])
    expect(await keys()).toHaveLength(620)

    await expect(sweep(store, knows(), { now: later(), olderThan_ms: 0 })).rejects.toThrow(
      'None of the 620 files is known',
    )
    expect(await keys()).toHaveLength(620)

    expect(await sweep(store, knows('2026/11/7.png'), { now: later(), olderThan_ms: 0 })).toMatchObject({
      removed: 619,
    })
    expect(await keys()).toEqual(['2026/11/7.png'])
  })

  test('removes what interrupted puts have left, once it is old enough', async () => {
    if (target.kind !== 'disk') return
    await mkdir(join(target.folder, '.partial'), { recursive: true })
    await writeFile(join(target.folder, '.partial', 'left'), 'half')
    expect(await sweep(store, knows(), { now: Temporal.Now.instant(), olderThan_ms: hour_ms })).toMatchObject(
      { partial: 0 },
    )
    expect(await sweep(store, knows(), { now: later(), olderThan_ms: hour_ms })).toMatchObject({ partial: 1 })
    expect(await readdir(join(target.folder, '.partial'))).toEqual([])
  })
})
