import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from './feed.arbitrary.ts'
import { contentLine, textValue, textValues, utcValue } from './ical.lines.ts'

const unfold = (lines: string) => lines.replaceAll('\r\n ', '')

describe('a text value', () => {
  test.each([
    ['Fish; chips, and "peas"', String.raw`Fish\; chips\, and "peas"`],
    [String.raw`C:\new`, String.raw`C:\\new`],
    ['one\r\ntwo\rthree\nfour\u2028five', `${String.raw`one\ntwo\nthree\nfour`}\u2028five`],
    ['a:b^c', 'a:b^c'],
  ])('%j is written %s', (text, value) => {
    expect(textValue(text)).toBe(value)
  })

  test('of several keeps them apart', () => {
    expect(textValues(['Food, drink', 'Music'])).toBe(String.raw`Food\, drink,Music`)
  })
})

describe('a parameter', () => {
  test.each([
    ['Jazz club', 'CN=Jazz club'],
    ['Smith, John', 'CN="Smith, John"'],
    ['John "Jack": x', `CN="John ^'Jack^': x"`],
    ['a^b\nc', 'CN=a^^b^nc'],
    ['שלום;', 'CN="שלום;"'],
  ])('%j is written %s', (given, parameter) => {
    expect(contentLine('ORGANIZER', 'mailto:a@b.example', { CN: given })).toBe(
      `ORGANIZER;${parameter}:mailto:a@b.example\r\n`,
    )
  })
})

describe('a content line', () => {
  test('is folded after 75 octets', () => {
    expect(contentLine('X', 'a'.repeat(73))).toBe(`X:${'a'.repeat(73)}\r\n`)
    expect(contentLine('X', 'a'.repeat(74))).toBe(`X:${'a'.repeat(73)}\r\n a\r\n`)
    expect(contentLine('X', 'a'.repeat(73 + 74 + 1))).toBe(
      `X:${'a'.repeat(73)}\r\n ${'a'.repeat(74)}\r\n a\r\n`,
    )
  })

  test('is not folded within a character', () => {
    expect(contentLine('X', `${'a'.repeat(72)}é`)).toBe(`X:${'a'.repeat(72)}\r\n é\r\n`)
    expect(contentLine('X', `${'a'.repeat(70)}😀`)).toBe(`X:${'a'.repeat(70)}\r\n 😀\r\n`)
    expect(contentLine('X', `${'a'.repeat(69)}😀`)).toBe(`X:${'a'.repeat(69)}😀\r\n`)
  })

  test('never begins another one, whatever its value', () => {
    expect(contentLine('URL', 'https://a.example/\r\nATTACH:x')).toBe('URL:https://a.example/ATTACH:x\r\n')
  })

  test('of any text has lines of at most 75 octets without control characters, and unfolds to one line', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, parameter) => {
        const lines = contentLine('SUMMARY', textValue(text), { ALTREP: parameter })
        for (const line of lines.slice(0, -2).split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
          // oxlint-disable-next-line no-control-regex
          expect(line).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f]/)
        }
        expect(unfold(lines).split('\r\n')).toHaveLength(2)
      }),
    )
  })
})

test('a moment is written in UTC', () => {
  expect(utcValue(0)).toBe('19700101T000000Z')
  expect(utcValue(-62_135_596_800)).toBe('00010101T000000Z')
})
