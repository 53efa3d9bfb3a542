import { expect, test } from 'vitest'
import { compareVersions, minorOf, newestOf } from './versions.ts'

test('versions stand in the order of SemVer, whatever order they are given in', () => {
  const inOrder = [
    'none',
    '0.1.0',
    '0.9.12',
    '0.10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.2',
    '1.1.0',
    '2.0.0',
    '10.0.0',
  ]
  for (const [at, one] of inOrder.entries())
    for (const [place, other] of inOrder.entries())
      expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([
        one,
        other,
        Math.sign(at - place),
      ])
  expect(newestOf(inOrder.toReversed())).toBe('10.0.0')
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
})

test('there is no newest of none, and a line of versions has two numbers', () => {
  expect(newestOf([])).toBeUndefined()
  expect(minorOf('1.4.2')).toBe('1.4')
})
