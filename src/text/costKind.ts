import { costRange } from './cost.ts'

/** What the texts of a cost come to. `words` says something that no number tells, such as “Donation”. */
export const costKinds = { none: 0, free: 1, paid: 2, words: 3 } as const
export type CostKind = (typeof costKinds)[keyof typeof costKinds]

/** What a stored cost comes to: free when it names amounts and all are zero, paid when any is more. */
export function costKind(stored: readonly string[]): CostKind {
  if (stored.length === 0) return costKinds.none
  const range = costRange(stored)
  if (!range) return costKinds.words
  return range.high === 0 ? costKinds.free : costKinds.paid
}
