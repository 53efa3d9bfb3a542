import { setImmediate as turn } from 'node:timers/promises'

export { turn }

/** How many slots or links are worked through before others get their turn: half a millisecond to a few. */
export const slotsPerTurn = 100_000

/** Work in pieces, after each of which others get their turn. */
export class Pieces {
  readonly #size: number
  #done = 0

  constructor(size = slotsPerTurn) {
    this.#size = size
  }

  /** So much more is done; a promise where others are to have their turn. */
  add(done: number): Promise<void> | undefined {
    this.#done += done
    if (this.#done < this.#size) return undefined
    this.#done = 0
    return turn()
  }
}
