import process from 'node:process'

/** How long something took, in milliseconds, over so many runs. */
export interface Times {
  readonly median: number
  readonly p99: number
  readonly runs: number
}

/** A figure of several rounds: the one in the middle, the least and the greatest. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly greatest: number
}

/** Long enough to tell, in milliseconds; what takes longer is asked a few times all the same. */
const budget_ms = 1000
const fewest = 3
const most = 300

/** Tells the time in milliseconds since whenever. */
export type Clock = () => number

/**
 * The clock for work on a data set: the processor time of this process where it does all of it, so that what else runs on the machine
 * does not count (that of the thread is only told in steps of milliseconds); where others work for it, as a server of databases does, the time that passes.
 */
export function clockFor({ helpers }: { readonly helpers: readonly number[] }): Clock {
  if (helpers.length > 0) return () => performance.now()
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

/** Times the work by the clock until the budget is spent, after a few runs that do not count; `before` each run is not timed. */
export async function timesOf(
  clock: Clock,
  work: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => {},
): Promise<Times> {
  const times: number[] = []
  const began = performance.now()
  let warmups = 3
  while (times.length < fewest || (times.length < most && performance.now() - began < budget_ms)) {
    await before()
    const from = clock()
    await work()
    const took = clock() - from
    // What is slow is as slow cold as warm.
    if (warmups > 0 && took < budget_ms / 10) warmups -= 1
    else times.push(took)
  }
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99), runs: times.length }
}

/** The value below which this share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((one, other) => one - other)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? 0
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), least: Math.min(...values), greatest: Math.max(...values) }
}
