import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyFiles } from './copy.ts'
import { createDiskStore } from './disk.ts'

const now = Temporal.Instant.from('2031-03-10T10:00:00Z')

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'kalends-copy-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

async function filled(names: readonly string[]) {
  const store = createDiskStore(await folder())
  for (const name of names) await store.put(`2031/03/${name}.png`, Buffer.from(name), 'image/png')
  return store
}

test('a copy that is ended ends between two files, and the next one goes on', async () => {
  const from = await filled(['a', 'b', 'c'])
  const place = await folder()
  const to = createDiskStore(place)
  const stop = new AbortController()
  const stopping = {
    ...to,
    put: async (...given: Parameters<typeof to.put>) => {
      await to.put(...given)
      stop.abort()
    },
  }
  await expect(copyFiles(from, stopping, { now, signal: stop.signal })).rejects.toThrow(/aborted/)
  expect(await readdir(join(place, '2031/03'))).toHaveLength(1)
  const { signal } = new AbortController()
  expect(await copyFiles(from, to, { now, signal })).toEqual({ written: 2, kept: 1 })
})

test('what a copy that was killed has left goes with the next one, and what is being written stays', async () => {
  const place = await folder()
  await mkdir(join(place, '.partial'))
  for (const [name, hours] of [
    ['old', 2],
    ['young', 0],
  ] as const) {
    const path = join(place, '.partial', name)
    await writeFile(path, name)
    const at = now.subtract({ hours }).epochMilliseconds / 1000
    await utimes(path, at, at)
  }
  const { signal } = new AbortController()
  await copyFiles(await filled(['a']), createDiskStore(place), { now, signal })
  expect(await readdir(join(place, '.partial'))).toEqual(['young'])
})
