import { expect, test } from 'vitest'
import { preferred } from './accept.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*/*', undefined],
  ['image/png', undefined],
  ['text/html', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['text/*, */*', 'html'],
  ['application/json, text/plain, */*', 'json'],
  ['Application/JSON', 'json'],
  ['text/html, application/json', undefined],
  ['text/html;q=0.5, application/json', 'json'],
  ['text/html;q=0.9, application/json;q=0.1', 'html'],
  ['text/html;q=0, */*', 'json'],
  ['text/html;q=nonsense, application/json;q=7', undefined],
] as const)('Accept: %s prefers %s', (accept, wanted) => {
  expect(preferred(accept)).toBe(wanted)
})
