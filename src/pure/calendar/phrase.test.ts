import { describe, expect, test } from 'vitest'
import { resolve, wallOf, zoneOf } from './dateExpression.fixture.ts'
import { parseDateExpression, resolveDateExpression } from './dateExpression.ts'
import { wallText } from './text.ts'

describe('phrases count from now in the zone (D11)', () => {
  test.each([
    [' ', '2026-10-14 09:45:30'],
    ['now', '2026-10-14 09:45:30'],
    ['now UTC', '2026-10-14 09:45:30'],
    ['today', '2026-10-14 00:00:00'],
    ['Today 10:00', '2026-10-14 10:00:00'],
    ['midnight', '2026-10-14 00:00:00'],
    ['noon', '2026-10-14 12:00:00'],
    ['24:00', '2026-10-15 00:00:00'],
    ['2 days ago 24:00', '2026-10-13 00:00:00'],
    ['3pm', '2026-10-14 15:00:00'],
    ['yesterday', '2026-10-13 00:00:00'],
    ['tomorrow', '2026-10-15 00:00:00'],
    ['tomorrow 9am', '2026-10-15 09:00:00'],
    ['9am tomorrow', '2026-10-15 09:00:00'],
    ['tomorrow at noon', '2026-10-15 12:00:00'],
    ['tomorrow 9am PDT', '2026-10-15 12:00:00'],
    ['+1 week', '2026-10-21 09:45:30'],
    [' 1 week', '2026-10-21 09:45:30'],
    ['+1 week 10:00', '2026-10-21 10:00:00'],
    ['+1 week 2 days', '2026-10-23 09:45:30'],
    ['+2 days 08:30', '2026-10-16 08:30:00'],
    ['-3 months', '2026-07-14 09:45:30'],
    ['1 week 2 days ago', '2026-10-05 09:45:30'],
    ['+2 hours', '2026-10-14 11:45:30'],
    ['+90 minutes', '2026-10-14 11:15:30'],
    ['+5 sec', '2026-10-14 09:45:35'],
    ['today +2 hours', '2026-10-14 02:00:00'],
    ['next week', '2026-10-21 09:45:30'],
    ['last year', '2025-10-14 09:45:30'],
    ['2031-01-31 +1 month', '2031-02-28 00:00:00'],
    ['wednesday', '2026-10-14 00:00:00'],
    ['this wednesday', '2026-10-14 00:00:00'],
    ['next wednesday 4pm', '2026-10-21 16:00:00'],
    ['last wednesday', '2026-10-07 00:00:00'],
    ['next friday', '2026-10-16 00:00:00'],
    ['Fri 8pm', '2026-10-16 20:00:00'],
    ['friday next week', '2026-10-23 00:00:00'],
    ['next week friday', '2026-10-23 00:00:00'],
    ['sunday last week', '2026-10-11 00:00:00'],
    ['first day of next month', '2026-11-01 00:00:00'],
    ['first day of next month 12:00', '2026-11-01 12:00:00'],
    ['last day of this year', '2026-12-31 00:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['first monday of january', '2026-01-05 00:00:00'],
    ['last monday of march 2031', '2031-03-31 00:00:00'],
    ['fifth monday of march 2031', '2031-03-31 00:00:00'],
    ['3rd thursday of november 2027 20:00', '2027-11-18 20:00:00'],
  ])('%j', (text, wall) => {
    expect(wallOf(text, 'America/New_York')).toBe(wall)
  })

  test('the day is that of the zone', () => {
    const evening = Temporal.Instant.from('2026-10-14T23:30:00Z')
    const moment = parseDateExpression('today')
    const walls = ['UTC', 'Asia/Tokyo'].map((id) => {
      const resolved = moment && resolveDateExpression(moment, zoneOf(id), evening)
      return resolved && wallText(resolved.wall)
    })
    expect(walls).toEqual(['2026-10-14 00:00:00', '2026-10-15 00:00:00'])
  })

  test('hours are counted by the clock that runs, days by the calendar', () => {
    const before = Temporal.Instant.from('2027-03-13T17:00:00Z')
    const after = (text: string) => {
      const moment = parseDateExpression(text)
      return moment && resolveDateExpression(moment, zoneOf('America/New_York'), before)?.wall.toString()
    }
    expect(after('+24 hours')).toBe('2027-03-14T13:00:00')
    expect(after('+1 day')).toBe('2027-03-14T12:00:00')
  })

  test.each(['fifth monday of april 2031', '31 April', '+999999 years', '-3000 years', '999999 years ago'])(
    '%j is a phrase that leads to no day',
    (text) => {
      expect(parseDateExpression(text)).toBeDefined()
      expect(resolve(text)).toBeUndefined()
    },
  )
})
