import { randomUUIDv7 } from 'node:crypto'
import { columnsWhere } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { blankOf, storedOf } from '../../fields/fields.columns.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { searchText } from '../posts/posts.write.ts'
import { costKind } from '../../pure/text/costKind.ts'
import type { UpdateEvent } from './events.params.ts'
import { shownOf } from '../registration/registration.row.ts'
import type { EventRow } from '../rows/event.row.ts'

/** The values of a new event for everything that was not sent. Wire: maps are off (`wire-events.md` 2.9). */
export const blankEvent = {
  ...blankOf(eventFields),
  own: '',
  cost: '[]',
  cost_kind: 0,
  website: null,
  sequence: 0,
  previous_starts: '[]',
  series_id: null,
  series_key: null,
  series_changed: '[]',
  registration: '',
  registration_taken: 0,
} as const satisfies Partial<EventRow>

/** The columns of the event’s own table that were sent, as stored; `cleared` stands for a website that was cleared. */
export function ownColumns(sent: UpdateEvent, cleared: '' | null): Partial<EventRow> {
  const { cost, website } = sent
  return {
    ...(cost === undefined ? {} : { cost: JSON.stringify(cost), cost_kind: costKind(cost) }),
    ...(website === undefined ? {} : { website: website ?? cleared }),
    ...storedOf(eventFields, sent),
  }
}

/** Subscribers to feeds must learn of changes to these: they raise the event’s `sequence` (RFC 5545, 3.8.7.4). */
export const decisive: readonly (keyof EventRow)[] = [
  ...columnsWhere(eventFields, ({ decisive }) => decisive),
  'starts_at',
  'ends_at',
]

/** The columns of a new event of which nothing was said. */
export function blankRow() {
  // Its name in feeds begins with the time, so that new ones are close together in the index.
  return { ...blankEvent, uid: randomUUIDv7(), password_digest: null, trashed_at: null }
}

/** The row with what follows from the rest of it. Whoever makes or changes the row of an event ends with this. */
export function settledRow(
  event: Omit<EventRow, 'folded' | 'registration_shown'>,
  { now }: { readonly now: Temporal.Instant },
): EventRow {
  return {
    ...event,
    trashed_at: event.status === 'trash' ? (event.trashed_at ?? epochSeconds(now)) : null,
    folded: foldedOf(event),
    registration_shown: shownOf(event),
  }
}

/** The folded text in which searches look for an event. */
export function foldedOf(event: Pick<EventRow, 'title' | 'excerpt' | 'description'>): string {
  return searchText([event.title, event.excerpt, event.description])
}
