import { mayEdit, mayRead } from '../../http/auth/rights.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Ask } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import type { ReadEvent } from './events.params.ts'
import { linksOfEvents, withThese } from './events.linked.ts'
import type { EventWithLinks } from './events.row.ts'
import type { ShownRow } from '../rows/event.row.ts'
import { existingEvent, eventNotFound, presentedDigest, isOpen } from '../rows/event.access.ts'

/** What may be read of events that are in the trash or have a password, by whom no other read shows it. */
interface Allowed {
  /** A public event can be read in the trash too, if it came there no earlier. */
  readonly cancelledSince?: EpochSeconds | undefined
  /** Events can be read in the trash by those who may edit them. */
  readonly trash?: 'by editors'
  /** Events with a password can be read without one; what it protects is then not to be shown. */
  readonly closed?: 'without password'
}

/** One event with everything shown within it; throws a refusal if it may not be read. */
export async function readEvent(
  context: Context,
  id: number | undefined,
  ask: Ask<unknown, ReadEvent>,
  allowed: Allowed = {},
): Promise<EventWithLinks> {
  const { caller, from, params } = ask
  const asked = id ?? 0
  const { read } = context.db
  const [event, links] = await Promise.all([existingEvent(read, asked), linksOfEvents(read, [asked])])
  const isCancelled = isCancelledSince(event, allowed.cancelledSince)
  const isInReach = isCancelled || (allowed.trash === 'by editors' && mayEdit(caller, event))
  if (event.status === 'trash' && !isInReach) throw new ApiError('event-no-longer-available')
  if (!mayRead(caller, event) && !isCancelled) throw new ApiError('event-not-accessible')
  const digest = await presentedDigest(context, params.password, from)
  // Wire: with `context=edit` those who may edit the event see it without its password.
  const isBeingEdited = params.context === 'edit' && mayEdit(caller, event)
  const isAllowed = isBeingEdited || (allowed.closed !== undefined && digest === undefined)
  if (!isOpen(event, digest) && !isAllowed) throw new ApiError('event-password-protected')
  const [whole] = await withThese(await context.rows.get(), { events: [event], links }, caller)
  if (!whole) throw eventNotFound('ID', event.id)
  return whole
}

/** When anything shown with the event last changed. */
export function lastChange({ event, venues, organizers }: EventWithLinks): EpochSeconds {
  return Math.max(...[event, ...venues, ...organizers].map(({ modified_at }) => modified_at))
}

/** Whether a public event came into the trash then or later; undefined: never. */
export function isCancelledSince(
  { status, status_before, trashed_at }: ShownRow,
  since: EpochSeconds = Infinity,
): boolean {
  return status === 'trash' && status_before === 'publish' && (trashed_at ?? -Infinity) >= since
}
