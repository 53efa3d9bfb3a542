import { expect, test } from 'vitest'
import { Rest } from './rest.ts'

test('a task rests until the moment it has named, at most a minute, or until something is written', () => {
  let committed: number | undefined = 1
  const rest = new Rest({ committed: () => committed })
  expect(rest.isOver(1000)).toBe(true)
  // It has not said that it may rest: it was broken off.
  expect(rest.isOver(1002)).toBe(true)
  rest.until(1010, 1002)
  expect([rest.isOver(1003), rest.isOver(1009), rest.isOver(1010)]).toEqual([false, false, true])
  rest.until(Infinity, 1010)
  expect([rest.isOver(1069), rest.isOver(1070)]).toEqual([false, true])
  rest.until(Infinity, 1070)
  committed = 2
  expect(rest.isOver(1071)).toBe(true)
  rest.until(Infinity, 1071)
  expect(rest.isOver(1072)).toBe(false)
})

test('what is written while a task is at work ends the rest after it', () => {
  let committed = 1
  const rest = new Rest({ committed: () => committed })
  expect(rest.isOver(1000)).toBe(true)
  committed = 2
  rest.until(Infinity, 1000)
  expect(rest.isOver(1001)).toBe(true)
})

test('a clock that was wrong and is set back keeps no task at rest', () => {
  const rest = new Rest({ committed: () => 1 })
  rest.isOver(100_000)
  rest.until(Infinity, 100_000)
  expect(rest.isOver(1000)).toBe(true)
})

test('where the database tells nothing by itself there is no rest', () => {
  const rest = new Rest({ committed: () => undefined })
  for (const now of [1000, 1002]) {
    expect(rest.isOver(now)).toBe(true)
    rest.until(Infinity, now)
  }
})
