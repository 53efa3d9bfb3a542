import { existsSync } from 'node:fs'
import { epochSeconds } from '../calendar/text.ts'
import { assertCopied } from '../db/copy.ts'
import type { Database } from '../db/dialect.ts'
import { openDatabase, openToFill } from '../db/open.ts'
import type { OnFollowing } from '../db/filling.ts'
import { type Config, limitsOf, readConfig } from '../config.ts'
import { isPostgres } from '../text/address.ts'
import type { World } from './command.ts'
import { createProgress } from './import.progress.ts'

/** Opens the database of the settings, runs the work, and closes it in any case: see {@link openToFill}. */
export async function withDatabase<Result>(
  world: World,
  work: (db: Database) => Promise<Result>,
  { isToBeFilled = false } = {},
): Promise<Result> {
  const config = readConfig(world.environment)
  const limits = limitsOf(config)
  const db = isToBeFilled
    ? await openToFill(config.databaseUrl, limits, followingOn(world))
    : await openDatabase(config.databaseUrl, limits)
  try {
    if (isToBeFilled) await assertCopied(db)
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Throws a sentence when the file of the settings has no calendar, as opening it would make an empty one. */
export function assertThere({ databaseUrl }: Config): void {
  if (!isPostgres(databaseUrl) && !existsSync(databaseUrl))
    throw new Error(`There is no calendar at ${databaseUrl}.`)
}

/** Shows the progress of what is made after a calendar was filled, if it takes more than a moment. */
export function followingOn(world: World): OnFollowing {
  let progress: ReturnType<typeof createProgress> | undefined
  return (done, expected) => {
    progress ??= createProgress(world, 'indexes')
    progress.told({ done, expected })
    if (done === expected) progress.end()
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
