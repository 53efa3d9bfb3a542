/** Chance that falls the same way every time. */
export interface Dice {
  /** From 0 up to 1. */
  next(): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  pick<Item>(among: readonly Item[]): Item
  /** So many of them, the first ones much more often than the last. */
  few<Item>(count: number, among: readonly Item[]): Item[]
  /** So many words, as often as words of a language are: each as often as its rank is low (Zipf). */
  words(count: number): string
}

export function diceFrom(seed: number): Dice {
  const next = numbersFrom(seed)
  return {
    next,
    happens: (probability) => next() < probability,
    pick: (among) => at(among, next()),
    few: (count, among) => Array.from({ length: count }, () => at(among, next() ** 3)),
    words: (count) =>
      Array.from({ length: count }, () => wordOf(Math.floor(vocabularySize ** next()))).join(' '),
  }
}

/** As many as people use who write about what is on. */
export const vocabularySize = 50_000

/** The word of this rank, from 1, the commonest, to {@link vocabularySize}; the seldom ones are made of two. */
export function wordOf(rank: number): string {
  const index = rank - 1
  const first = vocabulary[index % vocabulary.length] ?? ''
  // The first of them stands for none, as the words by themselves come first.
  return index < vocabulary.length ? first : first + (vocabulary[Math.floor(index / vocabulary.length)] ?? '')
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
