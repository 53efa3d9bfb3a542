import { type Chance, chanceFrom, itemAt } from '../../src/process/demo/demo.chance.ts'

/** Chance that also makes up words. */
export interface Dice extends Chance {
  /** So many of them, the first ones much more often than the last. */
  few<Item>(count: number, among: readonly Item[]): Item[]
  /** So many words, as often as words of a language are: each as often as its rank is low (Zipf). */
  words(count: number): string
}

/** Dice that fall alike for the same seed. */
export function diceFrom(seed: number): Dice {
  const chance = chanceFrom(seed)
  return {
    ...chance,
    few: (count, among) => Array.from({ length: count }, () => itemAt(among, chance.next() ** 3)),
    words: (count) =>
      Array.from({ length: count }, () => wordOf(Math.floor(vocabularySize ** chance.next()))).join(' '),
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

/** Some hundreds of pronounceable words. */
const vocabulary = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'r', 's', 't', 'w'].flatMap((first) =>
  ['and', 'el', 'ino', 'ort', 'ubar', 'üne', 'yst'].flatMap((middle) =>
    ['', 'a', 'en', 'er', 'ic', 'ing', 'ival', 'or', 's'].map((last) => first + middle + last),
  ),
)
