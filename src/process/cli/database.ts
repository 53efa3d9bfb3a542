import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { openDatabase } from '../../storage/db/open.ts'
import { type Config, limitsOf, readConfig, withStored } from '../../config/config.ts'
import { readSettings } from '../../people/settings/settings.query.ts'
import type { World } from './command.ts'

/** Opens the database of the settings, runs the work with the settings in effect, and closes it in any case. */
export async function withDatabase<Result>(
  world: World,
  work: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(world.environment)
  const db = await openDatabase(config.databaseUrl, limitsOf(config))
  try {
    return await work(db, withStored(config, await readSettings(db.read)))
  } finally {
    await db.close()
  }
}

/** A moment as stored, in seconds. */
export function secondsNow(world: World): number {
  return epochSeconds(world.now())
}

/** A stored moment as people and programs read it: `2031-03-10T10:00:00Z`. */
export function moment(at: number | null): string | null {
  return at === null ? null : Temporal.Instant.fromEpochMilliseconds(at * 1000).toString()
}
