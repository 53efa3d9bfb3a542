import { performance } from 'node:perf_hooks'
import { setImmediate as turn, setTimeout } from 'node:timers/promises'

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

/** What others do in their turn is work from so many milliseconds on, and whoever waits for nothing rests so many times as long as it has worked. */
const [work_ms, rests] = [1, 2]

/**
 * Work that nobody waits for, in pieces, after each of which others get their turn; while they have much to do, it takes a third of the thread at
 * most. Words of a million events are gathered for a minute: with turns alone, lists asked for meanwhile took twice as long (measured).
 */
export class Leisure {
  readonly #pause: (length_ms: number) => Promise<unknown>
  #since_ms = performance.now()

  constructor(pause: (length_ms: number) => Promise<unknown> = setTimeout) {
    this.#pause = pause
  }

  /** Ends a piece; resolves when the next may begin. */
  async rest(): Promise<void> {
    const done_ms = performance.now()
    await turn()
    const isBusy = performance.now() - done_ms > work_ms
    if (isBusy) await this.#pause(rests * (done_ms - this.#since_ms))
    this.#since_ms = performance.now()
  }
}
