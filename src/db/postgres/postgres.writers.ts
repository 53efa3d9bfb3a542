import { setTimeout } from 'node:timers/promises'

/**
 * The advisory lock in which writers wait for their turn, in the order of asking, and which they hold until they have committed.
 * The number only has to be the same in every version.
 */
export const writersQueue = 5_253_625_368

/**
 * How long a revision holds that was read while no writer had the turn, in milliseconds: a writer that gets the turn commits only
 * after that ({@link beforeCommit}). Most take longer anyway. Ten times as long would spare little more, and make a lone
 * writer wait.
 */
export const holds_ms = 2

/** Clocks of different machines do not run at quite the same speed; a tenth is far more than they may differ by. */
const margin = 1.1

/** Resolves when revisions that were read before the turn no longer hold; `turn_ms` is its time by `performance.now`. */
export async function beforeCommit(turn_ms: number): Promise<void> {
  const over_ms = turn_ms + holds_ms * margin
  // Timers may be early by a fraction of a millisecond.
  for (let now = performance.now(); now < over_ms; now = performance.now())
    await setTimeout(Math.ceil(over_ms - now))
}
