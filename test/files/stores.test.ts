import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FileStore } from '../../src/storage/files/store.ts'
import { grounds, type Ground } from './grounds.ts'
import { inspect, killedWriter, read } from './kill.ts'
import { keysAtOnce, storeAt, type Target } from './targets.ts'

const png = 'image/png'
const key = '2026/11/big.png'

/** A system tells files the time by a clock of its own, which is as much behind. */
const tick_ms = 20

/** Texts that lead elsewhere, mean something to a file system, a shell or an address, or are two names for one file. */
const hostileKeys = [
  '',
  '/',
  '.',
  '..',
  '/etc/passwd',
  '../secret.png',
  '2026/../../secret.png',
  '2026/./a.png',
  '2026//a.png',
  '2026/11/',
  '2026/11/..png',
  '2026/11/a..png',
  '2026/11/a.png.',
  '2026/11/.png',
  '.partial/a',
  '2026\\11\\a.png',
  'c:/a.png',
  'c:a.png',
  '2026/11/a.png\0.txt',
  '2026/11/a\n.png',
  '2026/11/A.png',
  '2026/11/ä.png',
  '2026/11/a b.png',
  '2026/11/a%2e.png',
  '2026/11/a?b.png',
  '2026/11/a:b.png',
  '2026/11/-a.png',
  '~/a.png',
  'con',
  '2026/11/nul.png',
  '2026/11/com1.tar.png',
  'aux/a.png',
  'a'.repeat(201),
  `${'a/'.repeat(150)}a.png`,
  '2026/11/a\u202egnp.png',
  '2026/11/a.png ',
  '__proto__',
]

