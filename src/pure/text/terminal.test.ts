import { expect, test } from 'vitest'
import { forTerminal } from './terminal.ts'

test.each([
  ['Two\nlines, 20 € – “ü”', 'Two\nlines, 20 € – “ü”'],
  ['\u001b[31mred\u001b[0m', ' [31mred [0m'],
  ['\u001b]0;title\u0007 \u009b2J', ' ]0;title   2J'],
  ['over\r\nwritten\u0000', 'over \nwritten '],
])('%j is shown as %j', (text, shown) => {
  expect(forTerminal(text)).toBe(shown)
})
