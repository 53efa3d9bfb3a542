import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layBars } from './bars.ts'

const dates = ['10', '11', '12', '13', '14', '15', '16'].map((day) => `2031-03-${day}`)
const lasting = (name: string, first: number, last: number) => ({
  name,
  first: `2031-03-${String(first).padStart(2, '0')}`,
  last: `2031-03-${String(last).padStart(2, '0')}`,
})

test('bars stand in the order of starts, and one that has ended makes room', () => {
  const items = [lasting('c', 14, 20), lasting('a', 8, 12), lasting('b', 11, 13)]
  const { bars, lanes, hidden } = layBars(dates, items, 3)
  expect(bars.map(({ item, start, days, lane }) => [item.name, start, days, lane])).toEqual([
    ['a', 1, 3, 1],
    ['b', 2, 3, 2],
    ['c', 5, 3, 1],
  ])
  expect(lanes).toBe(2)
  expect(hidden).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('a bar says where it comes from before and goes on after the week', () => {
  const [bar] = layBars(dates, [lasting('a', 1, 31)], 3).bars
  expect(bar).toMatchObject({ start: 1, days: 7, isFromBefore: true, isGoingOn: true })
})

const anyItems = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 20 }))
    .map(([first, length]) => lasting('x', first, Math.min(31, first + length))),
  { maxLength: 20 },
)

test('whatever lasts: no two bars overlap, and each day counts what it shows and hides', () => {
  fc.assert(
    fc.property(anyItems, fc.integer({ min: 1, max: 4 }), (items, most) => {
      const { bars, lanes, hidden } = layBars(dates, items, most)
      expect(lanes).toBeLessThanOrEqual(most)
      for (const [day, date] of dates.entries()) {
        const here = bars.filter(({ start, days }) => start <= day + 1 && day + 1 < start + days)
        expect(new Set(here.map(({ lane }) => lane)).size).toBe(here.length)
        const all = items.filter(({ first, last }) => first <= date && last >= date)
        expect(here.length + (hidden[day] ?? 0)).toBe(all.length)
      }
    }),
  )
})
