import { expect, test } from 'vitest'
import { readRetryAfter } from './retryAfter.ts'

const now = Temporal.Instant.from('2031-03-01T12:00:00Z')

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 01 Mar 2031 12:00:30 GMT', 30_000],
  ['Sat, 01 Mar 2031 11:00:00 GMT', 0],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After: %s asks for %s ms', (text, time_ms) => {
  expect(readRetryAfter(text, now)).toBe(time_ms)
})
