import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Memory } from './revisionCache.ts'

/** A store that counts how often it is asked, and whose revision a test can raise. */
function storeOf(limit: number) {
  const store = { revision: 1, asked: 0 }
  const memory = new Memory<string>({ revision: async () => store.revision }, limit)
  const find = (key: string) =>
    memory.find(key, async () => {
      store.asked += 1
      return `${key} at ${store.revision}`
    })
  return { store, memory, find }
}

test('an answer is found once, and anew after every change', async () => {
  const { store, find } = storeOf(10)
  expect([await find('a'), await find('a'), await find('b')]).toEqual(['a at 1', 'a at 1', 'b at 1'])
  expect(store.asked).toBe(2)
  store.revision += 1
  expect([await find('a'), await find('b')]).toEqual(['a at 2', 'b at 2'])
  expect(store.asked).toBe(4)
})

test('those who ask meanwhile share the answer', async () => {
  const { store, find } = storeOf(10)
  expect(await Promise.all([find('a'), find('a'), find('a')])).toEqual(['a at 1', 'a at 1', 'a at 1'])
  expect(store.asked).toBe(1)
})

test('when there are more than it may hold, all are forgotten', async () => {
  const { store, find } = storeOf(2)
  for (const key of ['a', 'b', 'a', 'b']) await find(key)
  expect(store.asked).toBe(2)
  for (const key of ['c', 'a']) await find(key)
  expect(store.asked).toBe(4)
})

test('what fails is told to those who asked, and not remembered', async () => {
  const { memory, find } = storeOf(10)
  const fail = () => memory.find('a', async () => Promise.reject(new Error('Not now.')))
  await expect(fail()).rejects.toThrow('Not now.')
  expect(await find('a')).toBe('a at 1')
})

test('an answer that follows from what was read before a change is told, and not remembered', async () => {
  const { store, memory, find } = storeOf(10)
  const since = store.revision
  const early = async () => 'read at 1'
  store.revision += 1
  expect(await memory.find('a', early, since)).toBe('read at 1')
  expect(await find('a')).toBe('a at 2')
  expect(await memory.find('b', early, store.revision)).toBe('read at 1')
  expect(await find('b')).toBe('read at 1')
})

test('no answer is older than the last change before it was asked for', async () => {
  const step = fc.oneof(fc.constant('change'), fc.constantFrom('a', 'b', 'c', 'd'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 0, max: 3 }),
      async (steps, limit) => {
        const { store, find } = storeOf(limit)
        for (const step of steps) {
          if (step === 'change') store.revision += 1
          else expect(await find(step)).toBe(`${step} at ${store.revision}`)
        }
      },
    ),
  )
})
