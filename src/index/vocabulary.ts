import { mostSlips, nearestFew } from '../text/similar.ts'
import { turn } from './slots.ts'
import type { TextColumn } from './texts.ts'
import { titleMark } from './wordFile.ts'

/** How many words are read before others get their turn. */
const wordsPerTurn = 10_000

/** So many words are compared, which takes some 20 ms, and so many answered. */
const [mostCompared, mostLike] = [20_000, 5]

/** All words of texts, and those of titles, as one string each: looking for a part in a million of them takes some milliseconds. */
export class Vocabulary {
  readonly #words: Record<TextColumn, string> = { folded: '\n', title_folded: '\n' }
  /** Those that came later; a word that was there already may so stand in the string twice. */
  readonly #added = new Set<string>()

  /** Reads words of which those of titles have their mark. */
  static async of(words: Iterable<string>): Promise<Vocabulary> {
    const vocabulary = new Vocabulary()
    let some: string[] = []
    for (const word of words) {
      if (some.push(word) < wordsPerTurn) continue
      vocabulary.#append(some)
      some = []
      await turn()
    }
    vocabulary.#append(some)
    return vocabulary
  }

  add(words: readonly string[]): void {
    const fresh = words.filter((word) => !this.#added.has(word))
    for (const word of fresh) this.#added.add(word)
    this.#append([...new Set(fresh)])
  }

  /** The words that have the part, each once. */
  having(column: TextColumn, part: string): ReadonlySet<string> {
    const all = this.#words[column]
    const words = new Set<string>()
    for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at)) {
      const end = all.indexOf('\n', at)
      words.add(all.slice(all.lastIndexOf('\n', at) + 1, end))
      at = end
    }
    return words
  }

  /** Words that a slip of the finger may have made into this one, the nearest first: those with its first letter, or its next two. */
  like(word: string): readonly string[] {
    const most = mostSlips(word)
    if (most === 0) return []
    const rest = `[^\\n]{${Math.max(0, word.length - 1 - most)},${word.length - 1 + most}}`
    const [first, next] = [word.slice(0, 1), word.slice(1, 3)].map((part) => RegExp.escape(part))
    const alike = new RegExp(`(?<=\\n)(?:${first}${rest}|[^\\n]${next}${rest})(?=\\n)`, 'g')
    const found = new Set(Object.values(this.#words).flatMap((all) => all.match(alike) ?? []))
    return nearestFew(word, [...found].slice(0, mostCompared), mostLike)
  }

  #append(words: readonly string[]): void {
    const [titles, texts] = [
      words.filter((word) => word.startsWith(titleMark)),
      words.filter((word) => !word.startsWith(titleMark)),
    ]
    if (texts.length > 0) this.#words.folded += `${texts.join('\n')}\n`
    if (titles.length > 0) this.#words.title_folded += `${titles.map((word) => word.slice(1)).join('\n')}\n`
  }
}
