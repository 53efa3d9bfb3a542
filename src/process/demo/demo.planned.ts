import type { CreateEvent } from '../../records/events/events.params.ts'
import type { Look } from './demo.strand.ts'

/** A planned event of the demo: everything by name, times on the clock of the city. */
export interface PlannedEvent {
  readonly title: string
  readonly excerpt: string
  readonly description: string
  readonly category: readonly string[]
  readonly tags: readonly string[]
  /** What its picture shows; without one it has none. */
  readonly look: Look | undefined
  readonly venues: readonly string[]
  readonly organizer: string | undefined
  readonly start: Temporal.PlainDateTime
  readonly end: Temporal.PlainDateTime
  readonly isAllDay: boolean
  readonly cost: readonly string[]
  readonly isFeatured: boolean
  readonly isSticky: boolean
  /** Of a date of a series: that. */
  readonly series?: PlannedSeries
  /** What happens to it, and where people attend it; by default it takes place in person. */
  readonly happening?: Partial<CreateEvent>
  /** It has tickets, of which none is left; by default it is left to chance whether it has any. */
  readonly tickets?: 'sold out'
}

/** A series: what its dates are called, every how many weeks it is, and its last date. */
export interface PlannedSeries {
  readonly title: string
  readonly every: number
  readonly last: Temporal.PlainDate
}
