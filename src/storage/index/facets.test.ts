import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Row, snapshotOf, someRows } from '../../../test/support/columns.ts'
import { runs } from '../../../test/support/runs.ts'
import type { DaySpan } from '../../pure/calendar/daySpan.ts'
import {
  boundsSaid,
  countBefore,
  countBeginning,
  countByLink,
  countCodes,
  countDuring,
  countSaid,
  countWithDescendants,
} from './facets.ts'
import { countStates } from './facets.registration.ts'
import type { Filters } from './filters.ts'
import { findHits, Hits } from './hits.ts'
import { type Snapshot, withoutTail } from './snapshot.ts'

/** Stretches that follow one another, each with a day of its own. */
const stretches: readonly DaySpan[] = [1, 2, 3].map((day) => ({
  from: day * 10,
  turn: day * 10 + 2,
  until: day * 10 + 10,
  firstDay: day,
  lastDay: day,
}))

const sights: readonly Filters['sight'][] = [
  { reader: 1, sees: ({ status }, isOwn) => isOwn || status === 'publish' },
  { reader: 0, sees: ({ status }) => status === 'publish' },
  { reader: 0, sees: () => true },
]
const question = fc
  .record(
    {
      sight: fc.constantFrom(...sights),
      hidden: fc.constant(false),
      starts: fc.record({ from: fc.nat(20), until: fc.integer({ min: 20, max: 60 }) }),
      categories: fc.constant([2, 3]),
      registration: fc.constant({ states: ['any' as const], times: new Map(), now_s: 0 }),
    },
    { requiredKeys: ['sight', 'hidden'] },
  )
  .map((filters): Filters => filters)

/** All counts of what is found, by one name each. */
async function countsOf(snapshot: Snapshot, filters: Filters) {
  const hits = await findHits(snapshot, filters)
  return {
    total: hits.total,
    ids: Array.from(hits.slots, (slot) => hits.valueOf('id', slot)),
    links: [await countByLink(hits, 'venues'), await countByLink(hits, 'organizers')],
    terms: await countWithDescendants(hits),
    codes: [await countCodes(hits, 'featured'), await countCodes(hits, 'cost')],
    said: [await countSaid(hits), boundsSaid(hits, 'age')],
    before: countBefore(hits, [0, 5, 20, 41]),
    beginning: countBeginning(hits, stretches),
    during: countDuring(hits, stretches),
    states: countStates(hits, 20),
  }
}

/** How many of the events begin in each stretch, by the events themselves. */
function beginningOf(rows: readonly Row[]): number[] {
  return stretches.map(
    ({ from, until, firstDay, lastDay }) =>
      rows.filter(({ day = 0, starts = 0 }) =>
        day > 0 ? firstDay <= day && day <= lastDay : from <= starts && starts < until,
      ).length,
  )
}

test('events that have changed or come since are counted as they are now, whoever has asked before', async () => {
  const children = new Map([
    [1, [2, 3]],
    [3, [4]],
  ])
  await fc.assert(
    fc.asyncProperty(
      someRows(1, 16),
      someRows(1, 20),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (inMain, inTail, questions) => {
        const snapshot = { ...(await snapshotOf(inMain, inTail)), children }
        const merged = { ...(await withoutTail(snapshot)), children }
        const rows = [...inMain.filter(({ id }) => inTail.every((other) => other.id !== id)), ...inTail]
        for (const filters of [...questions, ...questions]) {
          const counts = await countsOf(snapshot, filters)
          expect(counts).toEqual(await countsOf(merged, filters))
          expect(counts.ids).toHaveLength(counts.total)
          const found = rows.filter(({ id }) => counts.ids.includes(id))
          expect(counts.beginning).toEqual(beginningOf(found))
          const alone = Hits.of(snapshot, (await findHits(snapshot, filters)).slots)
          expect(countBeginning(alone, stretches)).toEqual(counts.beginning)
          expect(alone.total).toBe(counts.total)
        }
      },
    ),
    { numRuns: runs(1500) },
  )
})
