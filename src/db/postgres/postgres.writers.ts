import { setTimeout } from 'node:timers/promises'

/**
 * Where all who write wait for their turn, in the order of asking, and what they hold until they have committed: an advisory
 * lock. The number only has to be the same in every version.
 */
export const writersQueue = 5_253_625_368

/**
 * Whoever finds nobody at their turn, and reads the revision after that, need not look again for so long, in milliseconds: who comes to
 * their turn commits only when that is over ({@link beforeCommit}). Most take longer anyway. Ten times as long, which spares
 * little more, would keep who writes alone waiting.
 */
export const holds_ms = 2

/** Clocks of different machines do not run quite alike; a tenth is far more than they may differ by. */
const margin = 1.1

/** Resolves when nobody counts on a revision any more that was read before the turn, which came by `turn_ms` of `performance.now`. */
export async function beforeCommit(turn_ms: number): Promise<void> {
  const over_ms = turn_ms + holds_ms * margin
  // Timers may be early by a fraction of a millisecond.
  for (let now = performance.now(); now < over_ms; now = performance.now())
    await setTimeout(Math.ceil(over_ms - now))
}
