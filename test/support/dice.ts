/** Chance that falls the same way every time. */
export interface Dice {
  /** From 0 up to 1. */
  next(): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  pick<Item>(among: readonly Item[]): Item
  /** So many of them, the first ones much more often than the last. */
  few<Item>(count: number, among: readonly Item[]): Item[]
  /** So many words, of which some are much more frequent than others. */
  words(count: number): string
}

export function diceFrom(seed: number): Dice {
  const next = numbersFrom(seed)
  const few: Dice['few'] = (count, among) => Array.from({ length: count }, () => at(among, next() ** 3))
  return {
    next,
    few,
    happens: (probability) => next() < probability,
    pick: (among) => at(among, next()),
    words: (count) => few(count, vocabulary).join(' '),
  }
}

function at<Item>(items: readonly Item[], share: number): Item {
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

/** Some hundreds of pronounceable words. */
const vocabulary = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'r', 's', 't', 'w'].flatMap((first) =>
  ['and', 'el', 'ino', 'ort', 'ubar', 'üne', 'yst'].flatMap((middle) =>
    ['', 'a', 'en', 'er', 'ic', 'ing', 'ival', 'or', 's'].map((last) => first + middle + last),
  ),
)
