import { mayEdit, mayRead } from '../auth/rights.ts'
import type { Reader } from '../db/dialect.ts'
import { ApiError } from '../errors.ts'
import { findEventRow } from '../events/events.query.ts'
import type { EventRow } from '../events/events.row.ts'
import type { Ask } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import { findItemKind } from '../posts/posts.query.ts'

/** The event whose tickets are read, when this reader may read it (`wire-events.md` 4); throws what a read of it would. */
export async function eventToRead(
  context: Context,
  id: number,
  { caller, from, params }: Ask<unknown, { password?: string }>,
): Promise<EventRow> {
  const event = await findEventRow(context.db.read, id)
  if (!event) throw await noEvent(context.db.read, id)
  if (event.status === 'trash') throw new ApiError('event-no-longer-available')
  if (!mayRead(caller, event)) throw new ApiError('event-not-accessible')
  const digest =
    params.password === undefined ? undefined : await context.presentedDigest(params.password, from)
  const isOpen = event.password_digest === null || event.password_digest === digest
  if (!isOpen && !mayEdit(caller, event)) throw new ApiError('event-password-protected')
  return event
}

/** Why no event has the id: 404, or 400 when something else has it. */
export async function noEvent(db: Reader, id: number): Promise<ApiError> {
  const kind = await findItemKind(db, id)
  const isFree = kind === undefined || kind === 'event'
  return new ApiError(isFree ? 'rest-event-not-found' : 'rest-invalid-event-id', { id })
}
