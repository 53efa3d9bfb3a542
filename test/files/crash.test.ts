import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from '../../src/storage/files/disk.ts'
import { sweep } from '../../src/storage/files/sweep.ts'
import { inspect, killedWriter } from './kill.ts'

/** Kills, and how many writers run at once. */
const KILLS = 25
const AT_ONCE = 5

test(`after ${KILLS} kills in the middle of puts, what was put is whole and the rest is swept`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-crash-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  const store = createDiskStore(folder)
  const resolved: string[] = []
  for (let run = 0; run < KILLS; run += AT_ONCE) {
    const writers = Array.from({ length: AT_ONCE }, async (_, index) => {
      return killedWriter({ kind: 'disk', folder }, `run${run + index}`, (run + index) * 1.3)
    })
    resolved.push(...(await Promise.all(writers)).flat())
  }
  const { keys, broken } = await inspect(store)
  const left = await readdir(join(folder, '.partial'))
  console.log(
    `${KILLS} kills: ${resolved.length} puts resolved, ${keys.length} files there, ${left.length} left half-written aside`,
  )
  expect(broken).toEqual([])
  expect(keys).toEqual(expect.arrayContaining(resolved))
  expect(left.length).toBeGreaterThan(0)

  const known = new Set(resolved)
  const isKnown = async (asked: readonly string[]) => new Set(asked).intersection(known)
  const now = Temporal.Now.instant()
  expect(await sweep(store, isKnown, { now, olderThan_ms: 3_600_000 })).toEqual({
    files: keys.length,
    removed: 0,
    bytes: 0,
    partial: 0,
  })
  const later = now.add({ hours: 2 })
  const swept = await sweep(store, isKnown, { now: later, olderThan_ms: 3_600_000 })
  expect(swept).toMatchObject({
    files: keys.length,
    removed: keys.length - resolved.length,
    partial: left.length,
  })
  expect(await readdir(join(folder, '.partial'))).toEqual([])
  expect((await inspect(store)).keys.toSorted()).toEqual(resolved.toSorted())
})
