import fs, { mkdtemp, readdir, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createDiskStore } from './disk.ts'
import { StoreFull } from './store.ts'

/** With what code files get no name, as they do not on a disk that is full; none: they get it. */
const full = { code: '' }

beforeEach(() => {
  const { link } = fs
  vi.spyOn(fs, 'link').mockImplementation(async (from, to) => {
    if (full.code !== '') throw Object.assign(new Error('no room'), { code: full.code })
    return link(from, to)
  })
  syncBuiltinESMExports()
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test.each(['ENOSPC', 'EDQUOT'])('of a file that there is no room for (%s) nothing is kept', async (code) => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = createDiskStore(folder)
  full.code = code
  await expect(store.create('2026/11/a.png', Buffer.from('a'), 'image/png')).rejects.toThrow(StoreFull)
  expect(await readdir(join(folder, '2026/11'))).toEqual([])
  expect(await readdir(join(folder, '.partial'))).toEqual([])
  full.code = ''
  expect(await store.create('2026/11/a.png', Buffer.from('a'), 'image/png')).toBe(true)
  expect(await store.stat('2026/11/a.png')).toMatchObject({ size: 1 })
})

test('a file that cannot be kept for another reason is no matter of room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  full.code = 'EPERM'
  const kept = createDiskStore(folder).create('a.png', Buffer.from('a'), 'image/png')
  await expect(kept).rejects.toMatchObject({ code: 'EPERM' })
  full.code = ''
})
