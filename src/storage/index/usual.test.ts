import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diceFrom } from '../../../test/support/dice.ts'
import { runs } from '../../../test/support/runs.ts'
import { byColumn, byLink, columns, type Columns, noColumns, ordered } from './columns.ts'
import type { Filters } from './filters.ts'
import { findHits } from './hits.ts'
import { Gathering, type OwnFilter } from './own.ts'
import type { Snapshot } from './snapshot.ts'

const [size, day_s] = [10_000, 86_400]
const base = Date.UTC(2031, 0, 1) / 1000

/** Events of three blocks of slots, some of whole days in any zone, some for a year, some of terms. */
async function calendar(): Promise<Columns> {
  const dice = diceFrom(7)
  const below = (most: number) => Math.floor(dice.next() * most)
  const numbers = byColumn((name) => new columns[name].array(size))
  const terms = new Map<number, number[]>()
  const said = new Gathering([
    { name: 'for', holds: 'texts' },
    { name: 'age', holds: 'numbers' },
  ])
  for (let at = 0; at < size; at += 1) {
    const isWhole = below(5) === 0
    const first = Math.floor(base / day_s) + below(400)
    const starts = isWhole ? first * day_s - (below(26) - 12) * 3600 : base + below(400 * day_s)
    numbers.id[at] = at + 1
    numbers.starts[at] = starts
    numbers.ends[at] =
      starts + (isWhole ? (1 + below(3)) * day_s - 1 : at === 5000 ? 365 * day_s : below(7200))
    numbers.day[at] = isWhole ? first + 719_163 : 0
    numbers.state[at] = below(20)
    numbers.author[at] = below(3)
    numbers.hidden[at] = Number(below(20) === 0)
    numbers.password[at] = Number(below(20) === 0) * 77
    numbers.featured[at] = below(2)
    numbers.cancelled[at] = Number(below(10) === 0) * (base + 5)
    const term = below(12)
    terms.set(term, [...(terms.get(term) ?? []), at])
    said.add(at, ['', '{"age":1}', '{"for":["a"]}', '{"age":3,"for":["a","b"]}'][below(4)] ?? '')
  }
  const postings = new Map([...terms].map(([term, places]) => [term, Uint32Array.from(places)]))
  const links = byLink((name) => (name === 'terms' ? postings : new Map<number, Uint32Array>()))
  return ordered({ ...numbers, size, links, own: said.columns(size) })
}

const anyMoment = fc.integer({ min: -2 * day_s, max: 402 * day_s })
/** Blocks are of so many days, and what ends around their edges is what may be told wrongly. */
const nearEdge = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: -3 * day_s, max: 3 * day_s }))
  .map(([block, off]) => Math.floor((block * 4096 * 400 * day_s) / size) + off)
const moment = fc.oneof(anyMoment, nearEdge).map((after) => base + after)
const dayOf = (at: number) => (Number.isFinite(at) ? Math.floor(at / day_s) + 719_163 : at)
const span = fc
  .tuple(fc.oneof(fc.constant(-Infinity), moment), fc.oneof(fc.constant(Infinity), moment), fc.boolean())
  .map(([from, until, ofDays]) =>
    ofDays ? { from, until, days: { from: dayOf(from), until: dayOf(until) } } : { from, until },
  )
const filters = fc.record(
  {
    hidden: fc.boolean(),
    starts: span,
    ends: span,
    categories: fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 3 }),
    featured: fc.boolean(),
    open: fc.constantFrom({}, { author: 1 }, { digest: 'x' }),
    placed: fc.record({ venues: fc.constant([1]), isAt: fc.boolean() }),
    own: fc.constantFrom<OwnFilter[]>(
      [{ name: 'for', wanted: { some: ['a', 'b'], none: [] } }],
      [{ name: 'for', wanted: { some: ['a'], none: ['b'] } }],
      [{ name: 'for', wanted: { isSaid: false } }],
      [
        { name: 'age', wanted: { isSaid: true } },
        { name: 'age', wanted: { least: 2, most: Infinity } },
      ],
    ),
    except: fc.uniqueArray(fc.integer({ min: 1, max: size }), { minLength: 1, maxLength: 90 }),
  },
  { requiredKeys: ['hidden'] },
)
const sees: Filters['sight']['sees'] = ({ status }, isOwn) => isOwn || status === 'publish'
const sights: readonly Filters['sight'][] = [
  { reader: 0, sees: ({ status }) => status === 'publish' },
  { reader: 1, sees },
  { reader: 2, sees: () => true },
  { reader: 0, sees: ({ status }) => status === 'publish', cancelledSince: base },
]

test('what is found from the usual events is what is found among all, for every reader and whatever blocks are passed over', async () => {
  const all = await calendar()
  const empty = {
    posts: [],
    children: new Map(),
    places: new Map(),
    times: new Map(),
    position: { number: 0, token: 0 },
  }
  const closed = Uint32Array.of(3, 4000, 4096, 9999)
  // The tail is always gone through.
  const asMain: Snapshot = { ...empty, main: all, closed: new Uint32Array(), tail: noColumns }
  const asTail: Snapshot = { ...empty, main: noColumns, closed: new Uint32Array(), tail: all }
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...sights), async (chosen, sight) => {
      const wanted = { ...chosen, sight } as Filters
      const [found, expected] = [await findHits(asMain, wanted), await findHits(asTail, wanted)]
      expect([...found.slots]).toEqual([...expected.slots])
      const open = await findHits({ ...asMain, closed }, wanted)
      expect([...open.slots]).toEqual([...expected.slots].filter((slot) => !closed.includes(slot)))
    }),
    { numRuns: runs(2000) },
  )
})
