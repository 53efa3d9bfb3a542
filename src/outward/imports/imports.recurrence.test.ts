import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRule } from './ical/ical.rule.ts'
import { BadRule, expand, mostOccurrences } from './imports.recurrence.ts'
import { runs } from '../../../test/support/runs.ts'

const wall = (text: string) => Temporal.PlainDateTime.from(text)
const far = wall('2040-01-01')
const ruled = (text: string) =>
  readRule(text, {
    start: { isDate: false, wall: wall('2031-01-01'), zone: undefined, isInstant: false },
    zoneId: 'UTC',
  })

function occurrences(rule: string, start: string, until = far): string[] {
  const repeating = {
    start: wall(start),
    rules: [ruled(rule)],
    added: [],
    excluded: [],
    excludedDays: [],
  }
  return expand(repeating, until).walls.map((each) => each.toString({ smallestUnit: 'minute' }))
}

// The rules and what they come to are those of RFC 5545, 3.8.5.3, moved to 2031.
test.each<[string, string, string[]]>([
  ['FREQ=DAILY;COUNT=3', '2031-09-02T09:00', ['2031-09-02T09:00', '2031-09-03T09:00', '2031-09-04T09:00']],
  [
    'FREQ=DAILY;INTERVAL=10;COUNT=3',
    '2031-09-02T09:00',
    ['2031-09-02T09:00', '2031-09-12T09:00', '2031-09-22T09:00'],
  ],
  ['FREQ=DAILY;UNTIL=20310903T090000Z', '2031-09-02T09:00', ['2031-09-02T09:00', '2031-09-03T09:00']],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=4',
    '2031-09-02T09:00',
    ['2031-09-02T09:00', '2031-09-04T09:00', '2031-09-16T09:00', '2031-09-18T09:00'],
  ],
  [
    'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3',
    '2031-01-31T09:00',
    ['2031-01-31T09:00', '2031-02-28T09:00', '2031-03-28T09:00'],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3',
    '2031-01-31T09:00',
    ['2031-01-31T09:00', '2031-02-28T09:00', '2031-03-31T09:00'],
  ],
  ['FREQ=MONTHLY;COUNT=3', '2031-01-31T09:00', ['2031-01-31T09:00', '2031-03-31T09:00', '2031-05-31T09:00']],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
    '2031-01-31T09:00',
    ['2031-01-31T09:00', '2031-02-28T09:00', '2031-03-31T09:00'],
  ],
  [
    'FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=3',
    '2031-09-04T09:00',
    ['2031-09-04T09:00', '2031-10-07T09:00', '2031-11-06T09:00'],
  ],
  [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2',
    '2032-02-29T09:00',
    ['2032-02-29T09:00', '2036-02-29T09:00'],
  ],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=2', '2031-05-19T09:00', ['2031-05-19T09:00', '2032-05-17T09:00']],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=2', '2031-05-12T09:00', ['2031-05-12T09:00', '2032-05-10T09:00']],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=2',
    '2032-11-02T09:00',
    ['2032-11-02T09:00', '2036-11-04T09:00'],
  ],
  [
    'FREQ=HOURLY;INTERVAL=3;UNTIL=20310902T170000Z',
    '2031-09-02T09:00',
    ['2031-09-02T09:00', '2031-09-02T12:00', '2031-09-02T15:00'],
  ],
])('%s from %s', (rule, start, expected) => {
  expect(occurrences(rule, start)).toEqual(expected)
})

test('a rule without an end is followed no further than asked', () => {
  expect(occurrences('FREQ=WEEKLY', '2031-09-02T09:00', wall('2031-09-20T00:00'))).toEqual([
    '2031-09-02T09:00',
    '2031-09-09T09:00',
    '2031-09-16T09:00',
  ])
})

test.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=NEVER',
  'FREQ=DAILY;INTERVAL=0',
])('%s is told of rather than followed for ever', (rule) => {
  expect(() => occurrences(rule, '2031-01-31T09:00')).toThrow(BadRule)
})

test('of a rule that comes too often the latest occurrences are taken, and it says so', () => {
  const repeating = {
    start: wall('2031-01-01T00:00'),
    rules: [ruled('FREQ=MINUTELY')],
    added: [],
    excluded: [],
    excludedDays: [],
  }
  const { walls, isCut } = expand(repeating, far)
  expect(isCut).toBe(true)
  expect(walls).toHaveLength(mostOccurrences)
})

