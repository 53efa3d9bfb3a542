import { type DaySpan, type TimeOfDays, wholeDays, zonesApart_s } from '../../pure/calendar/daySpan.ts'
import { lowerBound } from '../../pure/sorted/numbers.ts'
import { onceFor } from '../../pure/calendar/cache.ts'
import type { ColumnName, Values } from './columns.ts'
import { blockSize, type Condition, type Sifted, sieveBy } from './sieves.ts'

/** The number is at least `from` and less than `until`. */
export function within(name: ColumnName, from: number, until: number): Condition {
  return ({ starts, [name]: values }) => {
    if (name === 'starts')
      return { span: [lowerBound(starts as Float64Array, from), lowerBound(starts as Float64Array, until)] }
    return {
      ...(name === 'ends' ? { ofBlock: byEnds(values, { from, until }, 0) } : {}),
      sieve: (slots, count) => {
        let kept = 0
        for (let at = 0; at < count; at += 1) {
          const slot = slots[at] ?? 0
          const value = values[slot] ?? 0
          slots[kept] = slot
          kept += Number(value >= from) & Number(value < until)
        }
        return kept
      },
    }
  }
}

/** The least and the greatest end in each block, two numbers for each, made once for columns: most events of a list that is open below are over. */
const extremesOf = onceFor((ends: Values): Float64Array => {
  const extremes = new Float64Array(2 * Math.ceil(ends.length / blockSize))
  for (let at = 0; at < extremes.length; at += 2) extremes.set([Infinity, -Infinity], at)
  for (let slot = 0; slot < ends.length; slot += 1) {
    const [end, at] = [ends[slot] ?? 0, 2 * Math.floor(slot / blockSize)]
    if (end < (extremes[at] ?? 0)) extremes[at] = end
    if (end > (extremes[at + 1] ?? 0)) extremes[at + 1] = end
  }
  return extremes
})

/** What is known of blocks by their ends, unless some are that near to an edge. */
function byEnds(
  ends: Values,
  { from, until }: Pick<TimeOfDays, 'from' | 'until'>,
  margin: number,
): Sifted['ofBlock'] {
  return (block) => {
    const extremes = extremesOf(ends)
    const [least, most] = [extremes[2 * block] ?? 0, extremes[2 * block + 1] ?? 0]
    if (most < from - margin || least >= until + margin) return 'none'
    return least >= from + margin && most < until - margin ? 'all' : 'some'
  }
}

/** It begins in the range; whole days do on their own calendar, where their days are given. */
export function beginning(range: TimeOfDays): readonly Condition[] {
  const { from, until, days } = range
  if (!days || isAlways(range)) return [within('starts', from, until)]
  return [
    within('starts', from - zonesApart_s, until + zonesApart_s),
    ({ starts, day }) => {
      // Only around the edges can the two differ.
      const first = lowerBound(starts as Float64Array, from + zonesApart_s)
      const last = lowerBound(starts as Float64Array, until - zonesApart_s)
      return {
        ofBlock: (block) => (block * blockSize >= first && (block + 1) * blockSize <= last ? 'all' : 'some'),
        sieve: sieveBy((slot) => {
          if (slot >= first && slot < last) return 1
          const [start, own] = [starts[slot] ?? 0, day[slot] ?? 0]
          return own === 0
            ? Number(start >= from) & Number(start < until)
            : Number(own >= days.from) & Number(own < days.until)
        }),
      }
    },
  ]
}

/** It begins in any of the ranges, at an hour of its day: whole days do in none. */
export function beginningAt(ranges: readonly Pick<TimeOfDays, 'from' | 'until'>[]): readonly Condition[] {
  const [first, last] = [ranges.map(({ from }) => from), ranges.map(({ until }) => until)]
  return [
    within('starts', Math.min(...first), Math.max(...last)),
    ({ starts, day }) => ({
      sieve: sieveBy((slot) => {
        const start = starts[slot] ?? 0
        return Number(day[slot] === 0 && ranges.some(({ from, until }) => start >= from && start < until))
      }),
    }),
  ]
}

/** It ends in the range; likewise. */
export function ending(range: TimeOfDays): readonly Condition[] {
  const { from, until, days } = range
  if (isAlways(range)) return []
  if (!days) return [within('ends', from, until)]
  return [
    ({ starts, ends, day }) => ({
      // Whole days end on their own calendar, less than two days from there.
      ofBlock: byEnds(ends, { from, until }, 2 * zonesApart_s),
      // A loop of its own takes two thirds of what a function for each slot does.
      sieve: (slots, count) => {
        let kept = 0
        for (let at = 0; at < count; at += 1) {
          const slot = slots[at] ?? 0
          const [end, own] = [ends[slot] ?? 0, day[slot] ?? 0]
          const after = own === 0 ? 0 : own + wholeDays(starts[slot] ?? 0, end)
          slots[kept] = slot
          kept +=
            own === 0
              ? Number(end >= from) & Number(end < until)
              : Number(after >= days.from) & Number(after < days.until)
        }
        return kept
      },
    }),
  ]
}

function isAlways({ from, until }: TimeOfDays): boolean {
  return from === -Infinity && until === Infinity
}

/** It is on in the days, as `isOnIn` says; or, with 0 wanted, it is not. */
export function onDays({ from, turn, until, firstDay, lastDay }: DaySpan, wanted: 0 | 1): Condition {
  return ({ starts, ends, day }) => ({
    sieve: (slots, count) => {
      let kept = 0
      for (let at = 0; at < count; at += 1) {
        const slot = slots[at] ?? 0
        const [start, end, first] = [starts[slot] ?? 0, ends[slot] ?? 0, day[slot] ?? 0]
        const isOn =
          first === 0
            ? Number(start < until) & (Number(start >= from) | Number(end > turn))
            : Number(first <= lastDay) & Number(first + wholeDays(start, end) > firstDay)
        slots[kept] = slot
        kept += Number(isOn === wanted)
      }
      return kept
    },
  })
}
