import { voidTags } from './blocks.ts'
import type { Piece } from './markup.ts'

/** Deeper nesting is of no use and slows browsers and parsers down; the text inside of deeper elements stays. */
const maxNesting = 100

/** Elements whose end tag may be left out: the next of the same name closes them. */
const closedByNext = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th'])

/**
 * Follows the tags of a text in order and tells which ones to keep: no opening tags deeper than {@link maxNesting}, no
 * closing tags of what is not open.
 */
export class Nesting {
  readonly #open: string[] = []
  #tooDeep = 0

  keeps({ name, closing }: Piece): boolean {
    if (voidTags.has(name)) return !closing
    return closing ? this.#closes(name) : this.#opens(name)
  }

  #opens(name: string): boolean {
    if (this.#open.at(-1) === name && closedByNext.has(name)) return true
    const isTooDeep = this.#open.length >= maxNesting
    if (isTooDeep) this.#tooDeep++
    else this.#open.push(name)
    return !isTooDeep
  }

  #closes(name: string): boolean {
    if (this.#tooDeep > 0) {
      this.#tooDeep--
      return false
    }
    const at = this.#open.lastIndexOf(name)
    if (at !== -1) this.#open.length = at
    return at !== -1
  }
}
