import { expect, test } from 'vitest'
import { firstWeekdayOf, weeksOf } from './dates.ts'

test('weeks begin as in the country of the language, or as the site says', () => {
  expect(firstWeekdayOf({ tag: 'en-US' })).toBe(7)
  expect(firstWeekdayOf({ tag: 'en-US', firstDay: undefined })).toBe(7)
  expect(firstWeekdayOf({ tag: 'en-US', firstDay: 1 })).toBe(1)
  // The first of March 2031 is a Saturday.
  expect([1, 6, 7].map((first) => weeksOf('2031-03-01', first)[0]?.[0])).toEqual([
    '2031-02-24',
    '2031-03-01',
    '2031-02-23',
  ])
})
