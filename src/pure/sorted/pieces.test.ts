import { performance } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { Leisure } from './pieces.ts'

test.each([
  { others: 'do much', took_ms: 8, rests: [10] },
  { others: 'do next to nothing', took_ms: 0.5, rests: [] },
])('who waits for nothing rests twice as long as it has worked, if others $others: $rests', async (told) => {
  // It begins, ends a piece of 5 ms, has its turn again, and begins the next one.
  const clock = [100, 105, 105 + told.took_ms, 200]
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock.shift() ?? Number.NaN)
  const rests: number[] = []
  await new Leisure(async (length_ms) => rests.push(length_ms)).rest()
  now.mockRestore()
  expect(rests).toEqual(told.rests)
})
