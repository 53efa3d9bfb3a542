import { expect, test } from 'vitest'
import type { World } from './command.ts'
import { createProgress, progressText } from './import.progress.ts'

test.each([
  [{ done: 1200, expected: 10_000 }, 4, '1200 of 10000 records, 300 a second, about 30 s left'],
  [{ done: 10, expected: 1000 }, 4, '10 of 1000 records, 2.5 a second, about 7 min left'],
  [{ done: 1, expected: 100_000 }, 1, '1 of 100000 records, 1.0 a second, about 27.8 h left'],
  [{ done: 12, expected: undefined }, 1, '12 records, 12 a second'],
  [{ done: 12, expected: 10 }, 1, '12 records, 12 a second'],
  [{ done: 0, expected: 10 }, 0, '0 of 10 records, 0.0 a second'],
])('%j after %i seconds: %s', (progress, elapsed_s, says) => {
  expect(progressText(progress, elapsed_s)).toBe(says)
})

/** A world whose clock and stderr the test holds. */
function worldAt(isTerminal: boolean) {
  const told: string[] = []
  const clock = { now_ms: 0 }
  const tell = (text: string) => {
    told.push(text)
  }
  const world: World = {
    environment: {},
    directory: '/',
    now: () => Temporal.Instant.fromEpochMilliseconds(clock.now_ms),
    isTerminal: false,
    print: () => {},
    write: async () => {},
    remark: tell,
    ...(isTerminal ? { overwrite: tell } : {}),
    version: () => '1',
    interruptible: (work) => work(new AbortController().signal),
    pause: async () => {},
    serve: async () => {},
  }
  return { told, clock, world }
}

test('on a terminal a bar grows in its place, and is gone at the end', () => {
  const { told, clock, world } = worldAt(true)
  const progress = createProgress(world)
  for (const now_ms of [50, 500, 1000]) {
    clock.now_ms = now_ms
    progress.told({ done: now_ms, expected: 2000 })
  }
  progress.end()
  expect(told).toEqual([
    `${'█'.repeat(6)}${'░'.repeat(18)} 500 of 2000 records, 1000 a second, about 2 s left`,
    `${'█'.repeat(12)}${'░'.repeat(12)} 1000 of 2000 records, 1000 a second, about 1 s left`,
    '',
  ])
})

test('elsewhere a line comes every few seconds', () => {
  const { told, clock, world } = worldAt(false)
  const progress = createProgress(world)
  for (const now_ms of [500, 4000, 6000, 7000]) {
    clock.now_ms = now_ms
    progress.told({ done: now_ms / 10, expected: 1000 })
  }
  progress.end()
  expect(told).toEqual(['600 of 1000 records, 100 a second, about 4 s left'])
})