describe('what is added and what is left out', () => {
  const base = { start: wall('2031-03-01T18:00'), excludedDays: [] }

  test('belongs to the series or not, each occurrence once', () => {
    const { walls } = expand(
      {
        ...base,
        rules: [ruled('FREQ=DAILY;COUNT=3')],
        added: [wall('2031-03-02T18:00'), wall('2031-02-01T10:00')],
        excluded: [wall('2031-03-03T18:00'), wall('2031-03-09T18:00')],
      },
      far,
    )
    expect(walls.map(String)).toEqual(['2031-02-01T10:00:00', '2031-03-01T18:00:00', '2031-03-02T18:00:00'])
  })

  test('without a rule the start is an occurrence', () => {
    const { walls } = expand({ ...base, rules: [], added: [wall('2031-04-01T10:00')], excluded: [] }, far)
    expect(walls.map(String)).toEqual(['2031-03-01T18:00:00', '2031-04-01T10:00:00'])
  })

  test('a day that is left out takes whatever is on it', () => {
    const excludedDays = [Temporal.PlainDate.from('2031-03-02')]
    const { walls } = expand(
      { ...base, rules: [ruled('FREQ=DAILY;COUNT=3')], added: [], excluded: [], excludedDays },
      far,
    )
    expect(walls.map(String)).toEqual(['2031-03-01T18:00:00', '2031-03-03T18:00:00'])
  })
})

/** A start in years to come. */
const start = fc
  .record({ day: fc.integer({ min: 0, max: 4000 }), minute: fc.integer({ min: 0, max: 1439 }) })
  .map(({ day, minute }) => wall('2030-01-01T00:00').add({ days: day, minutes: minute }))

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** Whether a wall is an occurrence, asked of each day by itself: another way to the same. */
type Holds = (day: Temporal.PlainDate, first: Temporal.PlainDate) => boolean

const weekOf = (day: Temporal.PlainDate) =>
  Math.floor(Temporal.PlainDate.from('1970-01-05').until(day).days / 7)

const rules: fc.Arbitrary<{ rule: string; holds: Holds }> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((interval) => ({
    rule: `FREQ=DAILY;INTERVAL=${interval}`,
    holds: ((day, first) => first.until(day).days % interval === 0) as Holds,
  })),
  fc
    .record({ interval: fc.integer({ min: 1, max: 5 }), days: fc.subarray([...weekdays], { minLength: 1 }) })
    .map(({ interval, days }) => ({
      rule: `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join(',')}`,
      holds: ((day, first) =>
        days.includes(weekdays[day.dayOfWeek - 1] ?? 'MO') &&
        (weekOf(day) - weekOf(first)) % interval === 0) as Holds,
    })),
  fc
    .record({
      interval: fc.integer({ min: 1, max: 7 }),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 }),
    })
    .map(({ interval, days }) => ({
      rule: `FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=${days.join(',')}`,
      holds: ((day, first) =>
        days.includes(day.day) &&
        (12 * (day.year - first.year) + day.month - first.month) % interval === 0) as Holds,
    })),
  fc
    .record({ nth: fc.constantFrom(1, 2, 3, 4, 5, -1, -2), weekday: fc.constantFrom(...weekdays) })
    .map(({ nth, weekday }) => ({
      rule: `FREQ=MONTHLY;BYDAY=${nth}${weekday}`,
      holds: ((day) =>
        weekdays[day.dayOfWeek - 1] === weekday &&
        (nth > 0
          ? Math.ceil(day.day / 7) === nth
          : Math.ceil((day.daysInMonth - day.day + 1) / 7) === -nth)) as Holds,
    })),
)

test('every day that a rule holds for is an occurrence, and the start, and no other', () => {
  fc.assert(
    fc.property(rules, start, fc.integer({ min: 1, max: 60 }), ({ rule, holds }, first, count) => {
      const days: string[] = []
      let day = first.toPlainDate()
      for (let looked = 0; days.length < count && looked < 5000; looked += 1, day = day.add({ days: 1 })) {
        // The start is always one (RFC 5545, 3.8.5.3).
        if (looked === 0 || holds(day, first.toPlainDate()))
          days.push(day.toPlainDateTime(first.toPlainTime()).toString({ smallestUnit: 'minute' }))
      }
      const until = day.add({ days: -1 }).toPlainDateTime('23:59:59')
      expect(occurrences(rule, first.toString(), until).slice(0, count)).toEqual(days)
    }),
    { numRuns: runs(300) },
  )
})
