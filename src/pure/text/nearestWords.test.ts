import { expect, test } from 'vitest'
import { nearest } from './nearestWords.ts'

const words = ['serve', 'config', 'export', 'import', 'SITE_URL', 'SITE_NAME', 'LOG_LEVEL']

test.each([
  ['serv', 'serve'],
  ['sevre', 'serve'],
  ['exprot', 'export'],
  ['imports', 'import'],
  ['cnofig', 'config'],
  ['SITE_ULR', 'SITE_URL'],
  ['site_url', 'SITE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['banana', undefined],
  ['x', undefined],
  ['', undefined],
  ['TZ', undefined],
])('by “%s” is meant %s', (word, meant) => {
  expect(nearest(word, words)).toBe(meant)
})
