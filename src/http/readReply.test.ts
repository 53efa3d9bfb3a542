import { expect, test } from 'vitest'
import { holdsFrom } from './readReply.ts'

const at = 1_930_000_000
const now = Temporal.Instant.fromEpochMilliseconds(at * 1000 + 900)

test.each([
  ['for its second where nothing says until when', undefined, at + 1],
  ['until then where that is said', at + 60, at + 60],
  ['however long', Infinity, Infinity],
  ['for its second where that is over already', at - 60, at + 1],
])('an answer holds %s', (_, until, holdsUntil) => {
  expect(holdsFrom(now, until)).toEqual({ from: at, until: holdsUntil })
})
