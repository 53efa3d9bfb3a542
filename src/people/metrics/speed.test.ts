import { expect, test } from 'vitest'
import { RecentAnswers } from './speed.ts'

const get = { method: 'GET', route: '/events' }

test('half of the last answers, and 99 of 100, were within so many milliseconds', () => {
  const answers = new RecentAnswers()
  expect(answers.speed()).toEqual({ count: 0, half_ms: null, most_ms: null })
  answers.note({ ...get, ms: 7.26 })
  expect(answers.speed()).toEqual({ count: 1, half_ms: 7.3, most_ms: 7.3 })
  for (let ms = 100; ms > 0; ms -= 1) answers.note({ ...get, ms })
  expect(answers.speed()).toEqual({ count: 101, half_ms: 50, most_ms: 99 })
})

test('only the last thousand count, and neither what was sent nor what goes on', () => {
  const answers = new RecentAnswers()
  for (let number = 0; number < 1000; number += 1) answers.note({ ...get, ms: 5000 })
  for (let number = 0; number < 1000; number += 1) answers.note({ ...get, ms: 4 })
  answers.note({ method: 'POST', route: '/media', ms: 9000 })
  answers.note({ method: 'GET', route: '/vendor/events/v1/changes/stream', ms: 60_000 })
  expect(answers.speed()).toEqual({ count: 1000, half_ms: 4, most_ms: 4 })
})
