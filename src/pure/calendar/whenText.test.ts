import { describe, expect, test } from 'vitest'
import { type DayOrder, namedOrderOf, numbersOf } from './dayText.ts'
import { plainForm } from './dayNames.ts'
import { readWhen } from './whenText.ts'

const today = Temporal.PlainDate.from('2026-10-14')

function reading(slash: DayOrder, isStrict = false) {
  return { orders: { '/': slash, '.': 'dmy', '-': 'dmy' } as const, isStrict, today }
}

/** `2026-12-05 19:30 to 2026-12-06 02:00`, with only what is said. */
function said(text: string, slash: DayOrder = 'dmy'): string | undefined {
  const when = readWhen(text, reading(slash))
  if (!when) return undefined
  if (when.notation !== undefined) return when.notation
  const start = [when.day, when.start ?? (when.isAllDay ? 'all day' : undefined)]
  const end = [when.lastDay, when.end]
  const [from, to] = [start, end].map((parts) =>
    parts.filter((part) => part !== undefined).map((part) => `${part}`.replace(/:00$/, '')),
  )
  const rest = when.rest === '' ? '' : ` | ${when.rest}`
  return (
    [from, to]
      .filter((part) => part?.length)
      .map((part) => part?.join(' '))
      .join(' to ') + rest
  )
}

describe('days', () => {
  test.each([
    ['2026-12-05', '2026-12-05'],
    ['2026/12/5', '2026-12-05'],
    ['2026.12.05', '2026-12-05'],
    ['20261205', '2026-12-05'],
    ['05.12.2026', '2026-12-05'],
    ['5.12.26', '2026-12-05'],
    ['5. 12. 2026', '2026-12-05'],
    ['05-12-2026', '2026-12-05'],
    ['05/12/2026', '2026-12-05'],
    ["5/12/'26", '2026-12-05'],
    ['Sa, 05.12.2026', '2026-12-05'],
    ['Samstag, den 5. Dezember 2026', '2026-12-05'],
    ['6. Dezember 2026', '2026-12-06'],
    ['5 décembre 2026', '2026-12-05'],
    ['samedi 5 déc. 2026', '2026-12-05'],
    ['1er mars 2027', '2027-03-01'],
    ['5 de diciembre de 2026', '2026-12-05'],
    ['sáb 5 dic 2026', '2026-12-05'],
    ['5 dicembre 2026', '2026-12-05'],
    ['zaterdag 5 december 2026', '2026-12-05'],
    ['5 de dezembro de 2026', '2026-12-05'],
    ['5 Dec 2026', '2026-12-05'],
    ['5th of December, 2026', '2026-12-05'],
    ['December 5, 2026', '2026-12-05'],
    ['Sat, Dec 5th 2026', '2026-12-05'],
    ['mar 5 2027', '2027-03-05'],
    ['mar 5 gen 2027', '2027-01-05'],
    ['05-Dec-26', '2026-12-05'],
    ['2026 Dec 5', '2026-12-05'],
    ['2026年12月5日', '2026-12-05'],
    ['２０２６年１２月５日（土）', '2026-12-05'],
    ['令和8年12月5日', '2026-12-05'],
    ['٥ ديسمبر ٢٠٢٦', '2026-12-05'],
    ['السبت، ٥ كانون الأول ٢٠٢٦', '2026-12-05'],
    ['46361', '2026-12-05'],
    ['5 December', '2026-12-05'],
    ['15 January', '2027-01-15'],
    ['2 October', '2026-10-02'],
    ['5.12.', '2026-12-05'],
    ['12月5日', '2026-12-05'],
  ])('%j is %s', (text, expected) => expect(said(text)).toBe(expected))

  test.each([
    ['06/12/2026', '2026-06-12'],
    ['25/12/2026', '2026-12-25'],
    ['Sun 06/12/2026', '2026-12-06'],
    ['06.12.2026', '2026-12-06'],
    ['12/5', '2026-12-05'],
  ])('month first before a slash, %j is %s: unless it cannot be', (text, expected) =>
    expect(said(text, 'mdy')).toBe(expected),
  )

  test.each([
    ['26/12/05', '2026-12-05'],
    ['2026/12/05', '2026-12-05'],
  ])('year first, %j is %s', (text, expected) => expect(said(text, 'ymd')).toBe(expected))

  test('a date that is not in the order that was asked for is none', () => {
    expect(readWhen('25/12/2026', reading('mdy', true))).toBeUndefined()
    expect(readWhen('12/25/2026', reading('mdy', true))?.day?.toString()).toBe('2026-12-25')
  })

  test.each([
    '',
    ' ',
    'tomorrow',
    'today',
    'now',
    'Friday',
    'next week',
    'daily',
    '32.12.2026',
    '31.02.2026',
    '2026',
    '########',
    'Mondays',
    '+1 day',
    '5',
  ])('%j is no day', (text) => expect(readWhen(text, reading('dmy'))?.day).toBeUndefined())

  test('a time alone is no day, of today or any other', () => {
    expect(readWhen('19:30', reading('dmy'))).toEqual({ start: Temporal.PlainTime.from('19:30'), rest: '' })
    expect(said('noon')).toBe('12:00')
  })

  test('what the day of the week beside it says is told where it is another one', () => {
    expect(readWhen('Sa, 05.12.2026', reading('dmy'))?.contradicts).toBeUndefined()
    expect(readWhen('Fr, 05.12.2026', reading('dmy'))?.contradicts).toBe('fr')
  })

  test('that no year was said is told', () => {
    expect(readWhen('5 December', reading('dmy'))?.isWithoutYear).toBe(true)
    expect(readWhen('5 December 2026', reading('dmy'))?.isWithoutYear).toBeUndefined()
  })
})

