import { type Caller, mayEdit, mayRead } from '../../http/auth/rights.ts'
import { byIds } from '../../storage/db/statements.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Context } from '../../http/context.ts'
import { type EventRow, shownColumns, type ShownRow } from './event.row.ts'

/** The event with the id, without regard to rights. */
export async function findEventRow(db: Reader, id: number): Promise<EventRow | undefined> {
  const [event] = await readEvents(db, [id])
  return event
}

/** The event with the id if the caller may read it: not one in the trash, nor one whose password they lack. */
export async function findEvent(
  context: Context,
  id: number,
  { caller }: { caller: Caller },
): Promise<EventRow | undefined> {
  const event = await findEventRow(context.db.read, id)
  if (!event || event.status === 'trash' || !mayRead(caller, event)) return undefined
  return event.password_digest === null || mayEdit(caller, event) ? event : undefined
}

/** The events with these ids, in their order. */
export async function findEventRows(db: Reader, ids: readonly number[]): Promise<ShownRow[]> {
  const byId = new Map((await readShown(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The events with these ids, in no order, as they are written. */
export async function findWholeRows(db: Reader, ids: readonly number[]): Promise<EventRow[]> {
  return readEvents(db, ids)
}

const readShown = byIds((db, ids) =>
  db.selectFrom('events').select(shownColumns).where('id', 'in', ids).compile(),
)

const readEvents = byIds((db, ids) => db.selectFrom('events').selectAll().where('id', 'in', ids).compile())
