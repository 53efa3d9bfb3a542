import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfDate, startOfDate } from './day.ts'
import { utcText } from './text.ts'

const zone = (id: string) => ({ name: id, id })
const edges = (day: string, id: string) => {
  const date = Temporal.PlainDate.from(day)
  return [utcText(startOfDate(date, zone(id))), utcText(endOfDate(date, zone(id)))]
}

test.each([
  ['an ordinary day', '2031-07-01', 'America/New_York', '2031-07-01 04:00:00', '2031-07-02 03:59:59'],
  ['twenty-three hours', '2027-03-14', 'America/New_York', '2027-03-14 05:00:00', '2027-03-15 03:59:59'],
  ['twenty-five hours', '2027-11-07', 'America/New_York', '2027-11-07 04:00:00', '2027-11-08 04:59:59'],
  ['midnight is skipped', '2018-11-04', 'America/Sao_Paulo', '2018-11-04 03:00:00', '2018-11-05 01:59:59'],
  [
    'the last hour occurs twice',
    '2018-02-17',
    'America/Sao_Paulo',
    '2018-02-17 02:00:00',
    '2018-02-18 02:59:59',
  ],
  ['a fixed offset', '2031-07-01', '+05:30', '2031-06-30 18:30:00', '2031-07-01 18:29:59'],
  ['a day that never was', '2011-12-30', 'Pacific/Apia', '2011-12-30 10:00:00', '2011-12-30 10:00:00'],
])('%s: %s in %s', (_, day, id, start, end) => {
  expect(edges(day, id)).toEqual([start, end])
})

test('days follow each other without a gap or an overlap, in every zone', () => {
  const ids = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  fc.assert(
    fc.property(ids, fc.integer({ min: 0, max: 40_000 }), (id, days) => {
      const date = Temporal.PlainDate.from('1950-01-01').add({ days })
      const next = startOfDate(date.add({ days: 1 }), zone(id))
      const start = startOfDate(date, zone(id))
      if (next > start) expect(endOfDate(date, zone(id)) + 1).toBe(next)
      else expect(endOfDate(date, zone(id))).toBe(start)
    }),
  )
})
