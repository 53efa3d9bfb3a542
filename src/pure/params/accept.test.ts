import { expect, test } from 'vitest'
import { namesJson, preferred } from './accept.ts'

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

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/*', false],
  ['application/ld+json', false],
  ['image/avif,image/webp,*/*;q=0.8', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json, text/plain, */*', true],
  ['text/html;q=0.5, application/json', true],
  ['text/html, application/json', false],
  ['application/json;q=0.9, text/html;q=0.9', false],
  ['text/html, application/json;q=0.9', false],
  ['application/json;q=0, */*', false],
] as const)('Accept: %s names JSON: %s', (accept, named) => {
  expect(namesJson(accept)).toBe(named)
})