describe('days with times', () => {
  test.each([
    ['2026-12-05 19:30', '2026-12-05 19:30'],
    ['2026-12-05T19:30', '2026-12-05 19:30'],
    ['2026-12-05T19:30:00+01:00', '2026-12-05T19:30:00+01:00'],
    ['2026-12-05 18:30 UTC', '2026-12-05 18:30 UTC'],
    ['1796495400', '1796495400'],
    ['Sa, 05.12.2026, 19.30 Uhr', '2026-12-05 19:30'],
    ['12/5/2026 7:30 PM', '2026-05-12 19:30'],
    ['5 December 2026 at 7pm', '2026-12-05 19:00'],
    ['5 December 10pm', '2026-12-05 22:00'],
    ['5. Dezember 20 Uhr', '2026-12-05 20:00'],
    ['samedi 5 décembre 2026 à 18h30', '2026-12-05 18:30'],
    ['5 dicembre 2026 alle 20.30', '2026-12-05 20:30'],
    ['5 december 2026 om 20 uur', '2026-12-05 20:00'],
    ['2026年12月5日 19時30分', '2026-12-05 19:30'],
    ['7pm, 5 December 2026', '2026-12-05 19:00'],
    ['19:30 05.12.2026', '2026-12-05 19:30'],
    ['46361.8125', '2026-12-05 19:30'],
    ['05.12.2026 19:30 - 21:00', '2026-12-05 19:30 to 21:00'],
    ['5 Dec 2026, 12 - 2pm', '2026-12-05 12:00 to 14:00'],
    ['2026-12-05 all day', '2026-12-05 all day'],
    ['5.–7. Dezember 2026', '2026-12-05 to 2026-12-07'],
    ['5-7 December 2026', '2026-12-05 to 2026-12-07'],
    ['December 5–7, 2026', '2026-12-05 to 2026-12-07'],
    ['5.-7.12.2026', '2026-12-05 to 2026-12-07'],
    ['30.11.-2.12.2026', '2026-11-30 to 2026-12-02'],
    ['05.12.2026 bis 07.12.2026', '2026-12-05 to 2026-12-07'],
    ['5 December - 2 January 2027', '2026-12-05 to 2027-01-02'],
    ['05/12/2026 20:00 - 06/12/2026 02:00', '2026-12-05 20:00 to 2026-12-06 02:00'],
    ['2026-12-05 19:30 (doors 19:00)', '2026-12-05 19:30 | (doors 19:00)'],
    ['5 Dec 2026 8pm - 6 Dec 2026 2am', '2026-12-05 20:00 to 2026-12-06 02:00'],
    ['2026-12-05 in the hall', '2026-12-05 | in the hall'],
  ])('%j is %s', (text, expected) => expect(said(text)).toBe(expected))
})

describe('which order numbers are in', () => {
  const orders = (text: string) => numbersOf(plainForm(text))
  test.each([
    ['06/12/2026', '/', ['dmy', 'mdy']],
    ['25/12/2026', '/', ['dmy']],
    ['12/25/2026', '/', ['mdy']],
    ['26/12/05', '/', ['dmy', 'ymd']],
    ['32.12.26', '.', ['ymd']],
    ['31-12-05', '-', ['dmy', 'ymd']],
    ['Sun 06/12/2026 10:00', '/', ['dmy']],
    ['06/12/2026 (So)', '/', ['dmy']],
  ])('of %j the sign is %s, and it may be %j', (text, sign, expected) => {
    expect(orders(text)).toEqual({ sign, orders: expected })
  })

  test.each(['2026-12-05', '5 December 2026', '19:30', 'x', ''])('%j has none to be found out', (text) => {
    expect(orders(text)).toBeUndefined()
  })

  test('a name of a month shows it as well', () => {
    expect(namedOrderOf('5 december 2026')).toBe('dmy')
    expect(namedOrderOf('december 5, 2026')).toBe('mdy')
    expect(namedOrderOf('05/12/2026')).toBeUndefined()
  })
})
