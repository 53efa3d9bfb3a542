import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { comparedCode } from '../../pure/text/guestCode.ts'
import { merged, type Seen, stampOf } from './guests.arrivals.ts'

const anyTelling = fc
  .record({
    arrived: fc.nat(4),
    at: fc.constantFrom(0, 1, 2, 1000, 61_000),
    device: fc.constantFrom('a', 'b', 'phone of Ada'),
  })
  .map(({ arrived, at, device }): Seen => {
    const moment = Temporal.Instant.fromEpochMilliseconds(1_930_000_000_000 + at)
    return { arrived, stamp: stampOf(moment, device) }
  })

const untold: Seen = { arrived: 0, stamp: '' }

test('in any order, and told any number of times, what phones saw ends the same', () => {
  const anyOrders = fc.array(anyTelling, { maxLength: 6 }).chain((told) => {
    const twice = [...told, ...told]
    return fc.tuple(fc.constant(told), fc.shuffledSubarray(twice, { minLength: twice.length }))
  })
  fc.assert(
    fc.property(anyOrders, ([told, other]) => {
      expect(other.reduce(merged, untold)).toEqual(told.reduce(merged, untold))
    }),
    { numRuns: runs(300) },
  )
})

test.each([
  [['2031-03-20T18:00:01Z', 'a', 1], ['2031-03-20T18:00:00.999Z', 'b', 2], 1],
  [['2031-03-20T18:00:00Z', 'a', 2], ['2031-03-20T18:00:00Z', 'b', 1], 1],
  [['2031-03-20T18:00:00Z', 'a', 2], ['2031-03-20T18:00:00Z', 'a', 1], 2],
] as const)('of %j and %j it is %j', (one, other, arrived) => {
  const seen = ([at, device, number]: typeof one | typeof other): Seen => ({
    arrived: number,
    stamp: stampOf(Temporal.Instant.from(at), device),
  })
  expect(merged(seen(one), seen(other)).arrived).toBe(arrived)
  expect(merged(seen(other), seen(one)).arrived).toBe(arrived)
})

test('a code is known however it is typed', () => {
  expect(comparedCode(' o1l-7k ')).toBe('0117K')
})
