import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BusyError, createPool } from './pool.ts'

test('at most so many run, so many wait, in the order that they came, and the next one is refused', async () => {
  const pool = createPool({ concurrency: 2, maxWaiting: 3, retryAfter_s: 7 })
  let running = 0
  let most = 0
  const started: number[] = []
  const work = (n: number) => async () => {
    started.push(n)
    running += 1
    most = Math.max(most, running)
    await sleep(5)
    running -= 1
    return n
  }
  const all = [1, 2, 3, 4, 5].map((n) => pool.run(work(n)))
  await expect(pool.run(work(6))).rejects.toMatchObject({ name: 'BusyError', retryAfter_s: 7 })
  await expect(Promise.all(all)).resolves.toEqual([1, 2, 3, 4, 5])
  expect(started).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('a work that fails gives its place back', async () => {
  const pool = createPool({ concurrency: 1, maxWaiting: 0, retryAfter_s: 1 })
  const failing = pool.run(() => Promise.reject(new Error('broken')))
  await expect(pool.run(async () => 1)).rejects.toThrow(BusyError)
  await expect(failing).rejects.toThrow('broken')
  await expect(pool.run(async () => 2)).resolves.toBe(2)
})
