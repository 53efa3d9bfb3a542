import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('so many run at a time, in order, and a failure lets the next one in', async () => {
  const gate = createGate(2)
  const log: string[] = []
  let running = 0
  let most = 0
  const work = (name: string) => async () => {
    running += 1
    most = Math.max(most, running)
    log.push(name)
    await new Promise(setImmediate)
    running -= 1
    if (name === 'b') throw new Error(name)
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => gate(work(name))))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(most).toBe(2)
  expect(await gate(work('f'))).toBe('f')
})
