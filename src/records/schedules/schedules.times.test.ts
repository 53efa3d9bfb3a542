import { expect, test } from 'vitest'
import { readRecurrence, settleRecurrence } from '../../pure/calendar/recurrence.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import type { Schedule } from './schedules.row.ts'
import { datesToLay, keyOf, timesAt } from './schedules.times.ts'

function schedule(zoneName: string, start: string, lines: string, duration = 3600): Schedule {
  const [zone, wall] = [zoneNamed(zoneName), Temporal.PlainDateTime.from(start)]
  const recurrence = settleRecurrence(readRecurrence(lines), { wall, isAllDay: false, zone })
  return { zone, isAllDay: false, start: wall, duration, recurrence }
}

const now = Temporal.Instant.from('2011-12-01T00:00Z')

test.each([
  // The clock holds across daylight saving; what it skips begins after that, under its own key.
  [
    'Europe/Berlin',
    '2031-03-29T02:30',
    ['2031-03-29 02:30:00 01:30Z', '2031-03-30 02:30:00 01:30Z', '2031-03-31 02:30:00 00:30Z'],
  ],
  // An hour that occurs twice is the first.
  [
    'Europe/Berlin',
    '2031-10-25T02:30',
    ['2031-10-25 02:30:00 00:30Z', '2031-10-26 02:30:00 00:30Z', '2031-10-27 02:30:00 01:30Z'],
  ],
  // Half an hour of daylight saving.
  [
    'Australia/Lord_Howe',
    '2031-10-04T02:15',
    ['2031-10-04 02:15:00 15:45Z', '2031-10-05 02:15:00 15:45Z', '2031-10-06 02:15:00 15:15Z'],
  ],
  // A day that there was not.
  [
    'Pacific/Apia',
    '2011-12-29T19:00',
    ['2011-12-29 19:00:00 05:00Z', '2011-12-30 19:00:00 05:00Z', '2011-12-31 19:00:00 05:00Z'],
  ],
])('in %s a daily series from %s has its keys and moments', (zone, start, expected) => {
  const daily = schedule(zone, start, 'RRULE:FREQ=DAILY;COUNT=3')
  const { dates, until } = datesToLay(daily, now, 24)
  expect(until).toBeUndefined()
  const told = dates.map((wall) => {
    const at = instantOf(timesAt(wall, daily)?.starts_at ?? 0).toString({ smallestUnit: 'minute' })
    return `${keyOf(wall, daily)} ${at.slice(11)}`
  })
  expect(told).toEqual(expected)
})

test('a night lasts until its hour in the morning, and never ends before it begins', () => {
  const night = schedule('Europe/Berlin', '2031-03-29T22:00', 'RRULE:FREQ=DAILY;COUNT=3', 8 * 3600)
  const ends = datesToLay(night, now, 24).dates.map((wall) => timesAt(wall, night)?.end_wall)
  expect(ends).toEqual(['2031-03-30 06:00:00', '2031-03-31 06:00:00', '2031-04-01 06:00:00'])
})

test('without an end dates are laid out some months beyond now, or beyond the start where that is later', () => {
  const weekly = schedule('Europe/Berlin', '2031-03-04T19:00', 'RRULE:FREQ=WEEKLY')
  expect(datesToLay(weekly, now, 12).until?.toString()).toBe('2032-03-04T19:00:00')
  const later = datesToLay(weekly, Temporal.Instant.from('2031-06-01T12:00Z'), 12)
  expect(later.until?.toString()).toBe('2032-06-01T14:00:00')
  expect(later.dates).toHaveLength(65)
})
