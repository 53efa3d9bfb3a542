import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { isLong, runs } from '../../../test/support/runs.ts'
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

const list = <Item>(item: fc.Arbitrary<Item>, maxLength: number) =>
  fc
    .uniqueArray(item, { minLength: 1, maxLength })
    .map((items) => items.toSorted((one, other) => String(one).localeCompare(String(other))))
const numbers = (most: number, maxLength: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength })
    .map((all) => all.toSorted((one, other) => one - other).join(','))
const placed = (most: number, maxLength: number) =>
  list(
    fc.integer({ min: 1, max: most }).chain((at) => fc.constantFrom(at, at, -at)),
    maxLength,
  ).map(String)
const weekday = fc.constantFrom(...weekdays)
const days = list(weekday, 4).map(String)
const nth = (most: number) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: most }).chain((at) => fc.constantFrom(at, -at)),
      weekday,
    )
    .map((parts) => parts.join(''))
const interval = fc.integer({ min: 1, max: 5 })
/** Parts that may be there or not: of a record of them some. */
const some = (parts: Record<string, fc.Arbitrary<string | number>>) =>
  fc.record(parts, { requiredKeys: ['freq'] })
const freq = (name: string) => fc.constant(name)
const textOf = (parts: object) =>
  Object.entries(parts)
    .map(([name, value]) => `${name.toUpperCase()}=${String(value)}`)
    .join(';')

/** Rules as people have them, of which ical.js is right. */
const plain = fc.oneof(
  some({ freq: freq('DAILY'), interval }),
  some({ freq: freq('WEEKLY'), interval, byday: days }),
  some({ freq: freq('MONTHLY'), interval, byday: list(fc.oneof(nth(4), weekday), 3).map(String) }),
  some({ freq: freq('MONTHLY'), interval, bymonthday: numbers(28, 3) }),
  fc.record({
    freq: freq('YEARLY'),
    interval,
    bymonth: fc.integer({ min: 1, max: 12 }),
    bymonthday: fc.integer({ min: 1, max: 28 }),
  }),
)

/**
 * Rules of all kinds, as far as rrule-temporal is right of them: days of a month or year beside numbered weekdays of a year it leaves
 * out, and a 53rd weekday is of the next year. Of these there are some in the table.
 */
const wild = fc.oneof(
  some({ freq: freq('DAILY'), interval, bymonth: numbers(12, 4), bymonthday: placed(31, 6), byday: days }),
  some({
    freq: freq('WEEKLY'),
    interval,
    bymonth: numbers(12, 4),
    byday: days,
    wkst: weekday,
    byhour: numbers(23, 3),
  }),
  some({
    freq: freq('MONTHLY'),
    interval,
    bymonth: numbers(12, 4),
    bymonthday: placed(31, 6),
    byday: list(fc.oneof(weekday, nth(5)), 3).map(String),
    byminute: numbers(59, 2),
  }),
  some({ freq: freq('YEARLY'), interval, bymonth: numbers(12, 3), bymonthday: placed(31, 6), byday: days }),
  some({ freq: freq('YEARLY'), interval, byday: list(nth(52), 3).map(String) }),
  some({ freq: freq('YEARLY'), interval, byyearday: placed(366, 6) }),
  fc.record({ freq: freq('YEARLY'), byweekno: placed(51, 4), byday: days, wkst: weekday }),
  fc.record({ freq: freq('MONTHLY'), byday: days, bysetpos: placed(4, 2) }),
  fc.record({ freq: freq('YEARLY'), interval, bymonth: numbers(12, 3), byday: days, bysetpos: placed(9, 2) }),
)

/** Ours, from its first date from the start on, which other programs take for one whether the rule has it or not. */
function oursOf(text: string, most: number): string[] {
  const recurrence = settled(`RRULE:${text}`)
  const [first] = ruleDates(recurrence, start, start.add({ years: 60 }), 1).walls
  if (!first) return []
  const { walls } = ruleDates(recurrence, first, first.add({ years: 60 }), most)
  return walls.map((wall) => wall.toString({ smallestUnit: 'second' }))
}

test('rules give the dates that ical.js gives', () => {
  fc.assert(
    fc.property(plain, fc.integer({ min: 1, max: 30 }), (parts, count) => {
      const ours = oursOf(textOf(parts), count)
      const iterator = ICAL.Recur.fromString(textOf(parts)).iterator(
        ICAL.Time.fromDateTimeString(ours[0] ?? ''),
      )
      expect(ours).toEqual(ours.map(() => iterator.next()?.toString()))
    }),
    { numRuns: isLong ? 10_000 : 200 },
  )
})

