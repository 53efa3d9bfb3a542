import { costRange } from './cost.ts'

/** The kinds of costs. `words` has no amount, such as “Donation”. */
export const costKinds = { none: 0, free: 1, paid: 2, words: 3 } as const
export type CostKind = (typeof costKinds)[keyof typeof costKinds]

/** The kind of a stored cost: free when it has amounts and all are zero, paid when any is more. */
export function costKind(stored: readonly string[]): CostKind {
  if (stored.length === 0) return costKinds.none
  const range = costRange(stored)
  if (!range) return costKinds.words
  return range.high === 0 ? costKinds.free : costKinds.paid
}
