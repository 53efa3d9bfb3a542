import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { without } from '../../pure/sorted/numbers.ts'
import {
  byColumn,
  byLink,
  type ColumnName,
  type Columns,
  columns,
  type LinkName,
  noColumns,
  ordered,
  slotsOf,
  these,
} from './columns.ts'
import type { Filters } from './filters.ts'
import { findHits } from './hits.ts'
import { Gathering, type HeldField, type OwnFilter } from './own.ts'
import type { Changed, Snapshot } from './snapshot.ts'
import { Steps } from './steps.ts'

/** An event: what its columns hold, where it is not 0, and what it is linked to. */
type Row = Partial<Record<ColumnName, number>> &
  Record<LinkName, readonly number[]> & {
    readonly id: number
    /** What it has stored of fields of one’s own. */
    readonly said: string
  }

const fields: readonly HeldField[] = [
  { name: 'audience', holds: 'texts' },
  { name: 'age', holds: 'numbers' },
]

const few = (max: number) => fc.nat(max)
const someIds = fc.uniqueArray(few(20), { minLength: 1, maxLength: 3 })
const rowOf = (id: number) =>
  fc.record({
    id: fc.constant(id),
    starts: few(40),
    ends: fc.integer({ min: 40, max: 50 }),
    date: few(5),
    modified: few(50),
    author: few(3),
    parent: few(3),
    state: few(3),
    hidden: few(1),
    featured: few(1),
    ticketed: few(1),
    cost: few(2),
    happening: few(1),
    attendance: few(2),
    hour: few(24),
    password: few(1),
    terms: fc.uniqueArray(few(6), { maxLength: 3 }),
    venues: fc.uniqueArray(few(2), { maxLength: 2 }),
    organizers: fc.uniqueArray(few(2), { maxLength: 1 }),
    said: fc
      .record({ audience: fc.constantFrom(['a'], ['b'], ['a', 'b']), age: few(3) }, { requiredKeys: [] })
      .map((said) => JSON.stringify(said)),
  })
const calendar = (least: number, most: number) =>
  fc
    .uniqueArray(fc.integer({ min: least, max: most }), { maxLength: 12 })
    .chain((ids) => fc.tuple(...ids.map(rowOf)))
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

async function columnsOf(rows: readonly Row[]): Promise<Columns> {
  if (rows.length === 0) return noColumns
  const sorted = rows.toSorted((one, other) => one.id - other.id)
  const postings = (name: LinkName) => {
    const targets = new Set(sorted.flatMap((row) => row[name]))
    const places = (target: number) => sorted.flatMap((row, at) => (row[name].includes(target) ? [at] : []))
    return new Map([...targets].map((target) => [target, Uint32Array.from(places(target))]))
  }
  const said = new Gathering(fields)
  for (const [at, row] of sorted.entries()) said.add(at, row.said)
  return ordered({
    ...byColumn((name) => new columns[name].array(sorted.map((row) => row[name] ?? 0))),
    size: sorted.length,
    links: byLink(postings),
    own: said.columns(sorted.length),
  })
}

const told = async (snapshot: Snapshot, filters: Filters) => {
  const hits = await findHits(snapshot, filters)
  return [...hits.slots].map((slot) => hits.valueOf('id', slot))
}

test('a list that is said to hold has the events that are found anew, and one that has none of those touched is said to', async () => {
  let [held, gone] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      // What stands in the main columns, what has changed or come since, and what changes now.
      calendar(1, 16),
      calendar(1, 20),
      fc.uniqueArray(fc.integer({ min: 1, max: 22 }), { minLength: 1, maxLength: 3 }),
      calendar(1, 22),
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
