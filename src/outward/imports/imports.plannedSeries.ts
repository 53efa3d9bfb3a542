import { changedFieldsOf } from '../../records/rows/event.row.ts'
import type { EventsTable } from '../../storage/schema/tables.ts'
import type { SeriesRow } from '../../records/schedules/schedules.row.ts'
import type { Digest } from '../../records/posts/posts.digest.ts'
import type { ScheduleSaid, SeriesSaid } from './imports.record.ts'

/** An event that is a date of a series of a source, or was laid out here as one. */
export interface DateHere extends Pick<
  EventsTable,
  'id' | 'series_id' | 'series_key' | 'starts_at' | 'status' | 'title'
> {
  readonly series_changed: string
  /** What the source calls it; undefined where it was laid out here. */
  readonly key: string | undefined
  readonly digest: Digest
  /** 1: the source did not have it any more when it was read last. */
  readonly gone: number
}

/** What is to be done with a series that a batch speaks of. */
export interface PlannedSeries {
  readonly said: SeriesSaid
  /** The series here; undefined: it is made. */
  readonly series: SeriesRow | undefined
  /** Its dates were made single events here, and stay that. */
  readonly isSingle: boolean
  /** When it takes place was changed here, and stays as it is. */
  readonly isEdited: boolean
  /** When it takes place and how far it is laid out from now on; undefined while that stays the same. */
  readonly schedule: (ScheduleSaid & Pick<SeriesRow, 'laid_until'>) | undefined
  /** Dates to come that the source does not have any more. */
  readonly removed: readonly DateHere[]
  /** Such that were changed here: they stay, as single events. */
  readonly kept: readonly DateHere[]
  /** The ids of series that are no more, as the source has a single event in their place: what stays of them are single events. */
  readonly ended: readonly number[]
  /** What one of these is called from now on, as it is the single event; the one that was called so is called after its start. */
  readonly renamed?: { readonly from: string; readonly to: string; readonly first: string }
}

/** Whether a date was changed here alone. */
export function isChanged(date: DateHere): boolean {
  return changedFieldsOf(date).length > 0 && !('differs' in date.digest)
}
