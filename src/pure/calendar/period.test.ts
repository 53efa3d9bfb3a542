import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodOf, periods } from './period.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

const monday = { weekend: [6, 7], firstDay: 1 }

/** 2031-03-11 is a Tuesday. */
test.each([
  ['today', '2031-03-11', '2031-03-11', '2031-03-11'],
  ['tomorrow', '2031-12-31', '2032-01-01', '2032-01-01'],
  ['tonight', '2031-03-11', '2031-03-11', '2031-03-11'],
  ['week', '2031-03-11', '2031-03-11', '2031-03-16'],
  ['week', '2031-03-16', '2031-03-16', '2031-03-16'],
  ['next_30_days', '2031-03-11', '2031-03-11', '2031-04-10'],
  ['month', '2032-02-11', '2032-02-11', '2032-02-29'],
  ['weekend', '2031-03-11', '2031-03-15', '2031-03-16'],
  ['weekend', '2031-03-15', '2031-03-15', '2031-03-16'],
  ['weekend', '2031-03-16', '2031-03-16', '2031-03-16'],
  ['weekend', '2031-03-17', '2031-03-22', '2031-03-23'],
  ['next_weekend', '2031-03-11', '2031-03-22', '2031-03-23'],
  ['next_weekend', '2031-03-16', '2031-03-22', '2031-03-23'],
] as const)('%s on %s is from %s to %s', (name, today, from, until) => {
  const days = periodOf(name, day(today), monday)
  expect([days.from.toString(), days.until.toString()]).toEqual([from, until])
})

test('the weekend is when the country has it', () => {
  const days = periodOf('weekend', day('2031-03-11'), { weekend: [5, 6], firstDay: 6 })
  expect([days.from.toString(), days.until.toString()]).toEqual(['2031-03-14', '2031-03-15'])
})

test('no stretch has begun before today or ends before it begins', () => {
  const weekends = fc.constantFrom([6, 7], [5, 6], [7], [4, 5])
  fc.assert(
    fc.property(
      fc.constantFrom(...periods.filter((name) => name !== 'past')),
      fc.nat(40_000),
      weekends,
      (name, days, weekend) => {
        const today = day('1990-01-01').add({ days })
        const { from, until } = periodOf(name, today, { weekend, firstDay: 1 })
        expect(Temporal.PlainDate.compare(today, from)).toBeLessThanOrEqual(0)
        expect(Temporal.PlainDate.compare(from, until)).toBeLessThanOrEqual(0)
        if (name === 'next_weekend') {
          const before = periodOf('weekend', today, { weekend, firstDay: 1 })
          expect(Temporal.PlainDate.compare(before.until, from)).toBeLessThan(0)
          expect(from.dayOfWeek).toBe(weekend[0])
        }
      },
    ),
  )
})
