import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/http/auth/rights.ts'
import type { Context } from '../../src/http/context.ts'
import { findEventIds } from '../../src/records/events/events.list.ts'
import { countFacets } from '../../src/records/facets/facets.query.ts'
import { heldFields } from '../../src/records/own/own.filters.ts'
import { EventIndex } from '../../src/storage/index/eventIndex.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { forgetfulContext } from '../support/context.ts'
import { fewRuns } from '../support/runs.ts'
import { anyOwn, ownFields } from './own.fixture.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const reader = { caller: anonymous, now }
const always = { ends_after: { kind: 'instant', seconds: -62_000_000_000 } } as const
const all = ownFields({ age: 'number', audience: 'choices', signed: 'boolean', until: 'date' })

let calendar: TestCalendar
let context: Context
/** What each public event says, by id. */
const said = new Map<number, Readonly<Record<string, unknown>>>()
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 120, now })
  const { db } = calendar
  const stored = fc.sample(anyOwn, { numRuns: 120, seed: 5 })
  const rows = await db.read.selectFrom('events').selectAll().orderBy('id').execute()
  await db.write(async (tx) => {
    for (const [at, { id }] of rows.entries())
      await tx
        .updateTable('events')
        .set({ own: stored[at] ?? '' })
        .where('id', '=', id)
        .execute()
  })
  for (const [at, { id, status, hide_from_listings, password_digest }] of rows.entries())
    if (status === 'publish' && hide_from_listings === 0 && password_digest === null)
      said.set(id, JSON.parse(stored[at] || '{}') as Record<string, unknown>)
  const index = new EventIndex({ db, fields: () => heldFields({ all }) })
  context = { ...forgetfulContext(db), index, declared: { all, language: 'en' } }
})
afterAll(() => calendar.close())

/** A filter, and what it says of a value. */
type Narrowing = readonly [text: string, holds: (value: unknown) => boolean]
const isAny: readonly Narrowing[] = [
  ['*', (value) => value !== undefined],
  ['-*', (value) => value === undefined],
]
const list = (value: unknown) => (value ?? []) as readonly string[]
const some = fc
  .tuple(fc.subarray(['a', 'b', 'c']), fc.subarray(['a', 'b', 'c']))
  .filter(([one, none]) => one.length + none.length > 0)
  .map(([one, none]): Narrowing => [
    [...one, ...none.map((text) => `-${text}`)].join(','),
    (value) =>
      (one.length === 0 || one.some((text) => list(value).includes(text))) &&
      none.every((text) => !list(value).includes(text)),
  ])
const age = fc
  .tuple(fc.integer({ min: -2, max: 5 }), fc.integer({ min: -2, max: 5 }))
  .chain(([from, until]) =>
    fc.constantFrom<Narrowing>(
      [`${from}..${until}`, (value) => typeof value === 'number' && value >= from && value <= until],
      [`${from}`, (value) => value === from],
      [`..${until}`, (value) => typeof value === 'number' && value <= until],
    ),
  )
const filters = fc.record(
  {
    age: fc.oneof(age, fc.constantFrom(...isAny)),
    audience: fc.oneof(some, fc.constantFrom(...isAny)),
    signed: fc.constantFrom<Narrowing>(
      ['1', (value) => value === true],
      ['0', (value) => value !== true],
      ...isAny,
    ),
    until: fc.constantFrom<Narrowing>(
      ['2031-05-02..', (value) => typeof value === 'string' && value >= '2031-05-02'],
      ...isAny,
    ),
  },
  { requiredKeys: [] },
)

test('lists and facets by fields of one’s own are what a look at each event says', async () => {
  expect(said.size).toBeGreaterThan(20)
  await fc.assert(
    fc.asyncProperty(filters, async (chosen) => {
      const fields = Object.fromEntries(Object.entries(chosen).map(([name, [text]]) => [name, text]))
      const params = { ...always, ...(Object.keys(fields).length > 0 ? { fields } : {}) }
      const left = (but?: string) =>
        [...said].filter(([, values]) =>
          Object.entries(chosen).every(([name, [, holds]]) => name === but || holds(values[name])),
        )
      const walk = { params, reader, page: 1, perPage: 500, cancelledSince: undefined }
      const { ids } = await findEventIds(context, walk)
      expect(new Set(ids)).toEqual(new Set(left().map(([id]) => id)))
      const { fields: counted } = await countFacets(context, { ...params, facets: ['fields'] }, reader)
      const values = (name: string) => left(name).flatMap(([, each]) => each[name] ?? [])
      const count = (name: string, value: unknown) => values(name).filter((one) => one === value).length
      expect(counted).toEqual({
        age: boundsOf(values('age') as number[]),
        audience: ['a', 'b', 'c'].map((value) => ({
          value,
          label: value.toUpperCase(),
          count: count('audience', value),
        })),
        signed: [
          { value: true, count: count('signed', true) },
          { value: false, count: left('signed').length - count('signed', true) },
        ],
        until: boundsOf(values('until') as string[]),
      })
    }),
    { numRuns: fewRuns(200) },
  )
})

function boundsOf<Value extends number | string>(values: readonly Value[]) {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : 1))
  return { min: sorted[0] ?? null, max: sorted.at(-1) ?? null, count: values.length }
}
