import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, type Row, someRows } from '../../../test/support/columns.ts'
import { runs } from '../../../test/support/runs.ts'
import { without } from '../../pure/sorted/numbers.ts'
import { noColumns, slotsOf, these } from './columns.ts'
import type { Filters } from './filters.ts'
import { findHits } from './hits.ts'
import type { OwnFilter } from './own.ts'
import type { Changed, Snapshot } from './snapshot.ts'
import { Steps } from './steps.ts'

const few = (max: number) => fc.nat(max)
const someIds = fc.uniqueArray(few(20), { minLength: 1, maxLength: 3 })
const own: fc.Arbitrary<OwnFilter[]> = fc
  .constantFrom<OwnFilter>(
    { name: 'audience', wanted: { some: ['a'], none: [] } },
    { name: 'audience', wanted: { some: [], none: ['b'] } },
    { name: 'audience', wanted: { isSaid: false } },
    { name: 'age', wanted: { least: 1, most: 2 } },
    { name: 'age', wanted: { isSaid: true } },
  )
  .map((filter) => [filter])
const range = fc.record({ from: few(40), until: fc.integer({ min: 10, max: 60 }) })
const filterNames = [
  'open',
  'starts',
  'ends',
  'published',
  'changed',
  'categories',
  'tags',
  'venues',
  'organizers',
  'parent',
  'authors',
  'featured',
  'ticketed',
  'free',
  'attendance',
  'accessible',
  'placed',
  'ids',
  'except',
  'own',
] as const
const everyFilter = fc.record({
  open: fc.constant({}),
  starts: range,
  ends: range,
  published: range,
  changed: range,
  categories: someIds,
  tags: someIds,
  venues: someIds,
  organizers: someIds,
  parent: few(3),
  authors: someIds,
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  free: fc.boolean(),
  attendance: fc.constant(['online' as const]),
  accessible: someIds,
  placed: fc.record({ venues: someIds, isAt: fc.boolean() }),
  ids: someIds,
  except: someIds,
  own,
})
/** At most two of them, as few events have more. */
const filtersOf = fc
  .tuple(everyFilter, fc.shuffledSubarray([...filterNames], { maxLength: 2 }))
  .map(([all, names]): Partial<Filters> =>
    Object.fromEntries([['hidden', false], ...names.map((name) => [name, all[name]] as const)]),
  )
const sight: Filters['sight'] = { reader: 1, sees: ({ status }, isOwn) => isOwn || status === 'publish' }

const told = async (snapshot: Snapshot, filters: Filters) => {
  const [hits, inPages] = [await findHits(snapshot, filters), await findHits(snapshot, filters)]
  for (let first = 0; first <= hits.total; first += 3)
    expect([...inPages.between(first, Math.min(hits.total, first + 4))]).toEqual([
      ...hits.slots.subarray(first, first + 4),
    ])
  return [...hits.slots].map((slot) => hits.valueOf('id', slot))
}

test('a list that is said to hold has the events that are found anew, and one that has none of those touched is said to', async () => {
  let [held, gone] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      // What stands in the main columns, what has changed or come since, and what changes now.
      someRows(1, 16),
      someRows(1, 20),
      fc.uniqueArray(fc.integer({ min: 1, max: 22 }), { minLength: 1, maxLength: 3 }),
      someRows(1, 22),
      filtersOf,
      async (inMain, inTail, ids, fresh, chosen) => {
        const filters: Filters = { ...chosen, sight }
        const touched = Float64Array.from(ids).toSorted()
        const [main, tail] = [await columnsOf(inMain), await columnsOf(inTail)]
        const idsIn = (rows: readonly Row[]) => Float64Array.from(rows, ({ id }) => id).toSorted()
        const closed = slotsOf(main, idsIn(inTail)).toSorted()
        const before = {
          main,
          closed,
          tail,
          posts: [],
          children: new Map(),
          places: new Map(),
          times: new Map(),
        }
        const renewed = fresh.filter(({ id }) => ids.includes(id))
        const nextTail = [...inTail.filter(({ id }) => !ids.includes(id)), ...renewed]
        const nextClosed = slotsOf(main, Float64Array.from([...idsIn(inTail), ...ids]).toSorted())
        const after = {
          ...before,
          closed: Uint32Array.from(new Set(nextClosed)).toSorted(),
          tail: await columnsOf(nextTail),
        }
        const changed: Changed = {
          ids: [...touched],
          left: without(slotsOf(main, touched).toSorted(), closed),
          before: await these(tail, slotsOf(tail, touched).toSorted()),
          after: await columnsOf(renewed),
          counted: [],
        }
        const steps = new Steps()
        steps.add({ number: 1, narrow: 0, wide: 0 }, main, undefined)
        steps.add({ number: 2, narrow: 1, wide: 1 }, main, changed)
        const position = { number: 0, token: 0 }
        const was = await told({ ...before, position }, filters)
        const is = await told({ ...after, position }, filters)
        const isTouched = [...was, ...is].some((id) => ids.includes(id))
        expect(await steps.hold(1, { chosenBy: [filters] })).toBe(!isTouched)
        if (isTouched) gone += 1
        else {
          held += 1
          expect(is).toEqual(was)
        }
      },
    ),
    { numRuns: runs(4000) },
  )
  expect(Math.min(held, gone)).toBeGreaterThan(0)
})

const none: Changed = { ids: [], left: new Uint32Array(), before: noColumns, after: noColumns, counted: [] }

test('an answer is known to hold as far back as steps are remembered that touched events alone', async () => {
  const steps = new Steps()
  const holds = (since: number) => steps.hold(since, { shown: [5], terms: [7] })
  const goTo = (number: number, narrow: number, wide: number, changed: Changed | undefined = none) =>
    steps.add({ number, narrow, wide }, noColumns, changed)
  expect(await holds(1)).toBe(false)
  goTo(10, 3, 8)
  expect([await holds(9), await holds(10), await holds(11)]).toEqual([false, true, false])
  goTo(12, 5, 10)
  expect([await holds(9), await holds(10), await holds(11), await holds(12)]).toEqual([
    false,
    true,
    true,
    true,
  ])
  // A program that says nothing may have touched anything; so may one that has written beside events.
  goTo(14, 6, 10)
  expect([await holds(12), await holds(14)]).toEqual([false, true])
  goTo(15, 7, 15)
  expect([await holds(14), await holds(15)]).toEqual([false, true])
  goTo(16, 8, 15, { ...none, ids: [6], counted: [8] })
  expect(await holds(15)).toBe(true)
  goTo(17, 9, 15, { ...none, ids: [5] })
  expect([await holds(15), await holds(16), await holds(17)]).toEqual([false, false, true])
  goTo(18, 10, 15, { ...none, counted: [7] })
  expect([await holds(17), await holds(18)]).toEqual([false, true])
  // Where the log did not tell what has changed, or of too much.
  steps.add({ number: 19, narrow: 11, wide: 15 }, noColumns, undefined)
  expect(await holds(18)).toBe(false)
  goTo(20, 12, 15, { ...none, ids: Array.from({ length: 65 }, (_, at) => 100 + at) })
  expect(await holds(19)).toBe(false)
  for (let number = 21; number < 121; number += 1) goTo(number, number - 8, 15)
  expect([await holds(56), await holds(55)]).toEqual([true, false])
  steps.forget()
  expect([await holds(119), await holds(120)]).toEqual([false, true])
})
