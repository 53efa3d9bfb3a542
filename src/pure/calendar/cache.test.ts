import { expect, test } from 'vitest'
import { onceFor, remember } from './cache.ts'

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

test('a question is asked once of each thing, and of things that are alike', () => {
  const asked: string[][] = []
  const joined = onceFor((words: string[], mark: string) => {
    asked.push(words)
    return words.join(mark)
  })
  const [one, other] = [
    ['a', 'b'],
    ['a', 'b'],
  ]
  expect([joined(one, '-'), joined(other, '-'), joined(one, '-')]).toEqual(['a-b', 'a-b', 'a-b'])
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(one)
  expect(asked[1]).toBe(other)
})
