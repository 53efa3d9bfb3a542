import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { EventDecisionsTable } from '../../storage/schema/tables.notes.ts'
import type { EventRow } from '../rows/event.row.ts'

/**
 * Stores the word to whoever reviews the event; an empty one takes it back. Answers whether it is another one. Throws where nothing is to
 * be decided.
 */
export async function writeNote(
  tx: Writer,
  { id, status }: Pick<EventRow, 'id' | 'status'>,
  note: string | undefined,
): Promise<boolean> {
  if (note === undefined) return false
  const stored = await tx
    .selectFrom('event_notes')
    .select('note')
    .where('event_id', '=', id)
    .executeTakeFirst()
  if (note === '') {
    await tx.deleteFrom('event_notes').where('event_id', '=', id).execute()
    return stored !== undefined
  }
  if (status !== 'pending' && status !== 'draft')
    throw invalidParams({
      review_note: `goes with a draft, or with what waits for approval; the event is “${status}”`,
    })
  await tx
    .insertInto('event_notes')
    .values({ event_id: id, note })
    .onConflict((there) => there.column('event_id').doUpdateSet({ note }))
    .execute()
  return stored?.note !== note
}

/** Stores what a reviewer says of events that wait, in the place of what was said before. */
export async function writeDecision(
  tx: Writer,
  ids: readonly number[],
  said: Omit<EventDecisionsTable, 'event_id'>,
): Promise<void> {
  for (const some of inParts(ids.map((event_id) => ({ event_id, ...said }))))
    await tx
      .insertInto('event_decisions')
      .values(some)
      .onConflict((there) => there.column('event_id').doUpdateSet(said))
      .execute()
}

/** Gives new dates of a series the word that came with the others. */
export async function shareNote(tx: Writer, series: number, ids: readonly number[]): Promise<void> {
  const said = await tx
    .selectFrom('event_notes')
    .innerJoin('events', 'events.id', 'event_id')
    .select('note')
    .where('series_id', '=', series)
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!said) return
  for (const some of inParts(ids.map((event_id) => ({ event_id, ...said }))))
    await tx.insertInto('event_notes').values(some).execute()
}
