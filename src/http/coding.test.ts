import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/support/cpuTime.ts'
import { codingFor, compressed } from './coding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['BR;q=0.5', 'br'],
  ['br; q=0.1, gzip; q=0.9', 'gzip'],
  ['gzip;q=0.5, identity;q=0.9', 'identity'],
  ['identity, gzip', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['gzip;q=x', 'identity'],
  ['zstd, deflate', 'identity'],
])('Accept-Encoding: %s takes %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

test.each(['br', 'gzip'] as const)('%s is made beside the thread that answers', async (coding) => {
  const words = Array.from({ length: 2_000_000 }, (_, at) => `word${(at * 7919) % 100_003}`)
  const body = Buffer.from(words.join(' '))
  let size = Infinity
  const make = async () => {
    size = (await compressed(body, coding))?.length ?? Infinity
  }
  let own = 0
  const all = await cpuTimeOf(async () => {
    own = await cpuTimeOf(make)
  }, 'process')
  expect(size).toBeLessThan(body.length / 2)
  expect(own).toBeLessThan(all / 4)
})
