import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolve, wallOf } from './dateExpression.fixture.ts'
import { dateExpressionExamples, parseDateExpression } from './dateExpression.ts'
import { parseWall, wallText } from './text.ts'
import { runs } from '../../../test/support/runs.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

describe('a notation without a zone is a wall clock', () => {
  test.each([
    ['2031-05-01 11:00:00', '2031-05-01 11:00:00'],
    ['2031-05-01 11:00', '2031-05-01 11:00:00'],
    ['2031-05-01T11:00:00', '2031-05-01 11:00:00'],
    ['2031-05-01t11:00:00.987654', '2031-05-01 11:00:00'],
    ['  2031-05-01   11:00 ', '2031-05-01 11:00:00'],
    ['2031-5-1 9:05', '2031-05-01 09:05:00'],
    ['2031-5-1 9:5:3', '2031-05-01 09:05:03'],
    ['2031-5-1T9:5', '2031-05-01 09:05:00'],
    ['2031-05-01 9am', '2031-05-01 09:00:00'],
    ['2031-05-01 9:30 P.M.', '2031-05-01 21:30:00'],
    ['2031-05-01 12am', '2031-05-01 00:00:00'],
    ['2031-05-01 12pm', '2031-05-01 12:00:00'],
    ['2031-05-01 9.30pm', '2031-05-01 21:30:00'],
    ['2031-05-01 21.30', '2031-05-01 21:30:00'],
    ['01.05.2031 9.30', '2031-05-01 09:30:00'],
    ['2031-05-01T21', '2031-05-01 21:00:00'],
    ['2031-05-01 24:00', '2031-05-02 00:00:00'],
    ['2031-12-31T24:00:00', '2032-01-01 00:00:00'],
    ['2031-05-01 noon', '2031-05-01 12:00:00'],
    ['2031/05/01 10:00', '2031-05-01 10:00:00'],
    ['05/01/2031 3pm', '2031-05-01 15:00:00'],
    ['5/1/2031', '2031-05-01 00:00:00'],
    ['05/01/31 3pm', '2031-05-01 15:00:00'],
    ['5/1/69', '2069-05-01 00:00:00'],
    ['5/1/70', '1970-05-01 00:00:00'],
    ['1.5.2031', '2031-05-01 00:00:00'],
    ['01-05-2031 10:00', '2031-05-01 10:00:00'],
    ['1 May 2031 11:00', '2031-05-01 11:00:00'],
    ['May 1, 2031 11:00', '2031-05-01 11:00:00'],
    ['May 1st, 2031 at 3pm', '2031-05-01 15:00:00'],
    ['1st of May 2031', '2031-05-01 00:00:00'],
    ['1. May 2031', '2031-05-01 00:00:00'],
    ['1-May-2031', '2031-05-01 00:00:00'],
    ['2031-May-01', '2031-05-01 00:00:00'],
    ['3pm, 1 May 2031', '2031-05-01 15:00:00'],
    ['Thu, 1 May 2031 10:00:00', '2031-05-01 10:00:00'],
    ['Sept. 5 2031', '2031-09-05 00:00:00'],
    ['2031-03', '2031-03-01 00:00:00'],
    ['March 2031', '2031-03-01 00:00:00'],
    ['20310501', '2031-05-01 00:00:00'],
    ['20310501 10:00', '2031-05-01 10:00:00'],
    ['20310501T100000', '2031-05-01 10:00:00'],
    ['20310501T1000', '2031-05-01 10:00:00'],
    ['1970-01-01', '1970-01-01 00:00:00'],
    ['1850-06-01 10:00:00', '1850-06-01 10:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['1 May', '2026-05-01 00:00:00'],
  ])('%j', (text, wall) => {
    expect(wallOf(text)).toBe(wall)
    expect(wallOf(text, 'Asia/Kathmandu')).toBe(wall)
  })
})

describe('an instant is converted to the zone (D10)', () => {
  test.each([
    ['2031-05-01T10:00:00Z', '2031-05-01 10:00:00'],
    ['2031-05-01 10:00z', '2031-05-01 10:00:00'],
    ['2031-05-01T10:00:00.5+02:00', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00:00-0500', '2031-05-01 15:00:00'],
    ['2031-05-01 10:00 +2', '2031-05-01 08:00:00'],
    ['2031-05-01 10:00 GMT+0200', '2031-05-01 08:00:00'],
    ['2031-05-01 10:00 UTC', '2031-05-01 10:00:00'],
    ['2031-05-01 10:00 EST', '2031-05-01 15:00:00'],
    ['2031-05-01 10:00 edt', '2031-05-01 14:00:00'],
    ['2031-05-01 10:00 Europe/Rome', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00[Europe/Rome]', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00+02:00[Europe/Rome]', '2031-05-01 08:00:00'],
    ['2031-05-01T10:00Z[Europe/Rome]', '2031-05-01 10:00:00'],
    ['Thu, 01 May 2031 10:00:00 +0000', '2031-05-01 10:00:00'],
    ['20310501T100000Z', '2031-05-01 10:00:00'],
    ['1940000400', '2031-06-23 17:00:00'],
    ['@1940000400', '2031-06-23 17:00:00'],
    ['@1940000400.75', '2031-06-23 17:00:00'],
    ['@0', '1970-01-01 00:00:00'],
    ['-86400', '1969-12-31 00:00:00'],
    [1_940_000_400, '2031-06-23 17:00:00'],
    [-1_940_000_400, '1908-07-11 07:00:00'],
  ])('%j', (value, utc) => {
    expect(wallOf(value)).toBe(utc)
    const there = parseWall(utc).toZonedDateTime('UTC').withTimeZone('America/New_York').toPlainDateTime()
    expect(wallOf(value, 'America/New_York')).toBe(wallText(there))
  })
})

describe('what is no notation', () => {
  test.each([
    '',
    '0',
    '00',
    '2031',
    '2027 ',
    '99990101x',
    '20311301',
    '20310230',
    '1e9',
    '1.5',
    '@',
    '@x',
    'garbage',
    'now-ish',
    '2031-13-01',
    '2031-02-30',
    '2031-2-29',
    '2031-00-01',
    '31/31/2031',
    '31/31/31',
    '5/1/031',
    '1.5.31',
    '12.30',
    '2031-05-01 9.5',
    '2031-05-01 25.30',
    '2031-05-01 10.30.15',
    '2031-05-01T25',
    '0000-00-00 00:00:00',
    '0000-01-01',
    '12345-01-01',
    '2031-01-01 25:00',
    '24:01',
    '24:00:01',
    '2031-05-01 24:30',
    '25:00',
    '10:60',
    '10:5:60',
    '10:005',
    '9:5pm',
    '10:00:60',
    '13pm',
    '0am',
    'ago',
    'at',
    ',',
    '2031-05-01 10:00 10:00',
    '2031-05-01 2031-05-02',
    'monday tuesday',
    'Fri, 1 May 2031',
    '2031-05-01T00:00:00 05:00',
    'Europe/Rome',
    'est',
    '+02:00',
    '2031-05-01+02:00',
    '2031-05-01 +2',
    '2031-05-01 10:00 +15:00',
    '2031-05-01 10:00 Mars/Phobos',
    '2031-05-01 10:00 constructor',
    '253402300800',
    '-62135596801',
    '99999999999999999999',
    'x'.repeat(101),
    ' '.repeat(101),
  ])('%j', (text) => {
    expect(parseDateExpression(text)).toBeUndefined()
  })

  test.each([0, 1, 2031, 20310501, 99_999_999, -2031, 1_940_000_400.5, NaN, Infinity, 1e20])(
    '%j as a number (D50)',
    (value) => expect(parseDateExpression(value)).toBeUndefined(),
  )
})

describe('whether a time of day was given', () => {
  test.each([
    '2031-05-01',
    '20310501',
    '2031-05',
    'tomorrow',
    'next friday',
    'first day of next month',
    '2031-05-01 +1 week',
  ])('%j: no', (text) => expect(resolve(text)?.dateOnly).toBe(true))

  test.each([
    '2031-05-01 00:00',
    '2031-05-01T00:00Z',
    '@0',
    'now',
    ' ',
    'midnight',
    'tomorrow 9am',
    '+1 week',
    'today +1 hour',
  ])('%j: yes', (text) => expect(resolve(text)?.dateOnly).toBe(false))
})

describe('the ends of time', () => {
  test('the first and the last second of the years', () => {
    expect(wallOf('0001-01-01 00:00:00')).toBe('0001-01-01 00:00:00')
    expect(wallOf('9999-12-31 23:59:59')).toBe('9999-12-31 23:59:59')
  })

  test('a day of which a part lies beyond them is refused', () => {
    expect(wallOf('9999-12-31', 'America/New_York')).toBeUndefined()
    expect(wallOf('9999-12-31', 'Asia/Tokyo')).toBe('9999-12-31 00:00:00')
    expect(wallOf('0001-01-01', 'Asia/Tokyo')).toBeUndefined()
  })

  test.each(['UTC', 'America/New_York', '+14:00', '-12:00'])(
    'phrases that lead to the last or the first days that can be counted are refused, in %s',
    (id) => {
      const days = Array.from({ length: 11 }, (_, at) => at)
      for (const more of days) {
        expect(wallOf(`today +273733 years +${330 + more} days`, id)).toBeUndefined()
        expect(wallOf(`today -273847 years -${172 + more} days`, id)).toBeUndefined()
      }
    },
  )
})

test('every example of what is accepted is', () => {
  const examples = [...dateExpressionExamples.matchAll(/"([^"]+)"/g)].map(([, example = '']) => example)
  expect(examples.length).toBeGreaterThan(5)
  for (const example of examples) expect(resolve(example), example).toBeDefined()
})

test('any text is answered, and what resolves has a year of four digits', () => {
  const words = fc.constantFrom(
    'now',
    'today',
    'next',
    'last',
    'first',
    'day',
    'of',
    'monday',
    'week',
    'march',
    'at',
    'ago',
    '+1',
    '-999999',
    '2031',
    '2031-05-01',
    '10:00',
    '3pm',
    'T',
    'Z',
    '+02:00',
    'Europe/Rome',
    '[',
    ',',
    '/',
    '@',
    '31',
    'years',
    'hours',
  )
  const phrase = fc
    .array(words, { maxLength: 7 })
    .chain((said) => fc.constantFrom(said.join(' '), said.join('')))
  const ids = fc.constantFrom('UTC', 'America/New_York', '+14:00', '-12:00')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), phrase), ids, (text, id) => {
      const wall = wallOf(text, id)
      if (wall !== undefined) expect(wall).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }),
    { numRuns: runs(2000) },
  )
})
