import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Reader } from '../db/dialect.ts'
import { findReading, isResumable } from './imports.query.ts'
import type { ImportSource } from './imports.record.ts'

/** How a source is followed. */
export interface Followed {
  readonly db: Reader
  readonly source: ImportSource
  readonly now: () => Temporal.Instant
  /** Imports the source, or what has changed of it. */
  readonly run: (source: ImportSource) => Promise<unknown>
  /** Waits before the feed is asked again. */
  readonly pause?: () => Promise<unknown>
}

/** After how long all is read again, in hours: the feed does not tell of files, nor of what could not be had when it was told. */
const wholeEvery_h = 24

/** How long the source may wait with an answer, in seconds: as long as it will. */
const wait_s = 25

/** Between two questions, in milliseconds: of a source that changes all the time, some changes come together. */
const pause_ms = 1_000

/**
 * Imports a source as a whole and then, where it tells what changes, each change as it is told. Resolves when all is to be read
 * again; throws what an import throws, and then, too, all is to be read again.
 */
export async function followSource({
  db,
  source,
  now,
  run,
  pause = () => sleepFor(pause_ms),
}: Followed): Promise<void> {
  // What a run that was broken off has read may have changed before now.
  const isWhole = !isResumable(await findReading(db, source.name))
  let token = isWhole ? await source.feed?.begin() : undefined
  const until = now().add({ hours: wholeEvery_h })
  await run(source)
  while (token !== undefined && Temporal.Instant.compare(now(), until) < 0) {
    const changed = await source.feed?.since(token, wait_s)
    if (changed?.source) await run(changed.source)
    token = changed?.next
    if (token !== undefined) await pause()
  }
}
