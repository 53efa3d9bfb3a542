import { expect, test } from 'vitest'
import { linesOf, monthsOut, readRepeat } from './repeat.ts'

const noSummer = 'RRULE:FREQ=WEEKLY;BYDAY=TU;BYMONTH=1,2,3,4,5,6,9,10,11,12;UNTIL=20310630'

test('a rule that leaves months out is shown by its fields, and days are left out beside them', () => {
  const repeat = readRepeat([noSummer])
  expect(repeat.rule && monthsOut(repeat.rule)).toEqual([7, 8])
  expect(linesOf(repeat)).toEqual([noSummer])
  expect(linesOf({ ...repeat, out: ['2031-03-11'] })).toEqual([noSummer, 'EXDATE;VALUE=DATE:20310311'])
  expect(repeat.rule && linesOf({ ...repeat, rule: { ...repeat.rule, months: [] } })).toEqual([
    noSummer.replace(/;BYMONTH=[\d,]+/, ''),
  ])
})

test.each(['RRULE:FREQ=WEEKLY;BYMONTH=6,7', 'RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8;BYDAY=1SU'])(
  '%s stays as it is, as fields cannot show it',
  (line) => {
    expect(readRepeat([line])).toMatchObject({ rule: null, other: [line] })
  },
)
