import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'

/**
 * The longest time, in milliseconds of processor time, for which this work has kept everything else in its thread waiting: between
 * two turns of the event loop.
 */
export async function longestStretchOf(work: () => Promise<unknown>): Promise<number> {
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
