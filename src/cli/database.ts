import type { Database } from '../db/dialect.ts'
import { openDatabase, openToFill } from '../db/open.ts'
import { limitsOf, readConfig } from '../config.ts'
import type { World } from './command.ts'

/** Opens the database that the settings name, works on it, and closes it whatever happens: see {@link openToFill}. */
export async function withDatabase<Result>(
  world: World,
  work: (db: Database) => Promise<Result>,
  { isToBeFilled = false } = {},
): Promise<Result> {
  const config = readConfig(world.environment)
  const open = isToBeFilled ? openToFill : openDatabase
  const db = await open(config.databaseUrl, limitsOf(config))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** A moment as stored, in seconds. */
export function secondsNow(world: World): number {
  return Math.floor(world.now().epochMilliseconds / 1000)
}

/** A stored moment as people and programs read it: `2031-03-10T10:00:00Z`. */
export function moment(at: number | null): string | null {
  return at === null ? null : Temporal.Instant.fromEpochMilliseconds(at * 1000).toString()
}
