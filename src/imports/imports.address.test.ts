import { expect, test } from 'vitest'
import { withoutEndingSlash } from './imports.address.ts'

test.each([
  ['/a/b', '/a/b'],
  ['/a/b/', '/a/b'],
  ['/a//b///', '/a//b'],
  ['/', ''],
  ['', ''],
])('%j without the slashes at its end is %j', (path, bare) => {
  expect(withoutEndingSlash(path)).toBe(bare)
})

test('slashes that are not at the end are gone through once', () => {
  // Gone through from each of them to the last, these would take an hour.
  const path = `/a${'/'.repeat(2_000_000)}b`
  expect(withoutEndingSlash(path)).toBe(path)
})
