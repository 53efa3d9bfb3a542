import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { AnswerCache } from './answers.ts'
import { KeptAnswer } from './kept.ts'

const holds = { from: 100, until: 200 }
const size = 10_000

function keep(cache: AnswerCache, key: string, headers: Record<string, string> = {}): KeptAnswer {
  const message = new IncomingMessage(new Socket())
  const kept = new KeptAnswer(
    { headers: { Vary: 'Origin, Accept-Encoding' }, etag: '"a"', body: Buffer.alloc(size / 2) },
    { revision: 7, holds },
  )
  cache.await(message, { key, headers }, 7)
  cache.keep(message, 'Origin, Accept-Encoding', kept)
  return kept
}

test('an answer is found by its address and the headers it varies by, at its revision and in its time', () => {
  const cache = new AnswerCache(10 * size)
  const [first, second] = [keep(cache, '/a', { origin: 'x' }), keep(cache, '/a', { origin: 'y' })]
  const find = (key: string, headers: Record<string, string>, revision = 7, now_s = 100) =>
    cache.find({ key, headers }, revision, now_s)
  expect(find('/a', { origin: 'x', 'accept-encoding': 'br' })).toBe(first)
  expect(find('/a', { origin: 'y' }, 7, 199)).toBe(second)
  expect(find('/a', {})).toBeUndefined()
  expect(find('/b', { origin: 'x' })).toBeUndefined()
  expect(find('/a', { origin: 'x' }, 8)).toBeUndefined()
  expect(find('/a', { origin: 'x' }, 7, 99)).toBeUndefined()
  expect(find('/a', { origin: 'x' }, 7, 200)).toBeUndefined()
})

test('a request that is not awaited is not kept', () => {
  const cache = new AnswerCache(10 * size)
  const kept = keep(cache, '/a')
  cache.keep(new IncomingMessage(new Socket()), '', kept)
  expect(cache.find({ key: '', headers: {} }, 7, 100)).toBeUndefined()
})

test('within its limit the cache lets go of the oldest that nobody asks for', () => {
  const cache = new AnswerCache(6 * size)
  const isKept = (key: string) => cache.find({ key, headers: {} }, 7, 100) !== undefined
  keep(cache, '/hot')
  for (let number = 0; number < 100; number += 1) {
    keep(cache, `/${number}`)
    expect(isKept('/hot')).toBe(true)
  }
  const there = Array.from({ length: 100 }, (_, number) => number).filter((number) => isKept(`/${number}`))
  expect(there.length).toBeGreaterThan(1)
  expect(there.length).toBeLessThan(5)
  expect(there).toContain(99)
})

test('an answer larger than all that may be kept is not', () => {
  const cache = new AnswerCache(size / 2)
  keep(cache, '/a')
  expect(cache.find({ key: '/a', headers: {} }, 7, 100)).toBeUndefined()
})
