import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { runs } from '../../test/support/runs.ts'
import { datesUntil, lastOfAll, ruleDates } from './recurrence.dates.ts'
import { BadRecurrence, readRule, weekdays } from './recurrence.rule.ts'
import { linesOf, readRecurrence, settleRecurrence } from './recurrence.ts'
import { zoneNamed } from './zone.ts'

const zone = zoneNamed('Europe/Berlin')
const start = Temporal.PlainDateTime.from('2031-03-04T19:00')
const settled = (lines: string | readonly string[], isAllDay = false) =>
  settleRecurrence(readRecurrence(lines), { wall: start, isAllDay, zone })
const far = start.add({ years: 3 })
const datesOf = (lines: string | readonly string[]) =>
  datesUntil(settled(lines), start, far).dates.map((wall) => wall.toString().slice(0, 16))

const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 4 })
const interval = fc.integer({ min: 1, max: 5 })
const rule = fc.oneof(
  fc.record({ freq: fc.constant('DAILY'), interval }),
  fc.record({ freq: fc.constant('WEEKLY'), interval, byday: days.map((list) => list.join(',')) }),
  fc.record({
    freq: fc.constant('MONTHLY'),
    interval,
    byday: fc
      .tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), fc.constantFrom(...weekdays))
      .map((parts) => parts.join('')),
  }),
  fc.record({
    freq: fc.constant('MONTHLY'),
    interval,
    bymonthday: fc
      .uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 3 })
      .map((list) => list.join(',')),
  }),
  fc.record({
    freq: fc.constant('YEARLY'),
    interval,
    bymonth: fc.integer({ min: 1, max: 12 }),
    bymonthday: fc.integer({ min: 1, max: 28 }),
  }),
)

test('rules give the dates that another program gives', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 1, max: 30 }), (parts, count) => {
      const text = Object.entries({ ...parts, count })
        .map(([name, value]) => `${name.toUpperCase()}=${value}`)
        .join(';')
      const { walls } = ruleDates(settled(`RRULE:${text}`), start, start.add({ years: 400 }))
      const iterator = ICAL.Recur.fromString(text).iterator(
        ICAL.Time.fromDateTimeString('2031-03-04T19:00:00'),
      )
      const theirs: string[] = []
      for (let next = iterator.next(); next; next = iterator.next()) theirs.push(next.toString())
      expect(walls.map((wall) => wall.toString({ smallestUnit: 'second' }))).toEqual(theirs)
    }),
    { numRuns: runs(2000) },
  )
})

test('dates after a moment are those that are later of all', () => {
  const lines = fc.record({
    parts: rule,
    count: fc.option(fc.integer({ min: 1, max: 60 })),
    excluded: fc.integer({ min: 0, max: 400 }),
  })
  fc.assert(
    fc.property(lines, fc.integer({ min: -10, max: 900 }), ({ parts, count, excluded }, days) => {
      const text = Object.entries({ ...parts, ...(count === null ? {} : { count }) })
        .map(([name, value]) => `${name.toUpperCase()}=${value}`)
        .join(';')
      const recurrence = settled([
        `RRULE:${text}`,
        `EXDATE:${start.add({ days: excluded }).toPlainDate()}`,
        `RDATE:${start.add({ days: excluded + 1 }).toPlainDate()}`,
      ])
      const after = start.add({ days })
      const all = datesUntil(recurrence, start, far)
      const isLater = (wall: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(wall, after) > 0
      const later = all.dates.filter(isLater).map(String)
      const found = datesUntil(recurrence, start, far, after)
      expect({ ...found, dates: found.dates.map(String) }).toEqual({ ...all, dates: later })
    }),
    { numRuns: runs(300) },
  )
})

test.each([
  [
    ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20310311T190000', 'RDATE:20310306T190000'],
    ['2031-03-04T19:00', '2031-03-06T19:00', '2031-03-18T19:00'],
  ],
  // A date that is excluded and added is not there.
  [['RRULE:FREQ=WEEKLY;COUNT=1', 'EXDATE:20310306T190000', 'RDATE:20310306T190000'], ['2031-03-04T19:00']],
  // A day alone is the date of that day, and in UTC or another zone the same moment.
  [['RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20310311'], ['2031-03-04T19:00']],
  [['RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20310311T180000Z'], ['2031-03-04T19:00']],
  [['RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE;TZID=Europe/London:20310311T180000'], ['2031-03-04T19:00']],
  [['RRULE:FREQ=WEEKLY;UNTIL=20310311'], ['2031-03-04T19:00', '2031-03-11T19:00']],
  [['RRULE:FREQ=WEEKLY;UNTIL=20310311T175959Z'], ['2031-03-04T19:00']],
  ['FREQ=WEEKLY;UNTIL=20310311T180000Z', ['2031-03-04T19:00', '2031-03-11T19:00']],
])('%j gives %j', (lines, dates) => {
  expect(datesOf(lines)).toEqual(dates)
})

// Without weeks that belong to two years: to which of them, with an INTERVAL, programs do not agree.
test('rules give the dates that python-dateutil gave, in a table of three hundred rules of all kinds', () => {
  const file = new URL('recurrence.dateutil.json', import.meta.url)
  const table = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  expect(table).toHaveLength(300)
  for (const [text, said] of table) {
    const theirs = said.split(' ')
    const first = Temporal.PlainDate.from(theirs[0] ?? '').toPlainDateTime('19:00')
    const { walls } = ruleDates(settled(`RRULE:${text}`), first, lastOfAll, theirs.length)
    expect([text, ...walls.map((wall) => wall.toPlainDate().toString())]).toEqual([text, ...theirs])
  }
})

test('lines that are written are read as the same', () => {
  const lines = [
    'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4',
    'RDATE:20310306T190000',
    'EXDATE:20310311T190000,20310318',
  ]
  const once = linesOf(settled(lines), { isAllDay: false, zone })
  expect(linesOf(settled(once), { isAllDay: false, zone })).toEqual(once)
  expect(
    linesOf(settled('RRULE:FREQ=WEEKLY;UNTIL=20310311T190000'), { isAllDay: false, zone }, 'feed'),
  ).toEqual(['RRULE:FREQ=WEEKLY;UNTIL=20310311T180000Z'])
})

test.each([
  'FREQ=DAILY;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,15,30,45,50',
  'FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO',
  'FREQ=MONTHLY;BYDAY=0MO',
  'FREQ=DAILY;COUNT=-1',
  'FREQ=DAILY;WKST=XX',
  'FREQ=DAILY;BYMONTH=0',
])('%s is refused', (text) => {
  expect(() => readRule(text)).toThrow(BadRecurrence)
})
