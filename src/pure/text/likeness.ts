import { fold } from './fold.ts'

/** How much of a short title in a longer one counts: it may be about something else. */
const partly = 0.9

/**
 * How alike two titles are, from 0 to 1: by the pairs of letters that they have in common (Sørensen and Dice), or by words of the
 * shorter one that the longer one has, whichever is more. Case, accents and punctuation do not count.
 */
export function likeness(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  if (first.length === 0 || second.length === 0) return 0
  return Math.max(dice(pairsOf(first), pairsOf(second)), contained(first, second))
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function pairsOf(words: readonly string[]): string[] {
  const text = ` ${words.join(' ')} `
  const letters = [...text]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

function dice(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>()
  for (const pair of other) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of one) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    shared += 1
    left.set(pair, count - 1)
  }
  return (2 * shared) / (one.length + other.length)
}

/** One word alone is in many titles. */
const fewestWords = 2

function contained(one: readonly string[], other: readonly string[]): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const words = new Set(few)
  if (words.size < fewestWords) return 0
  const known = new Set(many)
  const shared = [...words].filter((word) => known.has(word)).length
  return partly * (shared / words.size)
}
