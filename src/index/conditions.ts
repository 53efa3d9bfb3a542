import { type Sight, statesSeen } from './codes.ts'
import {
  type ColumnName,
  type Columns,
  type LinkName,
  passwordNumber,
  slotsOf,
  type Values,
} from './columns.ts'
import type { Opened } from './filters.ts'
import { lowerBound } from '../sorted/numbers.ts'

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
  | { readonly sieve: Sieve }

/** A condition, told for some columns. */
export type Condition = (columns: Columns) => SlotTest

/** The number is at least `from` and less than `until`. */
export function within(name: ColumnName, from: number, until: number): Condition {
  return ({ starts, [name]: values }) => {
    if (name === 'starts')
      return { span: [lowerBound(starts as Float64Array, from), lowerBound(starts as Float64Array, until)] }
    return {
      sieve: (slots, count) => {
        let kept = 0
        for (let at = 0; at < count; at += 1) {
          const slot = slots[at] ?? 0
          const value = values[slot] ?? 0
          slots[kept] = slot
          kept += Number(value >= from) & Number(value < until)
        }
        return kept
      },
    }
  }
}

/** The number is any of these. */
export function anyOf(name: ColumnName, wanted: readonly number[]): Condition {
  const all = new Set(wanted)
  return ({ [name]: values }) => ({ sieve: sieveBy((slot) => Number(all.has(values[slot] ?? 0))) })
}

type Coded = 'state' | 'featured' | 'hidden' | 'ticketed' | 'imported' | 'cost' | 'happening' | 'attendance'

/** What the number stands for is wanted: each is asked for once, so that the loop only looks it up. */
export function coded<Meaning>(
  name: Coded,
  meanings: readonly Meaning[],
  isWanted: (meaning: Meaning) => boolean,
): Condition {
  const wanted = Uint8Array.from(meanings, (meaning) => Number(isWanted(meaning)))
  return ({ [name]: numbers }) => ({ sieve: sieveOf(numbers, wanted) })
}

/** It is linked to any of the targets, or to none. */
export function linkedTo(name: LinkName, targets: readonly number[], isIn = true): Condition {
  return ({ links }) => ({
    set: { lists: [...new Set(targets)].flatMap((target) => links[name].get(target) ?? []), isIn },
  })
}

/** It has no password, or one that is no hindrance. */
export function openTo({ digest, author: writer }: Opened): Condition {
  const known = digest === undefined ? 0 : passwordNumber(digest)
  return ({ password, author }) => ({
    sieve: sieveBy(
      (slot) =>
        Number(password[slot] === 0) | Number(password[slot] === known) | Number(author[slot] === writer),
    ),
  })
}

/** Its id is among these, or is not. */
export function among(ids: Float64Array, isIn = true): Condition {
  return (columns) => ({ set: { lists: [slotsAmong(columns, ids)], isIn } })
}

/** Finding the slots of a common word takes 7 of 8 ms among a million, so those of a list of ids are kept as long as it is. */
const slotsByIds = new WeakMap<Float64Array, { readonly columns: Columns; readonly slots: Uint32Array }>()

/** The tail changes with each write, and has few slots. */
const fewSlots = 2000

/** The slots of these ids, which ascend, ascending. */
export function slotsAmong(columns: Columns, ids: Float64Array): Uint32Array {
  const known = slotsByIds.get(ids)
  if (known?.columns === columns) return known.slots
  const slots = slotsOf(columns, ids).toSorted()
  if (columns.size >= fewSlots) slotsByIds.set(ids, { columns, slots })
  return slots
}

/** The reader sees it. */
export function visibleTo(sight: Sight): Condition {
  const [seen, seenAsOwn] = [statesSeen(sight, false), statesSeen(sight, true)]
  const { reader, cancelledSince } = sight
  const isOfStates = cancelledSince === undefined && seenAsOwn.every((own, at) => own <= (seen[at] ?? 0))
  return ({ state, author, cancelled }) => ({
    sieve: isOfStates
      ? sieveOf(state, seen)
      : sieveBy((slot) => {
          const isOwn = (seenAsOwn[state[slot] ?? 0] ?? 0) & Number(author[slot] === reader)
          const isCancelled = Number((cancelled[slot] ?? 0) >= (cancelledSince ?? Infinity))
          return (seen[state[slot] ?? 0] ?? 0) | isOwn | isCancelled
        }),
  })
}

/** A byte for each slot, which is 1 for those of the set. */
export function marksOf({ lists, isIn }: SlotSet, size: number): Uint8Array {
  const marks = new Uint8Array(size).fill(Number(!isIn))
  for (const list of lists) for (let at = 0; at < list.length; at += 1) marks[list[at] ?? 0] = Number(isIn)
  return marks
}

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
function sieveBy(test: (slot: number) => number): Sieve {
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
