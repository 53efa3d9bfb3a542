import { mayEdit, mayRead } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Ask } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { findItemKind } from '../posts/posts.query.ts'
import type { ReadEvent } from './events.params.ts'
import { linksOfEvents, withThese } from './events.linked.ts'
import { findEventRow } from './events.query.ts'
import type { EventRow, EventWithLinks, ShownRow } from './events.row.ts'

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

/** The event with the id; throws 404 when nothing has the id, 400 when another kind of record has it. */
export async function existingEvent(db: Reader, id: number): Promise<EventRow> {
  const event = await findEventRow(db, id)
  if (event) return event
  const kind = await findItemKind(db, id)
  if (kind === undefined || kind === 'event') throw eventNotFound('ID', id)
  throw new ApiError('rest-invalid-event-id', { id })
}

/** The refusal of an address that names no event, by what it names. */
export function eventNotFound(by: 'ID' | 'slug', named: number | string): ApiError {
  return new ApiError('rest-event-not-found', { by, named })
}

/** The digest of the password that a reader sends, if any. */
export async function presentedDigest(
  context: Context,
  password: string | undefined,
  from: string,
): Promise<string | undefined> {
  return password === undefined ? undefined : context.presentedDigest(password, from)
}

/** Whether a reader who sent the password with this digest, or none, sees the contents of the event (D23). */
export function isOpen(event: Pick<ShownRow, 'password_digest'>, digest: string | undefined): boolean {
  return event.password_digest === null || event.password_digest === digest
}

/** Whether a public event came into the trash then or later; undefined: never. */
export function isCancelledSince(
  { status, status_before, trashed_at }: ShownRow,
  since: EpochSeconds = Infinity,
): boolean {
  return status === 'trash' && status_before === 'publish' && (trashed_at ?? -Infinity) >= since
}
