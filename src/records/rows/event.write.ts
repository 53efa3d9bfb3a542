import { sql } from 'kysely'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EventLink } from './event.row.ts'

/** Raises the `sequence` of the events there, by which calendars see that their place has changed (RFC 5545, 3.8.7.4). */
export async function moveEvents(
  tx: Writer,
  { link }: { readonly link: EventLink },
  id: number,
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ sequence: sql`sequence + 1` })
    .where(
      'id',
      'in',
      sql<number>`(select event_id from ${sql.table(link.table)} where ${sql.ref(link.column)} = ${id})`,
    )
    .execute()
}
