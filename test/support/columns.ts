import fc from 'fast-check'
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
} from '../../src/storage/index/columns.ts'
import { Gathering, type HeldField } from '../../src/storage/index/own.ts'
import type { Snapshot } from '../../src/storage/index/snapshot.ts'

/** An event: what its columns hold, where it is not 0, and what it is linked to. */
export type Row = Partial<Record<ColumnName, number>> &
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
const rowOf = (id: number) =>
  fc.record({
    id: fc.constant(id),
    starts: few(40),
    ends: fc.integer({ min: 40, max: 50 }),
    day: fc.constantFrom(0, 0, 1, 2, 3),
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
    registration: few(3),
    hour: few(24),
    password: few(1),
    terms: fc.uniqueArray(few(6), { maxLength: 3 }),
    venues: fc.uniqueArray(few(2), { maxLength: 2 }),
    organizers: fc.uniqueArray(few(2), { maxLength: 1 }),
    said: fc
      .record({ audience: fc.constantFrom(['a'], ['b'], ['a', 'b']), age: few(3) }, { requiredKeys: [] })
      .map((said) => JSON.stringify(said)),
  })

/** Some events whose ids are between both. */
export const someRows = (least: number, most: number) =>
  fc
    .uniqueArray(fc.integer({ min: least, max: most }), { maxLength: 12 })
    .chain((ids) => fc.tuple(...ids.map(rowOf)))

/** These events as the index holds them. */
export async function columnsOf(rows: readonly Row[]): Promise<Columns> {
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

/** The index with the first events, of which the second ones are what has changed or come since. */
export async function snapshotOf(inMain: readonly Row[], inTail: readonly Row[]): Promise<Snapshot> {
  const [main, tail] = [await columnsOf(inMain), await columnsOf(inTail)]
  const changed = Float64Array.from(inTail, ({ id }) => id).toSorted()
  return {
    main,
    closed: slotsOf(main, changed).toSorted(),
    tail,
    posts: [],
    children: new Map(),
    places: new Map(),
    times: new Map(),
    position: { number: 0, token: 0 },
  }
}
