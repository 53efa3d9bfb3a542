import type { Selectable } from 'kysely'
import { columnsOf } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { EventsTable } from '../../storage/schema/tables.ts'
import { shownPostColumns } from '../posts/posts.query.ts'
import { isText, storedList } from '../../pure/text/stored.ts'

/** An event as stored. */
export type EventRow = Selectable<EventsTable>

/** Columns that nobody is shown: folded texts for searches, which are half of what is stored, and by what events are counted. */
const unseen = ['folded', 'title_folded', 'cost_kind'] as const
type Unseen = (typeof unseen)[number]

/** The columns that are shown. */
export const shownColumns = [
  ...new Set([
    ...shownPostColumns,
    ...columnsOf(eventFields),
    'sequence',
    'uid',
    'registration_taken',
    'registration_shown',
  ]),
].filter((column) => !unseen.some((one) => one === column)) as readonly Exclude<keyof EventRow, Unseen>[]

/** The columns of an event that are shown. */
export type ShownRow = Omit<EventRow, Unseen>

/** The fields that were changed on an occurrence alone. */
export function changedFieldsOf({ series_changed }: Pick<EventRow, 'series_changed'>): readonly string[] {
  return storedList('series_changed', series_changed, isText)
}

/** The columns of an event that hold its time. */
export type TimeColumns = Pick<
  EventRow,
  'all_day' | 'timezone' | 'timezone_abbr' | 'start_wall' | 'end_wall' | 'starts_at' | 'ends_at'
>

/** By what events are linked to venues or organizers. */
export interface EventLink {
  readonly table: 'event_venues' | 'event_organizers'
  readonly column: 'venue_id' | 'organizer_id'
}

/** How they are linked to venues. */
export const venueLink: EventLink = { table: 'event_venues', column: 'venue_id' }
