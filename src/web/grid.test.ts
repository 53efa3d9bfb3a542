import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, type Lasting, layRow } from './grid.ts'

const week = ['10', '11', '12', '13', '14', '15', '16'].map((day) => `2031-03-${day}`)
const lasting = (item: string, first: number, last = first): Lasting<string> => ({
  item,
  first: `2031-03-${String(first).padStart(2, '0')}`,
  last: `2031-03-${String(last).padStart(2, '0')}`,
})
/** A row as it is seen: each day from top to bottom; `>`: seen from here on, `-`: goes on. */
const drawn = (cells: readonly Cell<string>[]) =>
  cells.map(({ slots, hidden }) => {
    const signs = slots.map((slot) =>
      slot.kind === 'gap' ? '.' : slot.kind === 'continued' ? `-${slot.item}` : `>${slot.item}${slot.days}`,
    )
    return `${signs.join(' ')}${hidden > 0 ? ` +${hidden}` : ''}`
  })

test('what lasts several days keeps its height, and what lasts one fills the gaps above it', () => {
  const items = [
    lasting('a', 10),
    lasting('b', 11, 13),
    lasting('c', 12, 14),
    lasting('d', 14),
    lasting('e', 14),
  ]
  expect(drawn(layRow(week, items, 4))).toEqual(['>a1', '>b3', '-b >c3', '-b -c', '>d1 -c >e1', '', ''])
})

test('what has begun before the row or ends after it says so', () => {
  const [cell] = layRow(week, [lasting('a', 1, 31)], 4)
  expect(cell?.slots).toEqual([{ kind: 'item', item: 'a', days: 7, isFromBefore: true, isGoingOn: true }])
})

test('what lasts for weeks leaves its place to what does not', () => {
  const items = [lasting('weeks', 1, 31), lasting('a', 10), lasting('days', 10, 12)]
  expect(drawn(layRow(week, items, 2))).toEqual([
    '>days3 >a1 +1',
    '-days >weeks6',
    '-days -weeks',
    ...Array<string>(4).fill('. -weeks'),
  ])
})

test('a third of a full day is for what lasts for weeks, and the rest of it too where that is not on', () => {
  const single = (day: number) => Array.from({ length: 4 }, (_, at) => lasting(`${'abcd'[at]}`, day))
  const items = [lasting('weeks', 1, 12), ...single(10), ...single(16)]
  expect(drawn(layRow(week, items, 3))).toEqual([
    '>a1 >b1 >weeks3 +2',
    '. . -weeks',
    '. . -weeks',
    '',
    '',
    '',
    '>a1 >b1 >c1 +1',
  ])
})

test('what lasts for weeks is drawn around a day that is full, and only there counted', () => {
  const items = [lasting('weeks', 1, 31), lasting('a', 12), lasting('b', 12)]
  const cells = layRow(week, items, 2)
  expect(drawn(cells)).toEqual(['>weeks2', '-weeks', '>a1 >b1 +1', '>weeks4', '-weeks', '-weeks', '-weeks'])
  const parts = cells.flatMap(({ slots }) => slots.filter((slot) => slot.kind === 'item' && slot.days > 1))
  expect(parts).toMatchObject([
    { isFromBefore: true, isGoingOn: true },
    { isFromBefore: true, isGoingOn: true },
  ])
})

test('what has no room is counted, and what is elsewhere is not', () => {
  const items = [
    lasting('a', 10, 11),
    lasting('b', 10),
    lasting('c', 10),
    lasting('d', 11),
    lasting('z', 17, 20),
  ]
  expect(drawn(layRow(week, items, 2))).toEqual(['>a2 >b1 +1', '-a >d1', '', '', '', '', ''])
})

test('whatever there is: nothing is upon anything else, everything is seen on each of its days or counted', () => {
  const items = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 12 }))
      .map(([first, length]) => ({ first: two(first), last: two(first + length) })),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 8 }), (spans, room) => {
      const all = spans.map((span, item) => ({ item, ...span }))
      const cells = layRow(week, all, room)
      for (const { date, slots, hidden } of cells) {
        const shown = slots.flatMap((slot) => (slot.kind === 'gap' ? [] : [slot.item]))
        expect(new Set(shown).size).toBe(shown.length)
        expect(slots.length).toBeLessThanOrEqual(room)
        expect(shown.length + hidden).toBe(
          all.filter(({ first, last }) => first <= date && last >= date).length,
        )
      }
      // Each part is as long as it says, at one height; what is not seen on a day has found it full.
      for (const [day, { slots }] of cells.entries()) {
        for (const [height, slot] of slots.entries()) {
          if (slot.kind !== 'item') continue
          const after = cells.slice(day + 1, day + slot.days).map((cell) => cell.slots[height])
          expect(after).toHaveLength(slot.days - 1)
          expect(after).toEqual(after.map(() => ({ kind: 'continued', item: slot.item })))
          expect(cells[day + slot.days]?.slots[height]).not.toEqual({ kind: 'continued', item: slot.item })
        }
      }
      for (const { slots, hidden } of cells)
        if (hidden > 0) expect(slots.filter(({ kind }) => kind !== 'gap').length).toBe(room)
    }),
  )
})

function two(day: number): string {
  return Temporal.PlainDate.from('2031-03-01')
    .add({ days: day - 1 })
    .toString()
}
