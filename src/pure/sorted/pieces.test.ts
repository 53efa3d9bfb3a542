import { performance } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { Leisure } from './pieces.ts'

const { waits } = vi.hoisted(() => ({ waits: [] as number[] }))
vi.mock('node:timers/promises', () => ({
  setImmediate: async () => {},
  setTimeout: async (length_ms: number) => void waits.push(length_ms),
}))

test.each([
  { others: 'do much', took_ms: 8, rests: [10] },
  { others: 'do next to nothing', took_ms: 0.5, rests: [] },
])('who waits for nothing rests twice as long as it has worked, if others $others: $rests', async (told) => {
  waits.length = 0
  // It begins, ends a piece of 5 ms, has its turn again, and begins the next one.
  const clock = [100, 105, 105 + told.took_ms, 200]
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock.shift() ?? Number.NaN)
  await new Leisure().rest()
  now.mockRestore()
  expect(waits).toEqual(told.rests)
})
