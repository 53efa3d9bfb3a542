import fc from 'fast-check'
import type { Rule } from './seriesModel.rules.ts'

type Scope = 'all' | 'following'
/** What is done to a series; `on`: to which of its dates. */
export type Act =
  | {
      readonly does: 'title' | 'lengthen' | 'moveOne' | 'cancel' | 'trash' | 'restore' | 'remove'
      readonly on: number
    }
  | {
      readonly does: 'move'
      readonly on: number
      readonly scope: Scope
      readonly days: number
      readonly minutes: number
    }
  | { readonly does: 'last'; readonly on: number; readonly scope: Scope }
  | { readonly does: 'say'; readonly on: number; readonly scope: Scope }
  | { readonly does: 'rule'; readonly on: number; readonly rule: Rule }
  | { readonly does: 'end'; readonly on: number }
  | { readonly does: 'leaveOut'; readonly on: number }
  | { readonly does: 'detach'; readonly on: number }
  | { readonly does: 'undo'; readonly on: number }

const on = fc.nat({ max: 30 })
const scope = fc.constantFrom<Scope>('all', 'following')
/** Rules of weeks. */
export const weekly: fc.Arbitrary<Rule> = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
  count: fc.integer({ min: 1, max: 8 }),
})
/** Rules of months. */
export const monthly: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    days: fc.constant([]),
    monthDay: fc.integer({ min: 1, max: 28 }),
    count: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    days: fc.tuple(fc.integer({ min: 1, max: 7 })),
    nth: fc.constantFrom(1, 2, 3, 4, -1),
    count: fc.integer({ min: 1, max: 6 }),
  }),
)
/** Acts with such rules. */
export const actIn = (rule: fc.Arbitrary<Rule>): fc.Arbitrary<Act> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        does: fc.constantFrom('title', 'lengthen', 'moveOne', 'cancel', 'trash', 'restore', 'remove'),
        on,
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        does: fc.constant('move'),
        on,
        scope,
        days: fc.integer({ min: -3, max: 8 }),
        minutes: fc.constantFrom(0, 0, 30, 330),
      }),
    },
    { weight: 7, arbitrary: fc.record({ does: fc.constant('rule'), on, rule }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('last'), on, scope }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('say'), on, scope }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('end'), on }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('leaveOut'), on }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('detach'), on }) },
    { weight: 14, arbitrary: fc.record({ does: fc.constant('undo'), on }) },
  ) as fc.Arbitrary<Act>

/** What chance has found: a date made by a part that is taken back then; one that is cancelled, trashed, and back by undo. */
export const found: readonly Act[][] = [
  [
    { does: 'move', on: 7, scope: 'following', days: 1, minutes: 0 },
    { does: 'rule', on: 9, rule: { days: [1], count: 1 } },
    { does: 'undo', on: 3 },
    { does: 'undo', on: 0 },
  ],
  [
    { does: 'rule', on: 0, rule: { days: [1], count: 1 } },
    { does: 'trash', on: 1 },
    { does: 'undo', on: 0 },
    { does: 'rule', on: 0, rule: { days: [1], count: 1 } },
    { does: 'move', on: 0, scope: 'all', days: 0, minutes: 0 },
  ],
]
