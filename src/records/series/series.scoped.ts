import type { SentRecurrence } from '../../pure/calendar/recurrence.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Context } from '../../http/context.ts'
import type { WithImage } from '../events/events.images.ts'
import type { UpdateEvent } from '../events/events.params.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Writing } from '../posts/posts.write.ts'
import type { SeriesRow } from '../schedules/schedules.row.ts'

/** Which dates of which series are meant, by whom, and what to check before they change. */
export interface Scoped extends Writing {
  readonly context: Context
  readonly seriesId: number
  /** The date that was named; undefined where the series itself was. */
  readonly eventId?: number | undefined
  readonly scope: 'following' | 'all'
  readonly isDry: boolean
  readonly guard: (db: Reader, series: SeriesRow) => Promise<void>
  readonly pageUrl: (event: EventRow) => string
}

/** What changes of the dates. */
export interface ScopedUpdate {
  readonly sent: UpdateEvent & WithImage
  /** null: its dates become single events. */
  readonly recurrence: SentRecurrence | null | undefined
  readonly isOverriding: boolean
}
