import type { Entry } from './changes.query.ts'

/** What readers see of a change. */
export type Seen = 'created' | 'updated' | 'deleted'

/** Series of which a date is public, and those of which one ever was. */
export interface SeriesSeen {
  readonly now: ReadonlySet<number>
  readonly ever: ReadonlySet<number>
}

/** What everybody is told of an entry that was public before it or is after it; undefined: nothing, as it never was. */
export function seenOf(entry: Entry, series: SeriesSeen): Seen | undefined {
  const { kind, id, was_public, is_public } = entry
  if (was_public === 0 && is_public === 0) return undefined
  if (kind === 'series') return series.ever.has(id) ? seenOfSeries(entry, series.now.has(id)) : undefined
  // What stops being public is gone, and what becomes so is new.
  if (is_public === 0) return 'deleted'
  return was_public === 0 ? 'created' : 'updated'
}

/** A series is as public as its dates. */
function seenOfSeries({ action, was_public }: Entry, isPublic: boolean): Seen {
  if (action === 'deleted' || !isPublic) return 'deleted'
  return action === 'created' || was_public === 0 ? 'created' : 'updated'
}
