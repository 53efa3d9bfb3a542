import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { type Children, type Linked, LinkCounter } from './sums.ts'

/** So many slots, linked to terms as they are told. */
function columnsOf(size: number, linked: readonly (readonly number[])[]): Linked<number> {
  const postings = new Map<number, number[]>()
  for (const [slot, terms] of linked.entries())
    for (const term of new Set(terms)) postings.set(term, [...(postings.get(term) ?? []), slot])
  return { size, postings: new Map([...postings].map(([term, slots]) => [term, Uint32Array.from(slots)])) }
}

/** Whether a term is another one or stands below it. */
function isWithin(children: Children, term: number, above: number, seen = new Set<number>()): boolean {
  if (term === above) return true
  if (seen.has(above)) return false
  seen.add(above)
  return (children.get(above) ?? []).some((child) => isWithin(children, term, child, seen))
}

/** The counts of a plain loop. */
function plainly(linked: readonly (readonly number[])[], children: Children, slots: readonly number[]) {
  const counts = new Map<number, number>()
  const all = new Set([...linked.flat(), ...children.keys()])
  for (const term of all) {
    const count = slots.filter((slot) => linked[slot]?.some((one) => isWithin(children, one, term))).length
    if (count > 0) counts.set(term, count)
  }
  return counts
}

const terms = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 })
const family = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 1, max: 9 }), fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 })),
  {
    maxLength: 4,
    selector: ([term]) => term,
  },
)
/** Which slots are asked for: most of a stretch, or few of all. */
const asked = fc.record({
  from: fc.nat(99),
  until: fc.nat(99),
  without: fc.array(fc.nat(99), { maxLength: 4 }),
})

test('counts are those of a plain loop, whatever the blocks, families, span and holes, and whoever asked before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(terms, { minLength: 1, maxLength: 100 }),
      family,
      fc.array(asked, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      async (linked, below, questions, bits) => {
        const children: Children = new Map(below)
        const counter = await LinkCounter.of(columnsOf(linked.length, linked), children, bits)
        for (const { from, until, without } of questions) {
          const slots = linked
            .map((_, slot) => slot)
            .filter((slot) => slot >= from && slot <= until && !without.includes(slot))
          const counts = await counter.count(Uint32Array.from(slots))
          expect(counts).toEqual(plainly(linked, children, slots))
        }
        const all = linked.map((_, slot) => slot)
        const codes = LinkCounter.ofCodes(
          Uint8Array.from(linked, (of) => of.length),
          4,
        )
        // By sums, as they were asked for before; the same part of memory, and a copy.
        const same = Uint32Array.from(all)
        const lengths = new Map<number, number>()
        for (const { length } of linked) lengths.set(length, (lengths.get(length) ?? 0) + 1)
        for (const slots of [same, same, same.slice()]) {
          expect(await counter.count(slots)).toEqual(plainly(linked, children, all))
          expect(await codes.count(slots)).toEqual(lengths)
        }
        for (let time = 0; time < 2; time += 1)
          expect(await counter.count(Uint32Array.from(all))).toEqual(plainly(linked, children, all))
      },
    ),
    { numRuns: runs(300) },
  )
})

test('two who ask at the same time are told the same', async () => {
  const linked = Array.from({ length: 5000 }, (_, slot) => [slot % 7])
  const counter = await LinkCounter.of(columnsOf(5000, linked), new Map(), 4)
  const all = Uint32Array.from(linked.keys())
  const [one, other, later] = await Promise.all([
    counter.count(all),
    counter.count(all.slice(0, 4000)),
    counter.count(all),
  ])
  expect(later).toEqual(one)
  expect([...other.values()].reduce((sum, count) => sum + count, 0)).toBe(4000)
})
