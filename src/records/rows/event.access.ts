import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { findItemKind } from '../posts/posts.query.ts'
import { findEventRow } from './event.query.ts'
import type { EventRow, ShownRow } from './event.row.ts'

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
