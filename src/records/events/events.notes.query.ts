import { type Caller, mayEdit } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EventWithLinks } from './events.row.ts'

/**
 * The events with what goes between their authors and their reviewers, each only for who may edit it, its author and those who decide:
 * the word to the reviewers, what one of these last said, and what the author is called.
 */
export async function withNotes(
  db: Reader,
  events: readonly EventWithLinks[],
  caller: Caller,
): Promise<readonly EventWithLinks[]> {
  const own = events.flatMap(({ event }) => (mayEdit(caller, event) ? [event] : []))
  if (own.length === 0) return events
  const ids = own.map(({ id }) => id)
  const notes = await db.selectFrom('event_notes').selectAll().where('event_id', 'in', ids).execute()
  const decisions = await db.selectFrom('event_decisions').selectAll().where('event_id', 'in', ids).execute()
  const people = [
    ...new Set([...own.map(({ author_id }) => author_id), ...decisions.flatMap(({ by_id }) => by_id ?? [])]),
  ]
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', people).execute()
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const noteOf = new Map(notes.map(({ event_id, note }) => [event_id, note]))
  const decisionOf = new Map(
    decisions.map(({ event_id, by_id, decision, reason, message, decided_at }) => [
      event_id,
      { is: decision, reason, message, by: names.get(by_id ?? 0) ?? '', at: decided_at },
    ]),
  )
  const mine = new Set(ids)
  return events.map((whole) => {
    const { id, author_id } = whole.event
    if (!mine.has(id)) return whole
    return {
      ...whole,
      note: noteOf.get(id),
      decision: decisionOf.get(id),
      authorName: names.get(author_id),
      isToEdit: true as const,
    }
  })
}
