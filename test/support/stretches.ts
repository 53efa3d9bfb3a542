import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { tenthOfASecond } from './cpuTime.ts'

/** How often work is tried before it counts as too long. */
const attempts = 5

/**
 * For how many tenths of a second this work keeps everything else in its thread waiting, at the longest. It is done again when that
 * is more than one, as compiling and collecting garbage fall into its stretches, and the best attempt counts: what takes too long
 * by itself does so every time.
 */
export async function tenthsHeldUpBy(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let attempt = 0; attempt < attempts && best >= 1; attempt += 1)
    best = Math.min(best, (await longestStretchOf(work)) / (await tenthOfASecond(attempt > 0)))
  return best
}

/**
 * The longest time, in milliseconds of processor time, for which this work has kept everything else in its thread waiting: between
 * two turns of the event loop.
 */
async function longestStretchOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const state = { isOver: false }
  let before = process.threadCpuUsage()
  const watch = async () => {
    while (!state.isOver) {
      await turn()
      const now = process.threadCpuUsage()
      longest = Math.max(longest, (now.user - before.user + now.system - before.system) / 1000)
      before = now
    }
  }
  const watching = watch()
  await turn()
  longest = 0
  try {
    await work()
  } finally {
    await turn()
    state.isOver = true
    await watching
  }
  return longest
}
