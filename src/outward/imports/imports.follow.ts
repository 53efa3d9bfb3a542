import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
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

/** How far a source was read that is followed from one run to the next. */
export interface FeedPlace {
  /** Where to go on; empty: all is to be read. */
  readonly token: string
  /** When all was last read, in seconds. */
  readonly wholeAt: EpochSeconds
}

/** What of a source a run has to read, and where the next one goes on once it is done. */
export interface Step extends FeedPlace {
  readonly source: ImportSource
}

/**
 * What has changed of a source since a run of it, where it tells that; else, and every so many hours, all of it. Nothing is asked
 * for that the run does not need, but for where the next one can go on.
 */
export async function nextStep(
  db: Reader,
  source: ImportSource,
  { token, wholeAt, now }: FeedPlace & { readonly now: EpochSeconds },
): Promise<Step> {
  // What a run that was broken off has read may have changed before now.
  if (isResumable(await findReading(db, source.name))) return { source, token: '', wholeAt: now }
  const isFresh = token !== '' && now < wholeAt + wholeEvery_h * 3_600
  const changed = isFresh ? await source.feed?.since(token, 0) : undefined
  if (changed) return { source: changed.source ?? unchanged(source), token: changed.next, wholeAt }
  return { source, token: (await source.feed?.begin()) ?? '', wholeAt: now }
}

/** A source that tells nothing new, and of which all is still there. */
function unchanged(source: ImportSource): ImportSource {
  return { ...source, ended: [], async *read() {} }
}

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
