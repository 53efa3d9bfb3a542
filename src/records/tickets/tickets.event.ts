import { mayEdit, mayRead } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { existingEvent, isOpen, presentedDigest } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Ask } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'

/** The event whose tickets are read; throws as a read of the event would if the reader may not (`wire-events.md` 4). */
export async function eventToRead(
  context: Context,
  id: number,
  { caller, from, params }: Ask<unknown, { password?: string }>,
): Promise<EventRow> {
  const event = await existingEvent(context.db.read, id)
  if (event.status === 'trash') throw new ApiError('event-no-longer-available')
  if (!mayRead(caller, event)) throw new ApiError('event-not-accessible')
  const digest = await presentedDigest(context, params.password, from)
  if (!isOpen(event, digest) && !mayEdit(caller, event)) throw new ApiError('event-password-protected')
  return event
}
