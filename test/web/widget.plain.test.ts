import { expect, test } from 'vitest'
import { plainText } from '../../src/outward/widget/plain.ts'
import { cpuTimeOf } from '../support/cpuTime.ts'

test.each([
  ['Jazz &amp; <em class="x">Blues</em>', 'Jazz & Blues'],
  ['&#8220;Caf&#xE9;&#8221;&nbsp;', '“Café”'],
  ['5 < 6', '5 < 6'],
  ['<<b>a<', 'a<'],
  ['&nosuch; &constructor; &#0; &#x110000;', '&nosuch; &constructor; &#0; &#x110000;'],
])('%s reads %s', (markup, text) => {
  expect(plainText(markup)).toBe(text)
})

test.each(['<', '<a', '&', '&a', '&#1'])('many %s take time in proportion', async (part) => {
  const text = part.repeat(200_000)
  expect(await cpuTimeOf(() => expect(plainText(text)).toBe(text))).toBeLessThan(2_000)
})