describe.each(grounds)('a store: %s', (_, prepare) => {
  let ground: Ground
  let target: Target
  let store: FileStore
  beforeAll(async () => {
    ground = await prepare()
  })
  afterAll(async () => ground.close())
  beforeEach(async () => {
    target = await ground.fresh()
    store = storeAt(target)
  })

  test('gives back what was put, with its size and time', async () => {
    const before = Math.floor((Date.now() - tick_ms) / 1000)
    await store.put(key, Buffer.from('bytes'), png)
    const opened = await store.open(key)
    expect(Buffer.concat((await opened?.stream.toArray()) as Buffer[]).toString()).toBe('bytes')
    expect(opened).toMatchObject({ size: 5, version: expect.stringMatching(/./) })
    expect(opened?.modifiedAt).toBeGreaterThanOrEqual(before)
    expect(opened?.modifiedAt).toBeLessThanOrEqual(Date.now() / 1000)
    const { stream: _, ...facts } = opened ?? {}
    expect(await store.stat(key)).toEqual(facts)
  })

  test('keeps empty files', async () => {
    await store.put(key, Buffer.alloc(0), png)
    expect(await store.stat(key)).toMatchObject({ size: 0 })
    expect(await read(store, key)).toEqual(Buffer.alloc(0))
  })

  test('keeps 10 MB as they are', async () => {
    const bytes = randomBytes(10_000_000)
    await store.put(key, bytes, png)
    expect((await read(store, key))?.equals(bytes)).toBe(true)
    expect(
      (await read(store, key, { start: 9_000_000, end: 9_999_999 }))?.equals(bytes.subarray(9_000_000)),
    ).toBe(true)
  })

  test('has nothing where nothing was put, nor in place of a folder, nor below a file', async () => {
    await store.put(key, Buffer.from('bytes'), png)
    for (const missing of ['2026/11/small.png', '2026/11', '2026', `${key}/${key}`, 'nowhere']) {
      expect(await store.open(missing)).toBeUndefined()
      expect(await store.stat(missing)).toBeUndefined()
    }
  })

  test('opens ranges', async () => {
    await store.put(key, Buffer.from('0123456789'), png)
    const text = async (start: number, end: number) => (await read(store, key, { start, end }))?.toString()
    expect(await text(0, 0)).toBe('0')
    expect(await text(2, 5)).toBe('2345')
    expect(await text(9, 9)).toBe('9')
    expect(await text(0, 9)).toBe('0123456789')
    expect(await text(7, 1_000_000)).toBe('789')
    const opened = await store.open(key, { start: 2, end: 5 })
    expect(opened?.size).toBe(10)
    opened?.stream.destroy()
    await expect(store.open(key, { start: 10, end: 12 })).rejects.toThrow(RangeError)
    expect(await store.open('nowhere', { start: 1, end: 2 })).toBeUndefined()
  })

  test('puts in the place of what is there, as another version of the same size too', async () => {
    await store.put(key, Buffer.from('first'), png)
    const first = await store.stat(key)
    expect(await store.stat(key)).toEqual(first)
    await store.put(key, Buffer.from('other'), png)
    expect((await read(store, key))?.toString()).toBe('other')
    expect((await store.stat(key))?.version).not.toBe(first?.version)
  })

  test('lets a reader finish what it has opened', async () => {
    const bytes = randomBytes(10_000_000)
    await store.put(key, bytes, png)
    const opened = await store.open(key)
    await store.put(key, randomBytes(1_000), png)
    await store.remove([key])
    expect(Buffer.concat((await opened?.stream.toArray()) as Buffer[]).equals(bytes)).toBe(true)
  })

  test('creates only where nothing is', async () => {
    expect(await store.create(key, Buffer.from('first'), png)).toBe(true)
    expect(await store.create(key, Buffer.from('other'), png)).toBe(false)
    expect((await read(store, key))?.toString()).toBe('first')
    await store.remove([key])
    expect(await store.create(key, Buffer.from('other'), png)).toBe(true)
  })

  test('lets one of several creations at once win', async () => {
    const all = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index))
    const won = await Promise.all(all.map(async (bytes) => store.create(key, bytes, png)))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect((await read(store, key))?.equals(all[won.indexOf(true)] ?? Buffer.alloc(0))).toBe(true)
  })

  test('keeps one whole file of several put at once, and every other beside it', async () => {
    const all = Array.from({ length: 10 }, (_, index) => Buffer.alloc(200_000 + index, index))
    await Promise.all([
      ...all.map(async (bytes) => store.put(key, bytes, png)),
      ...all.map(async (bytes, index) => store.put(`2026/12/other-${index}.png`, bytes, png)),
    ])
    const kept = await read(store, key)
    expect(all.some((bytes) => kept !== undefined && bytes.equals(kept))).toBe(true)
    for (const [index, bytes] of all.entries())
      expect((await read(store, `2026/12/other-${index}.png`))?.equals(bytes)).toBe(true)
  })

  test('removes files, whether they are there or not', async () => {
    for (const name of ['a', 'b', 'c']) await store.put(`2026/11/${name}.png`, Buffer.from(name), png)
    await store.remove(['2026/11/a.png', '2026/11/none.png', 'nowhere/c.png', '2026/11/c.png'])
    await store.remove([])
    expect(await keysIn(store, '')).toEqual(['2026/11/b.png'])
    await store.remove(['2026/11/a.png'])
    expect(await store.stat('2026/11/a.png')).toBeUndefined()
  })

  test('lists and removes more files than there are in one answer', async () => {
    const keys = Array.from({ length: 2 * keysAtOnce + 5 }, (_, index) => `2026/11/${100 + index}.png`)
    await Promise.all(keys.map((key) => store.put(key, Buffer.from('x'), png)))
    expect(await keysIn(store, '')).toEqual(keys)
    await store.remove(keys)
    expect(await keysIn(store, '')).toEqual([])
  })

  test('lists what is below a folder, and nothing that is no file of ours', async () => {
    expect(await keysIn(store, '')).toEqual([])
    const keys = [
      '2026/11/a.png',
      '2026/11/b-300x200.png',
      '2026/110/c.png',
      '2026/12/d.png',
      '2027/01/e.png',
    ]
    for (const key of keys) await store.put(key, Buffer.from(key), png)
    for (const name of ['.hidden', '2026/11/Upper.PNG', '2026/11/.a.png.swp', '2026/11/with space.png'])
      await ground.plant(target, name)
    expect(await keysIn(store, '')).toEqual(keys)
    expect(await keysIn(store, '2026/')).toEqual(keys.slice(0, 4))
    expect(await keysIn(store, '2026/11/')).toEqual(keys.slice(0, 2))
    expect(await keysIn(store, '2025/')).toEqual([])
    for await (const file of store.list('2027/')) {
      expect(file).toEqual({
        key: '2027/01/e.png',
        size: 13,
        modifiedAt: (await store.stat('2027/01/e.png'))?.modifiedAt,
      })
    }
  })

  test.each(hostileKeys)('refuses the key %j in every method', async (hostile) => {
    await store.put(key, Buffer.from('bytes'), png)
    await expect(store.put(hostile, Buffer.from('bad'), png)).rejects.toThrow(RangeError)
    await expect(store.create(hostile, Buffer.from('bad'), png)).rejects.toThrow(RangeError)
    await expect(store.open(hostile)).rejects.toThrow(RangeError)
    await expect(store.stat(hostile)).rejects.toThrow(RangeError)
    await expect(store.remove([key, hostile])).rejects.toThrow(RangeError)
    if (hostile !== '') expect(() => store.list(`${hostile}/`)).toThrow(RangeError)
    expect(await keysIn(store, '')).toEqual([key])
  })

  test('shows nothing of a put that is interrupted, and removes what it leaves', async () => {
    const runs = Array.from({ length: 3 }, async (_, run) => killedWriter(target, `run${run}`, run * 15))
    const resolved = (await Promise.all(runs)).flat()
    const { keys, broken } = await inspect(store)
    expect(broken).toEqual([])
    expect(keys).toEqual(expect.arrayContaining(resolved))
    expect(await store.removePartial(0)).toBe(0)
    await store.removePartial(Math.floor(Date.now() / 1000))
    expect(await store.removePartial(Math.floor(Date.now() / 1000))).toBe(0)
    // A request that had arrived whole when its sender was killed may still be answered: then it is one file more.
    const after = await inspect(store)
    expect(after.broken).toEqual([])
    expect(after.keys).toEqual(expect.arrayContaining(keys))
  })
})

async function keysIn(store: FileStore, folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(folder)) keys.push(key)
  return keys.toSorted()
}
