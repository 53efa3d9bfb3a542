import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { daysOf, dueAfter, endOf } from './letters.days.ts'
import type { Rhythm } from './letters.types.ts'

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone')).map(zoneNamed)
const moments = fc
  .integer({ min: Date.UTC(2000), max: Date.UTC(2037) })
  .map((at) => Temporal.Instant.fromEpochMilliseconds(at))
const at = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const rhythms = (frequency: Rhythm['frequency']): fc.Arbitrary<Rhythm> =>
  fc.record({
    frequency: fc.constant(frequency),
    weekday: frequency === 'weekly' ? fc.integer({ min: 1, max: 7 }) : fc.constant(null),
    day: frequency === 'monthly' ? fc.integer({ min: 1, max: 28 }) : fc.constant(null),
    at,
    covers: fc.constant<Rhythm['covers']>('period'),
  })

/** Moments at which a digest is due, one after the other. */
function dues(rhythm: Rhythm, zone: ReturnType<typeof zoneNamed>, from: Temporal.Instant, count: number) {
  const all: Temporal.Instant[] = []
  for (let last = from; all.length < count;) {
    last = dueAfter(rhythm, zone, last)
    all.push(last)
  }
  return all
}

const text = ({ from, until }: ReturnType<typeof daysOf>) => `${from.toString()}/${until.toString()}`

describe.each(['daily', 'weekly', 'monthly'] as const)('a %s digest', (frequency) => {
  test('has every day in exactly one issue, in every zone, whatever is done with its clocks', () => {
    fc.assert(
      fc.property(rhythms(frequency), zones, moments, (rhythm, zone, from) => {
        const windows = dues(rhythm, zone, from, 14).map((due) => daysOf(rhythm, zone, due))
        for (const [place, { from: first }] of windows.entries()) {
          const before = windows[place - 1]
          if (before) expect(first.toString()).toBe(before.until.add({ days: 1 }).toString())
        }
      }),
      { numRuns: runs(400) },
    )
  })

  test('is due later than the moment that it is asked of, and over before what it is about', () => {
    fc.assert(
      fc.property(rhythms(frequency), zones, moments, (rhythm, zone, from) => {
        const due = dueAfter(rhythm, zone, from)
        expect(Temporal.Instant.compare(due, from)).toBe(1)
        const end = endOf(rhythm, zone, due)
        const hours = { daily: 12, weekly: 24, monthly: 48 }[frequency]
        expect(due.until(end).total('hours')).toBeLessThanOrEqual(hours)
        const { until } = daysOf(rhythm, zone, due)
        const over = until.add({ days: 1 }).toZonedDateTime(zone.id).toInstant()
        expect(Temporal.Instant.compare(end, over)).toBeLessThanOrEqual(0)
      }),
      { numRuns: runs(400) },
    )
  })
})

const weekly: Rhythm = { frequency: 'weekly', weekday: 5, day: null, at: '10:00', covers: 'weekend' }
const berlin = zoneNamed('Europe/Berlin')

test.each([
  [1, '2031-03-07/2031-03-09'],
  [5, '2031-03-07/2031-03-09'],
  [6, '2031-03-08/2031-03-09'],
  [7, '2031-03-09/2031-03-09'],
])('a weekend that is written about on day %d of the week has %s', (weekday, days) => {
  const rhythm = { ...weekly, weekday }
  const due = dueAfter(rhythm, berlin, Temporal.Instant.from('2031-03-02T23:00:00Z'))
  expect(text(daysOf(rhythm, berlin, due))).toBe(days)
})

test('an hour that there is not is the one after it, and of one that there is twice the first counts, once', () => {
  const daily: Rhythm = { frequency: 'daily', weekday: null, day: null, at: '02:30', covers: 'period' }
  const spring = dues(daily, berlin, Temporal.Instant.from('2031-03-29T12:00:00Z'), 2)
  expect(spring.map((due) => due.toZonedDateTimeISO(berlin.id).toPlainDateTime().toString())).toEqual([
    '2031-03-30T03:30:00',
    '2031-03-31T02:30:00',
  ])
  const autumn = dues(daily, berlin, Temporal.Instant.from('2031-10-25T12:00:00Z'), 2)
  expect(autumn.map((due) => due.toString())).toEqual(['2031-10-26T00:30:00Z', '2031-10-27T01:30:00Z'])
})

test('a letter of Friday never comes on Sunday, in any zone, whatever is done with its clocks', () => {
  const due = dueAfter(weekly, berlin, Temporal.Instant.from('2031-03-03T08:00:00Z'))
  expect(endOf(weekly, berlin, due).toZonedDateTimeISO(berlin.id).toPlainDateTime().toString()).toBe(
    '2031-03-08T10:00:00',
  )
  fc.assert(
    fc.property(rhythms('weekly'), zones, moments, (rhythm, zone, from) => {
      const last = endOf(rhythm, zone, dueAfter(rhythm, zone, from)).subtract({ seconds: 1 })
      const { weekday } = rhythm
      expect([weekday, ((weekday ?? 0) % 7) + 1]).toContain(last.toZonedDateTimeISO(zone.id).dayOfWeek)
    }),
    { numRuns: runs(400) },
  )
  // On this Saturday 23:00 is midnight.
  const nuuk = zoneNamed('America/Nuuk')
  const late = { ...weekly, at: '23:30', covers: 'period' } as const
  const last = endOf(late, nuuk, dueAfter(late, nuuk, Temporal.Instant.from('2031-03-26T08:00:00Z')))
  expect(last.subtract({ seconds: 1 }).toZonedDateTimeISO(nuuk.id).toPlainDate().toString()).toBe(
    '2031-03-29',
  )
})