test('rules of all kinds give the dates that rrule-temporal gives', () => {
  fc.assert(
    fc.property(wild, (parts) => {
      const ours = oursOf(textOf(parts), 30)
      const [first] = ours
      // A first date in early January may be of the last week of the year before, at which rrule-temporal does not look.
      if (first === undefined || ('byweekno' in parts && /^\d{4}-01-0[1-3]/.test(first))) return
      const rrule = new RRuleTemporal({
        rruleString: `DTSTART:${first.replaceAll(/[-:]/g, '')}Z\nRRULE:${textOf(parts)};COUNT=${ours.length}`,
        maxIterations: 1_000_000,
      })
      const theirs = rrule.all().map((date) => date.toPlainDateTime().toString({ smallestUnit: 'second' }))
      expect([textOf(parts), ...ours]).toEqual([textOf(parts), ...theirs])
    }),
    { numRuns: isLong ? 10_000 : 200 },
  )
})

test('dates after a moment are those that are later of all', () => {
  const lines = fc.record({
    parts: fc.oneof(plain, wild),
    count: fc.option(fc.integer({ min: 1, max: 60 })),
    excluded: fc.integer({ min: 0, max: 400 }),
  })
  fc.assert(
    fc.property(lines, fc.integer({ min: -10, max: 900 }), ({ parts, count, excluded }, days) => {
      const text = textOf({ ...parts, ...(count === null ? {} : { count }) })
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

const berlin = (wall: string, lines: readonly string[], isAllDay = false) => {
  const first = Temporal.PlainDateTime.from(wall)
  const recurrence = settleRecurrence(readRecurrence(lines), { wall: first, isAllDay, zone })
  return datesUntil(recurrence, first, first.add({ years: 3 })).dates.map((date) =>
    date.toString().slice(5, 16),
  )
}

// The 30th of March 2031 has no half past two, the 26th of October has it twice.
test.each([
  ['2031-10-25T02:30', ['RRULE:FREQ=DAILY;UNTIL=20311026T001500Z'], ['10-25T02:30']],
  ['2031-10-25T02:30', ['RRULE:FREQ=DAILY;UNTIL=20311026T003000Z'], ['10-25T02:30', '10-26T02:30']],
  ['2031-10-25T02:30', ['RRULE:FREQ=DAILY;UNTIL=20311026T011500Z'], ['10-25T02:30', '10-26T02:30']],
  ['2031-03-29T02:30', ['RRULE:FREQ=DAILY;UNTIL=20310330T011500Z'], ['03-29T02:30']],
  ['2031-03-29T02:30', ['RRULE:FREQ=DAILY;UNTIL=20310330T013000Z'], ['03-29T02:30', '03-30T02:30']],
  ['2031-03-29T02:30', ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20310330T023000'], ['03-29T02:30']],
  ['2031-03-29T02:30', ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20310330T013000Z'], ['03-29T02:30']],
  [
    '2031-03-29T02:30',
    ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;TZID=Europe/Berlin:20310330T023000'],
    ['03-29T02:30'],
  ],
  [
    '2031-03-28T19:00',
    ['RDATE:20310329T190000,20310330T023000', 'EXDATE;TZID=Europe/London:20310330T023000'],
    ['03-28T19:00', '03-29T19:00'],
  ],
  ['2031-03-30T02:30', ['RRULE:FREQ=DAILY;COUNT=2'], ['03-30T02:30', '03-31T02:30']],
])('where clocks are changed, from %s on %j gives %j', (from, lines, dates) => {
  expect(berlin(from, lines)).toEqual(dates)
})

test.each(['20310311', '20310311T000000Z', '20310311T235959Z', '20310311T120000'])(
  'whole days end with the day that is written: %s',
  (until) => {
    const dates = ['03-10T00:00', '03-11T00:00']
    expect(berlin('2031-03-10T00:00', [`RRULE:FREQ=DAILY;UNTIL=${until}`], true)).toEqual(dates)
  },
)

test.each([
  ['FREQ=YEARLY;BYDAY=53MO', '2029-12-31 2035-12-31 2040-12-31'],
  ['FREQ=YEARLY;BYDAY=-53SU', '2028-01-02 2034-01-01 2040-01-01'],
  ['FREQ=YEARLY;BYDAY=2FR;BYMONTHDAY=13', '2034-01-13 2040-01-13'],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SA', '2027-01-02 2033-01-01 2038-01-02 2044-01-02'],
  ['FREQ=MONTHLY;BYDAY=MO,2TU', '2026-06-01 2026-06-08 2026-06-09'],
])('%s gives %s', (text, said) => {
  const from = Temporal.PlainDateTime.from('2026-05-30T19:00')
  const { walls } = ruleDates(settled(`RRULE:${text}`), from, from.add({ years: 20 }), 10)
  const theirs = said.split(' ')
  expect(walls.slice(0, theirs.length).map((wall) => wall.toPlainDate().toString())).toEqual(theirs)
})

test('what never is is found out soon, of whatever rule', () => {
  for (const text of ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY;BYMONTH=3,12,7;BYSETPOS=4,-4'])
    expect(ruleDates(settled(`RRULE:${text}`), start, lastOfAll).walls).toEqual([])
})

// Without weeks that belong to two years: to which of them, with an INTERVAL, programs do not agree.
test('rules give the dates that python-dateutil gave, in a table of a thousand rules of all kinds', () => {
  const file = new URL('recurrence.dateutil.json', import.meta.url)
  const table = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  expect(table).toHaveLength(1000)
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
