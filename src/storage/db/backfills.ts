import { setTimeout } from 'node:timers/promises'
import { makeTriggersAnew } from '../schema/triggers.ts'
import { columnsToFill, readState, removeState, waitingBackfills, writeState } from './backfills.state.ts'
import type { Database, Writer } from './dialect.ts'
import { program, type Program } from './migrate.ts'

/** How many rows a transaction does: others wait for it. */
const rowsAtOnce = 1_000

/** For how long a process has a backfill for itself after each of its transactions, in seconds; then another one goes on with it. */
const lease_s = 30

/** Who does it, and when. */
export interface Filling {
  /** What this process is known by. */
  readonly by: string
  readonly now: () => Temporal.Instant
  /** Ends it after the transaction that runs. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((name: string, done: number, of: number) => void) | undefined
  readonly of?: Program
}

/**
 * Does what migrations have left to be done beside the requests, at most 1,000 rows in a transaction, in which the cursor moves: a kill
 * neither skips nor repeats a row, and no two processes do the same. Ends where another one is at it; answers how many rows it did.
 */
export async function runBackfills(db: Database, filling: Filling): Promise<number> {
  const of = filling.of ?? program()
  let rows = 0
  // Those that another program knows are for that one.
  for (const { name } of await waitingBackfills(db.read)) {
    if (of.migrations[name]?.backfill) rows += await fill(db, { ...filling, of, name })
  }
  return rows
}

interface Named extends Filling {
  readonly of: Program
  readonly name: string
}

async function fill(db: Database, filling: Named): Promise<number> {
  let rows = 0
  while (filling.signal?.aborted !== true) {
    const began = performance.now()
    const done = await db.write(async (tx) => fillSome(tx, db, filling), 'aside')
    if (done === undefined) return rows
    rows += done.rows
    filling.onProgress?.(filling.name, done.done, done.of)
    // Half of the time is for others, who would otherwise wait for one transaction after the other.
    await setTimeout(performance.now() - began)
  }
  return rows
}

/** One transaction of it: undefined where nothing is left, or somebody else has it. */
async function fillSome(tx: Writer, { dialect: { schema } }: Database, { name, by, now, of }: Named) {
  const backfill = of.migrations[name]?.backfill
  const state = await readState(tx, name)
  const now_s = Math.floor(now().epochMilliseconds / 1000)
  if (!backfill || !state || (state.by !== by && (state.until ?? 0) > now_s)) return undefined
  const some = await backfill.next(tx, { cursor: state.cursor, limit: rowsAtOnce, schema })
  if (!some) {
    await removeState(tx, name)
    if (backfill.writes.length > 0) await makeTriggersAnew(tx, schema, await columnsToFill(tx, of))
    return undefined
  }
  const { rows, cursor } = some
  // There may be more by now than there were.
  const done = state.done + rows
  const next = { cursor, done, of: Math.max(state.of, done), by, until: now_s + lease_s }
  await writeState(tx, name, next)
  return { rows, done, of: next.of }
}
