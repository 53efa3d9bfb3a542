import { expect, test } from 'vitest'
import { renderContent } from './render.ts'
import { sameRendered } from './sameText.ts'

test.each([
  ['a\nb', 'a\nb', true],
  ['a\r\nb', 'a\nb', true],
  ['<p>a<br />\nb</p>', 'a\nb', true],
  ['<p>a<br />\r\nb</p>', 'a\nb', true],
  ['<p>a</p>', 'a\nb', false],
  ['', 'a', false],
  ['', '', true],
])('%j says the same as the stored %j: %s', (sent, stored, same) => {
  expect(sameRendered(sent, stored, { render: renderContent })).toBe(same)
})
