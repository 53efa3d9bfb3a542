import { type Caller, mayEdit } from '../auth/rights.ts'
import type { Reader } from '../db/dialect.ts'
import type { EventWithLinks } from './events.row.ts'

/** The events with the words to their reviewers, each only for who may edit it: its author, and those who decide. */
export async function withNotes(
  db: Reader,
  events: readonly EventWithLinks[],
  caller: Caller,
): Promise<readonly EventWithLinks[]> {
  const ids = events.flatMap(({ event }) => (mayEdit(caller, event) ? event.id : []))
  if (ids.length === 0) return events
  const rows = await db.selectFrom('event_notes').selectAll().where('event_id', 'in', ids).execute()
  const notes = new Map(rows.map(({ event_id, note }) => [event_id, note]))
  return events.map((whole) => {
    const note = notes.get(whole.event.id)
    return note === undefined ? whole : { ...whole, note }
  })
}
