import { expect, test } from 'vitest'
import { monthIn } from './months.ts'

const found = (typed: string, locale: string, before = 'in') => {
  const month = monthIn(typed, { today: '2031-03-11', locale, before })
  return month && [month.rest, month.first, month.last]
}

test.each([
  ['concert march', 'en', ['concert', '2031-03-01', '2031-03-31']],
  ['concert in April', 'en', ['concert', '2031-04-01', '2031-04-30']],
  ['February', 'en', ['', '2032-02-01', '2032-02-29']],
  ['feb 2033 market', 'en', ['market', '2033-02-01', '2033-02-28']],
  ['sept. concert', 'en', ['concert', '2031-09-01', '2031-09-30']],
  ['konzert märz', 'de', ['konzert', '2031-03-01', '2031-03-31']],
  ['Konzert marz', 'de', ['Konzert', '2031-03-01', '2031-03-31']],
  ['concert août', 'fr', ['concert', '2031-08-01', '2031-08-31']],
  ['concierto marzo', 'es', ['concierto', '2031-03-01', '2031-03-31']],
  ['concert maart', 'nl', ['concert', '2031-03-01', '2031-03-31']],
  ['concerto dicembre', 'it', ['concerto', '2031-12-01', '2031-12-31']],
  ['concerto março', 'pt', ['concerto', '2031-03-01', '2031-03-31']],
  ['コンサート 3月', 'ja', ['コンサート', '2031-03-01', '2031-03-31']],
  ['حفل مارس', 'ar', ['حفل', '2031-03-01', '2031-03-31']],
])('“%s” (%s) names a month', (typed, locale, expected) => {
  expect(found(typed, locale)).toEqual(expected)
})

test('looking back, a month without a year is the last that has begun', () => {
  const back = (typed: string) =>
    monthIn(typed, { today: '2031-03-11', locale: 'en', before: 'in', isBack: true })?.first
  expect(back('march')).toBe('2031-03-01')
  expect(back('april')).toBe('2030-04-01')
  expect(back('april 2029')).toBe('2029-04-01')
})

test('words that only begin like two months, numbers and other words name none', () => {
  expect(found('ju', 'en')).toBeUndefined()
  expect(found('concert 3', 'ja')).toBeUndefined()
  expect(found('marching band', 'en')).toBeUndefined()
  expect(found('', 'en')).toBeUndefined()
})
