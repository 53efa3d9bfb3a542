import type { Columns } from './columns.ts'
import { type Condition, sieveOf, type SlotSet } from './conditions.ts'
import { afterPiece, lowerBound, range, slotsPerTurn, union } from './slots.ts'

/**
 * Finds the slots of the events for which all conditions hold, ascending: one pass over the span, or over the rarest set if that has
 * fewer slots. Others get their turn after each piece.
 */
export async function passOver(
  columns: Columns,
  conditions: readonly Condition[],
  piece = slotsPerTurn,
): Promise<Uint32Array> {
  const found = conditions.map((condition) => condition(columns))
  let [from, until] = [0, columns.size]
  for (const one of found) {
    if ('span' in one) [from, until] = [Math.max(from, one.span[0]), Math.min(until, one.span[1])]
  }
  const sets = found.flatMap((one) => ('set' in one ? [one.set] : []))
  const rarest = sets.reduce<SlotSet | undefined>(
    (best, set) => (best && effortOf(best) <= effortOf(set) ? best : set),
    undefined,
  )
  const first = rarest && effortOf(rarest) < until - from ? rarest : undefined
  const slots = first ? within(first, from, until) : range(from, until)
  const sieves = [
    ...sets.filter((set) => set !== first).map((set) => sieveOf(set, columns.size)),
    ...found.flatMap((one) => ('sieve' in one ? [one.sieve] : [])),
  ]
  let kept = 0
  for (let at = 0; at < slots.length; at += piece) {
    await afterPiece(at, piece)
    const some = slots.subarray(at, at + piece)
    const count = sieves.reduce((left, sieve) => (left > 0 ? sieve(some, left) : 0), some.length)
    slots.copyWithin(kept, at, at + count)
    kept += count
  }
  return slots.subarray(0, kept)
}

/** Sorting a slot takes as long as looking at so many. */
const effortOfSorting = 16

/** How many slots a pass looks at that begins with the set, or as many as take as long. */
function effortOf({ lists, isIn }: SlotSet): number {
  if (!isIn) return Infinity
  const size = lists.reduce((sum, list) => sum + list.length, 0)
  return lists.length > 1 ? size * effortOfSorting : size
}

/** Always a copy, as sieves overwrite it. */
function within({ lists }: SlotSet, from: number, until: number): Uint32Array {
  const parts = lists.map((list) => list.subarray(lowerBound(list, from), lowerBound(list, until)))
  return union(parts, none).slice()
}

const none = new Uint32Array()
