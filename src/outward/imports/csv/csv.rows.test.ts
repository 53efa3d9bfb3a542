import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRows } from './csv.rows.ts'
import { anyCharacter } from '../../../../test/support/anyCharacter.ts'

const cells = (text: string, separator = ',') => [...readRows(text, separator)].map(({ cells }) => cells)

test('any text in any cell is read as it was written, between any separators and line ends', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', ' ', 'a', '=', '\u2028', '\u0085'),
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r', '\r\n'),
      (table, separator, lineEnd) => {
        const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
        const written = table.map((row) => row.map(quoted).join(separator)).join(lineEnd)
        const filled = table.filter((row) => row.some((cell) => cell.trim() !== ''))
        expect(cells(written, separator)).toEqual(filled)
      },
    ),
  )
})

test.each<[string, string, string[][]]>([
  ['a blank before a quote', 'a, "b, c" ,d\n', [['a', 'b, c', 'd']]],
  ['a text kept from being a number', '="007 x","=""008""",="a,b"\n', [['007 x', '="008"', 'a,b']]],
  [
    'words behind a quote',
    '"Foo" Bar,x\n"Baz",y\n',
    [
      ['Foo Bar', 'x'],
      ['Baz', 'y'],
    ],
  ],
  ['quotes within quotes', '"The "Big" Band, live",x\n', [['The "Big" Band, live', 'x']]],
  ['a quote within a word', '5" pipe,x\n', [['5" pipe', 'x']]],
  ['lines within a cell', '"a\nb\r\nc",x\n', [['a\nb\r\nc', 'x']]],
  [
    'empty rows',
    'a,b\n,,\n\n  , \nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['only CR and LF end lines', 'a\u2028b\u0085c\vd\fe,x\ry', [['a\u2028b\u0085c\vd\fe', 'x'], ['y']]],
  ['a mark of byte order', '\ufeffa,b', [['a', 'b']]],
  ['an empty quoted cell', '"",a\n', [['', 'a']]],
])('%s', (_, text, expected) => expect(cells(text)).toEqual(expected))

test('a quote that is never closed is a letter, and costs no other row', () => {
  const rows = [...readRows('a,"b\nc,d\n"e,f\ng,h', ',')]
  expect(rows).toEqual([
    { line: 1, cells: ['a', '"b'], hasOpenQuote: true },
    { line: 2, cells: ['c', 'd'] },
    { line: 3, cells: ['"e', 'f'], hasOpenQuote: true },
    { line: 4, cells: ['g', 'h'] },
  ])
})

test('rows are told by the line they begin in, whatever their cells hold', () => {
  expect([...readRows('a\n"b\nc"\r\n\r\nd', ',')].map(({ line }) => line)).toEqual([1, 2, 5])
})

test.each<[string, string, RegExp]>([
  ['cells', ','.repeat(2_000_000), /more than 1000 cells/],
  ['characters in a cell', `a,${'b'.repeat(300_000)}`, /A cell has more than 250000 characters/],
  [
    'characters in a row',
    Array.from({ length: 9 }, () => 'b'.repeat(200_000)).join(','),
    /The row has more than 1000000/,
  ],
])('a row with too many %s says so, and the next one is read', (_, row, fault) => {
  const [first, second] = readRows(`${row}\nc,d`, ',')
  expect(first).toMatchObject({ line: 1, cells: [], fault: expect.stringMatching(fault) })
  expect(second).toEqual({ line: 2, cells: ['c', 'd'] })
})

test.each([
  ['quotes that are opened in each line', '"a,b\n'.repeat(50_000)],
  ['quotes that are opened in each cell', `${'"a ,'.repeat(900)}\n`.repeat(100)],
  ['quotes in one line', `"${'a"b'.repeat(60_000)}\n`.repeat(5)],
  ['doubled quotes', `${'"'.repeat(199_999)}\n`.repeat(20)],
  ['line breaks', '\n'.repeat(500_000)],
])('%s take no more than linear time', (_, text) => {
  // Squared, any of these would take minutes.
  let rows = 0
  for (const _row of readRows(text, ',')) rows += 1
  expect(rows).toBeLessThanOrEqual(50_000)
})
