import { atOnce, tellArrivals, tellHeads } from './arrivals.ts'
import { all, forgetAll, type Heads, type Unsent } from './kept.ts'

/** How long who signs out waits for what is still to be told, in milliseconds. */
const patience_ms = 3_000

/** Tells what was seen at doors, as far as there is a connection, and then keeps nothing of it any more. */
export async function leaveDoors(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, patience_ms))
  await Promise.race([tellAll().catch(() => {}), late])
  await forgetAll().catch(() => {})
}

async function tellAll(): Promise<void> {
  const arrivals = Map.groupBy(await all<Unsent>('arrivals'), ({ event }) => event)
  for (const [event, those] of arrivals) await tellArrivals(event, those.slice(0, atOnce))
  for (const heads of await all<Heads>('heads')) await tellHeads(heads)
}
