import { expect, test } from 'vitest'
import { remember } from './cache.ts'

test('an answer is worked out once', () => {
  const asked: string[] = []
  const length = remember(2, (key) => {
    asked.push(key)
    return key.length
  })
  expect([length('a'), length('bb'), length('a')]).toEqual([1, 2, 1])
  expect(asked).toEqual(['a', 'bb'])
})

test('more keys than the limit are answered, and the old ones forgotten', () => {
  const asked: string[] = []
  const length = remember(2, (key) => {
    asked.push(key)
    return key.length
  })
  expect(['a', 'b', 'c', 'a'].map(length)).toEqual([1, 1, 1, 1])
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
