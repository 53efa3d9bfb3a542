import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import type { SentRegistration } from './registration.params.ts'
import { blankRegistration, registrationOf } from './registration.row.ts'
import { settleRegistration } from './registration.settle.ts'

const event = { timezone: 'Europe/Berlin', starts_at: 1_935_000_000 }
const at = { siteZone: zoneNamed('UTC'), now: Temporal.Instant.from('2031-03-01T12:00:00Z') }

/** What is stored once this was sent, of what was stored before; or what is wrong with it. */
const settled = (sent: SentRegistration | null, before = '') =>
  settleRegistration(sent, { event, stored: { ...event, registration: before }, ...at })
const stored = (sent: SentRegistration, before = ''): string => {
  const answer = settled(sent, before)
  if ('fault' in answer) throw new Error(answer.fault)
  return answer.column
}

const sent = fc.record(
  {
    capacity: fc.option(fc.nat(100)),
    waiting_list: fc.boolean(),
    party_max: fc.integer({ min: 1, max: 20 }),
    closes_before: fc.option(fc.nat(1000)),
    opens_before: fc.option(fc.integer({ min: 2000, max: 9000 })),
    offer_hours: fc.integer({ min: 1, max: 168 }),
    note: fc.constantFrom('', 'Bring a mat.'),
    consent: fc.constantFrom('', 'Yes.'),
    reminder: fc.boolean(),
  },
  { requiredKeys: [] },
)

test('what is sent is stored, what is left out stays, and what was said again is no change, in whichever order', () => {
  fc.assert(
    fc.property(sent, sent, (first, second) => {
      const before = stored(first)
      const after = stored(second, before)
      expect(registrationOf({ registration: before })).toEqual({ ...blankRegistration, ...first })
      expect(registrationOf({ registration: after })).toEqual({ ...blankRegistration, ...first, ...second })
      const turned = Object.fromEntries(Object.entries(second).toReversed())
      expect(stored(turned, after)).toBe(after)
      expect(stored({}, after)).toBe(after)
      expect(settled(null, after)).toEqual({ column: '' })
    }),
  )
})

test('what only a later program says of it stays', () => {
  const later = JSON.stringify({ ...blankRegistration, colour: 'red' })
  expect(JSON.parse(stored({ capacity: 3 }, later))).toMatchObject({ capacity: 3, colour: 'red' })
})

test('keys of questions are made where none are sent, and never used again', () => {
  const question = (label: string, key?: string) => ({
    label,
    type: 'text' as const,
    options: [],
    required: false,
    ...(key === undefined ? {} : { key }),
  })
  const keys = (column: string) => registrationOf({ registration: column })?.questions.map(({ key }) => key)
  const two = stored({ questions: [question('A'), question('B')] })
  expect(keys(two)).toEqual(['q1', 'q2'])
  const one = stored({ questions: [question('A', 'q1')] }, two)
  expect(keys(one)).toEqual(['q1'])
  expect(keys(stored({ questions: [question('A', 'q1'), question('C')] }, one))).toEqual(['q1', 'q3'])
})

test.each<[SentRegistration, RegExp]>([
  [{ mode: 'external' }, /url/],
  [{ url: 'https://example.org/' }, /external/],
  [{ opens_before: 10, closes_before: 20 }, /closes/],
])('%j is refused', (wrong, says) => {
  expect(settled(wrong)).toEqual({ fault: expect.stringMatching(says) })
})
