import type { Columns, Values } from './columns.ts'
import { lowerBound } from '../../pure/sorted/numbers.ts'

/** Slots that are in any of the lists, each ascending; or, with `isIn` false, in none of them. */
export interface SlotSet {
  readonly lists: readonly Uint32Array[]
  readonly isIn: boolean
}

/**
 * Moves the slots that pass to the front, in their order, and answers how many they are. Each loop writes every slot and adds 0 or 1:
 * a branch that the processor guesses wrongly takes three times as long. One loop for each condition takes half of what one loop
 * with a function call for each does.
 */
export type Sieve = (slots: Uint32Array, count: number) => number

/** What must hold for an event: its slot lies in a span, belongs to a set, or passes a sieve. */
export type SlotTest =
  | { readonly span: readonly [from: number, until: number] }
  | { readonly set: SlotSet }
  | Sifted

/** A sieve, and what is known beforehand of a block of slots (the slots from `block * blockSize` on): all pass, or none. */
export interface Sifted {
  readonly sieve: Sieve
  readonly ofBlock?: ((block: number) => 'all' | 'none' | 'some') | undefined
}

/** Slots of a block. */
export const blockSize = 4096

/** A condition, told for some columns. */
export type Condition = (columns: Columns) => SlotTest

/** Lets pass what is marked, or whose number is wanted. */
export function sieveOf(numbers: Values, wanted: Uint8Array = isMarked): Sieve {
  return (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const slot = slots[at] ?? 0
      slots[kept] = slot
      kept += wanted[numbers[slot] ?? 0] ?? 0
    }
    return kept
  }
}

const isMarked = Uint8Array.of(0, 1)

/** Lets pass that for which the test answers 1, not 0. */
export function sieveBy(test: (slot: number) => number): Sieve {
  return (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const slot = slots[at] ?? 0
      slots[kept] = slot
      kept += test(slot)
    }
    return kept
  }
}

/** Lets pass what has a mark; the first mark is that of slot `first`. */
export function sieveOfMarks(marks: Uint8Array, first: number): Sieve {
  return (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const slot = slots[at] ?? 0
      slots[kept] = slot
      kept += marks[slot - first] ?? 0
    }
    return kept
  }
}

/** A byte for each slot from one up to another, which is 1 for those of the set. */
export function marksOf({ lists, isIn }: SlotSet, from: number, until: number): Uint8Array {
  const marks = new Uint8Array(Math.max(0, until - from)).fill(Number(!isIn))
  for (const list of lists)
    for (let at = lowerBound(list, from); (list[at] ?? until) < until; at += 1)
      marks[(list[at] ?? 0) - from] = Number(isIn)
  return marks
}
