/** Repeatable random choices. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from the first up to and including the last. */
  between(first: number, last: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  /** One of them. Throws when there is none. */
  pick<Item>(among: readonly Item[]): Item
}

/** Random choices from a seed; the same seed gives the same choices. */
export function chanceFrom(seed: number): Chance {
  const next = numbersFrom(seed)
  return {
    next,
    between: (first, last) => first + Math.floor(next() * (last - first + 1)),
    happens: (probability) => next() < probability,
    pick: (among) => itemAt(among, next()),
  }
}

/** The item that lies at a share, from 0 up to 1, of the whole list. Throws when there is none. */
export function itemAt<Item>(items: readonly Item[], share: number): Item {
  const item = items[Math.floor(share * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** Numbers that look random (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
