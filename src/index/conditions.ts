import { type ColumnName, type Columns, type LinkName, slotsOf, type Target } from './columns.ts'
import { type CostName, costs } from './costs.ts'
import type { Opened } from './filters.ts'
import { type Happening, happeningsWanted } from './happenings.ts'
import { flags, type FlagName } from './reading.ts'
import { lowerBound } from './slots.ts'
import { type Sight, statesSeen } from './states.ts'

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

type Moments = Extract<ColumnName, 'starts' | 'ends'>

/** The moment is at least `from` and before `until`. */
export function within(name: Moments, from: number, until: number): Condition {
  return (columns) => {
    const values = columns[name]
    if (name === 'starts') return { span: [lowerBound(values, from), lowerBound(values, until)] }
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

/** The flag is set, or is not. */
export function flagged(name: FlagName, isSet: boolean): Condition {
  return numbered('flags', (number) => ((number & flags[name].bit) !== 0) === isSet)
}

/** It costs that, or not. */
export function costing(name: CostName, isSo: boolean): Condition {
  return numbered('cost', (number) => (costs[number] === name) === isSo)
}

/** What happens to it is wanted. */
export function happens(isWanted: (happening: Happening) => boolean): Condition {
  const wanted = happeningsWanted(isWanted)
  return numbered('happening', (number) => wanted[number] === 1)
}

/** The number in the column is wanted: each is asked for once, so that the loop only looks it up. */
function numbered(name: 'flags' | 'cost' | 'happening', isWanted: (number: number) => boolean): Condition {
  const wanted = Uint8Array.from({ length: 256 }, (_, number) => Number(isWanted(number)))
  return (columns) => {
    const values = columns[name]
    return {
      sieve: (slots, count) => {
        let kept = 0
        for (let at = 0; at < count; at += 1) {
          const slot = slots[at] ?? 0
          slots[kept] = slot
          kept += wanted[values[slot] ?? 0] ?? 0
        }
        return kept
      },
    }
  }
}

/** It is linked to any of the targets, or to none. */
export function linkedTo(name: LinkName, targets: readonly Target[], isIn = true): Condition {
  return ({ links }) => ({
    set: { lists: [...new Set(targets)].flatMap((target) => links[name].get(target) ?? []), isIn },
  })
}

/** It has no password, or one that is no hindrance. */
export function openTo({ digest, author }: Opened): Condition {
  return (columns) => ({
    set: {
      lists: [...columns.links.passwords].flatMap(([password, slots]) => {
        if (password === digest) return []
        return author === undefined ? [slots] : [slots.filter((slot) => columns.author[slot] !== author)]
      }),
      isIn: false,
    },
  })
}

/** Its id is among these, or is not. */
export function among(ids: Float64Array, isIn = true): Condition {
  return (columns) => ({ set: { lists: [keptSlots(columns, ids)], isIn } })
}

/** Finding the slots of a common word takes 7 of 8 ms among a million, so those of a list of ids are kept as long as it is. */
const slotsByIds = new WeakMap<Float64Array, { readonly columns: Columns; readonly slots: Uint32Array }>()

function keptSlots(columns: Columns, ids: Float64Array): Uint32Array {
  const known = slotsByIds.get(ids)
  if (known?.columns === columns) return known.slots
  const slots = slotsOf(columns, ids).toSorted()
  // The tail changes with each write, and has few slots.
  if (columns.size >= fewSlots) slotsByIds.set(ids, { columns, slots })
  return slots
}

const fewSlots = 2000

/** The reader sees it. */
export function visibleTo(sight: Sight): Condition {
  const [seen, seenAsOwn] = [statesSeen(sight, false), statesSeen(sight, true)]
  const { reader, cancelledSince = Infinity } = sight
  return ({ state, author, links, size }) => {
    const cancelled = [...links.trashed].flatMap(([at, slots]) =>
      Number(at) >= cancelledSince ? [slots] : [],
    )
    const marks = cancelled.length > 0 ? marksOf({ lists: cancelled, isIn: true }, size) : undefined
    return {
      sieve: (slots, count) => {
        let kept = 0
        for (let at = 0; at < count; at += 1) {
          const slot = slots[at] ?? 0
          const code = state[slot] ?? 0
          const isOwn = (seenAsOwn[code] ?? 0) & Number(author[slot] === reader)
          slots[kept] = slot
          kept += (seen[code] ?? 0) | isOwn | (marks ? (marks[slot] ?? 0) : 0)
        }
        return kept
      },
    }
  }
}

/** A byte for each slot, which is 1 for those of the set. */
export function marksOf({ lists, isIn }: SlotSet, size: number): Uint8Array {
  const [inside, outside] = isIn ? [1, 0] : [0, 1]
  const marks = new Uint8Array(size).fill(outside)
  for (const list of lists) for (let at = 0; at < list.length; at += 1) marks[list[at] ?? 0] = inside
  return marks
}

/** The sieve of a set that the pass does not begin with. */
export function sieveOf(set: SlotSet, size: number): Sieve {
  const marks = marksOf(set, size)
  return (slots, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const slot = slots[at] ?? 0
      slots[kept] = slot
      kept += marks[slot] ?? 0
    }
    return kept
  }
}
