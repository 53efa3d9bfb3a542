import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { AnswerCache } from './answers.ts'
import { KeptAnswer } from './keptAnswer.ts'

const holds = { from: 100, until: 200 }
const size = 10_000

function answerOf(revision: number): KeptAnswer {
  return new KeptAnswer(
    { headers: { Vary: 'Origin, Accept-Encoding' }, etag: '"a"', body: Buffer.alloc(size / 2) },
    { revision, holds },
  )
}

/** Answers a request that is asked twice. */
function keep(cache: AnswerCache, key: string, headers: Record<string, string> = {}): KeptAnswer {
  answerOnce(cache, key, headers)
  return answerOnce(cache, key, headers)
}

function answerOnce(cache: AnswerCache, key: string, headers: Record<string, string> = {}): KeptAnswer {
  const message = new IncomingMessage(new Socket())
  const kept = answerOf(7)
  cache.await(message, { key, headers }, 7)
  cache.keep(message, 'Origin, Accept-Encoding', kept)
  return kept
}

test('what is asked for once is not kept', () => {
  const cache = new AnswerCache(10 * size)
  const find = () => cache.find({ key: '/a', headers: {} }, { revision: 7, now_s: 100 })
  answerOnce(cache, '/a')
  expect(find()).toBeUndefined()
  const kept = answerOnce(cache, '/a')
  expect(find()).toBe(kept)
})

test('an answer is found by its address and the headers it varies by, at its revision and in its time', () => {
  const cache = new AnswerCache(10 * size)
  const [first, second] = [keep(cache, '/a', { origin: 'x' }), keep(cache, '/a', { origin: 'y' })]
  const find = (key: string, headers: Record<string, string>, revision = 7, now_s = 100) =>
    cache.find({ key, headers }, { revision, now_s })
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
  expect(cache.find({ key: '', headers: {} }, { revision: 7, now_s: 100 })).toBeUndefined()
})

test('within its limit the cache lets go of the oldest that nobody asks for', () => {
  const cache = new AnswerCache(6 * size)
  const isKept = (key: string) => cache.find({ key, headers: {} }, { revision: 7, now_s: 100 }) !== undefined
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
  expect(cache.find({ key: '/a', headers: {} }, { revision: 7, now_s: 100 })).toBeUndefined()
})

test('what was kept is made anew once for all who ask for it at the same revision', async () => {
  const cache = new AnswerCache(10 * size)
  const asked = { key: '/a', headers: { origin: 'x' } }
  const making = new IncomingMessage(new Socket())
  cache.await(making, asked, 7)
  expect(cache.made(asked, 7)).toBeUndefined()
  keep(cache, '/a', asked.headers)
  cache.await(making, asked, 8)
  expect(cache.made(asked, 7)).toBeUndefined()
  expect(cache.made({ key: '/a', headers: { origin: 'y' } }, 8)).toBeUndefined()
  const made = cache.made(asked, 8)
  expect(made).toBeInstanceOf(Promise)
  const anew = answerOf(8)
  cache.keep(making, 'Origin', anew)
  await made
  expect(cache.find(asked, { revision: 8, now_s: 100 })).toBe(anew)
  expect(cache.made(asked, 8)).toBeUndefined()
})

test('nobody waits for a request that is over, whatever came of it', async () => {
  const cache = new AnswerCache(10 * size)
  const asked = { key: '/a', headers: {} }
  keep(cache, '/a')
  const [first, second] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())]
  cache.await(first, asked, 8)
  const made = cache.made(asked, 8)
  cache.await(second, asked, 9)
  cache.settle(first)
  await made
  expect(cache.find(asked, { revision: 8, now_s: 100 })).toBeUndefined()
  expect(cache.made(asked, 9)).toBeInstanceOf(Promise)
  cache.settle(second)
  expect(cache.made(asked, 9)).toBeUndefined()
})
