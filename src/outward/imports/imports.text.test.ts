import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charsetOf, decodeText } from './imports.text.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

const bytesOf = (text: string) => Buffer.from(text)

test.each<[string, Uint8Array, string | undefined, string]>([
  ['UTF-8', bytesOf('a,Grüße €'), undefined, 'a,Grüße €'],
  ['UTF-8 with a mark', bytesOf('\ufeffa,Grüße'), undefined, 'a,Grüße'],
  ['UTF-16 with a mark', Buffer.from('\ufeffa,Grüße', 'utf16le'), undefined, 'a,Grüße'],
  ['UTF-16 without one', Buffer.from('a,Grüße', 'utf16le'), undefined, 'a,Grüße'],
  ['UTF-16 the other way round', Buffer.from('\ufeffa,Grüße', 'utf16le').swap16(), undefined, 'a,Grüße'],
  ['the code page of Windows', Buffer.from('a,Gr\xfc\xdfe \x80', 'latin1'), undefined, 'a,Grüße €'],
  ['Shift_JIS', Buffer.from('8c8f96bc2c8a4a8e6e93fa', 'hex'), undefined, '件名,開始日'],
  ['French, whose letters could be Japanese', Buffer.from('lumi\xe8re', 'latin1'), undefined, 'lumière'],
  ['what its sender names', Buffer.from('a,\xcf\xf0\xe8', 'latin1'), 'windows-1251', 'a,При'],
  [
    'what a page names',
    Buffer.from('<meta charset=iso-8859-2><p>\xb3', 'latin1'),
    undefined,
    '<meta charset=iso-8859-2><p>ł',
  ],
  ['UTF-8, although its sender says otherwise', bytesOf('a,Grüße'), 'iso-8859-1', 'a,Grüße'],
  ['UTF-8, although its sender names what there is not', bytesOf('a,Grüße'), 'latin-99', 'a,Grüße'],
  [
    'UTF-8 with a broken byte',
    Buffer.concat([bytesOf('a,Grüße €'), Buffer.from([0xff])]),
    undefined,
    'a,Grüße €\ufffd',
  ],
])('%s is read', (_, bytes, charset, text) => {
  expect(decodeText({ bytes, ...(charset === undefined ? {} : { charset }) })).toBe(text)
})

test('of a calendar, lines are folded at any byte', () => {
  const unfolded = (text: string) => text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
  fc.assert(
    fc.property(
      fc
        .string({ unit: anyCharacter, minLength: 1, maxLength: 30 })
        .map((text) => text.toWellFormed().replaceAll(/[\r\n]/g, '')),
      fc.constantFrom('\r\n ', '\n\t', '\r '),
      fc.integer({ min: 1, max: 5 }),
      (title, fold, width) => {
        const bytes = bytesOf(`SUMMARY:${title}`)
        const parts: Uint8Array[] = [bytesOf('BEGIN:VCALENDAR\n')]
        for (let at = 0; at < bytes.length; at += width)
          parts.push(bytesOf(at === 0 ? '' : fold), bytes.subarray(at, at + width))
        expect(unfolded(decodeText({ bytes: Buffer.concat(parts) }))).toBe(
          `BEGIN:VCALENDAR\nSUMMARY:${title}`,
        )
      },
    ),
  )
})

test.each([
  ['text/html; charset=iso-8859-1', { charset: 'iso-8859-1' }],
  ['text/html;Charset="UTF-8"', { charset: 'UTF-8' }],
  ['text/html', {}],
  [undefined, {}],
])('%s says %j', (header, said) => {
  expect(charsetOf(header)).toEqual(said)
})
