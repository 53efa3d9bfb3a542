import { EncodedIds } from './idBytes.ts'
import type { Pace } from './pace.ts'

/** How many texts are sorted at a time, in a few milliseconds. */
const textsAtOnce = 500

/** Words, and which texts have each. */
export interface Postings {
  readonly words: readonly string[]
  /** How many bytes of the ids belong to each word. */
  readonly lengths: readonly number[]
  /** See `idBytes.ts`. */
  readonly ids: Uint8Array
}

/**
 * Finds which of some thousand texts have each word. Adding only notes the words, in four bytes each, and they are sorted at
 * the end: looking up the list of each word while adding takes half as long again.
 */
export class Inversion {
  readonly #numbers = new Map<string, number>()
  /** How often each word occurs, by its number. */
  readonly #counts: number[] = []
  readonly #ids: number[] = []
  /** Where the words of each text end among those of all. */
  readonly #ends: number[] = []
  /** The words of all texts, one after the other, by their numbers. */
  #words = new Uint32Array(2 ** 16)
  #length = 0

  /** How many texts there are. */
  get size(): number {
    return this.#ids.length
  }

  /** Adds the words of a text, of which some may be repeated; texts come in ascending order of their ids. */
  add(id: number, words: readonly string[]): void {
    if (this.#length + words.length > this.#words.length) this.#makeRoom(words.length)
    for (const word of words) {
      const number = this.#numberOf(word)
      this.#words[this.#length] = number
      this.#counts[number] = (this.#counts[number] ?? 0) + 1
      this.#length += 1
    }
    this.#ids.push(id)
    this.#ends.push(this.#length)
  }

  /** All distinct words with the ids of the texts that have them, `wordsAtOnce` at a time. */
  async *postings(pace: Pace, wordsAtOnce: number): AsyncGenerator<Postings, void, undefined> {
    const texts = await this.#textsByWord(pace)
    const words = [...this.#numbers.keys()]
    let place = 0
    for (let first = 0; first < words.length; first += wordsAtOnce) {
      const some = words.slice(first, first + wordsAtOnce)
      const ids = new EncodedIds()
      const lengths = some.map((_, index) => {
        const [before, end] = [ids.bytes.length, place + (this.#counts[first + index] ?? 0)]
        ids.beginAnew()
        for (; place < end; place += 1) ids.add(this.#ids[texts[place] ?? 0] ?? 0)
        return ids.bytes.length - before
      })
      yield { words: some, lengths, ids: ids.bytes }
    }
  }

  /** The texts of the first word, those of the second one, and so on. */
  async #textsByWord(pace: Pace): Promise<Uint32Array> {
    const places = this.#firstPlaces()
    const texts = new Uint32Array(this.#length)
    let index = 0
    for (const [text, end] of this.#ends.entries()) {
      for (; index < end; index += 1) {
        const word = this.#words[index] ?? 0
        const place = places[word] ?? 0
        texts[place] = text
        places[word] = place + 1
      }
      if (text % textsAtOnce === 0) await pace.mayRest()
    }
    return texts
  }

  #firstPlaces(): number[] {
    let next = 0
    return this.#counts.map((count) => {
      next += count
      return next - count
    })
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#numbers.size
    // A copy: a slice would keep the whole text in memory.
    this.#numbers.set(Buffer.from(word).toString(), number)
    return number
  }

  #makeRoom(more: number): void {
    const words = new Uint32Array(this.#words.length * 2 + more)
    words.set(this.#words)
    this.#words = words
  }
}
