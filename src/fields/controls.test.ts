import { expect, test } from 'vitest'
import { controlOf, typedOf } from './controls.ts'
import { degrees, fact, flag, link, number, text } from './field.ts'

test.each([
  [text(''), ' Hall ', 'Hall'],
  [number(''), '', null],
  [number(''), ' 12 ', 12],
  [number(''), 'a dozen', 'a dozen'],
  [degrees(''), '−52,5', -52.5],
  [link(''), 'example.org/a', 'https://example.org/a'],
  [link(''), 'ftp://example.org', 'ftp://example.org'],
  [fact(''), '', null],
  [fact(''), 'true', true],
  [fact(''), 'false', false],
  [flag(''), 'false', false],
])(
  'what is typed is the value that was meant, or goes as it is, to be refused: %#',
  (field, typed, value) => {
    expect(controlOf(field).value(typed)).toBe(value)
  },
)

test('each value is typed as it is read back, and what may not be known can be said to be so', () => {
  for (const field of [flag(''), fact('')])
    for (const value of [true, false]) {
      expect(controlOf(field).answers).toContain(typedOf(value))
      expect(controlOf(field).value(typedOf(value))).toBe(value)
    }
  expect(controlOf(fact('')).answers[0]).toBe('')
  expect(controlOf(flag('')).answers).not.toContain('')
  expect([undefined, null, {}, [1]].map(typedOf)).toEqual(['', '', '', ''])
})

test('a line has the keyboard that fits', () => {
  const keys = [text('', { format: 'tel' }), text('', { format: 'email' }), link(''), degrees(''), number('')]
  expect(keys.map((field) => controlOf(field).keys)).toEqual(['tel', 'email', 'url', 'decimal', 'numeric'])
})
