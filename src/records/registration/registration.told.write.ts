import { epochSeconds } from '../../pure/calendar/text.ts'
import { registrationType } from '../../pure/params/guests.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'

/** What messages about a registration say depends on these columns of its event, and on its guests. */
const shown = [
  'registration',
  'status',
  'event_status',
  'starts_at',
] as const satisfies readonly (keyof EventRow)[]
type Shown = Pick<EventRow, (typeof shown)[number]>

/** Has programs elsewhere told of a registration whose event was written, if that changes what they are told of it. */
export async function noteRegistrationOf(
  tx: Writer,
  { before, after }: { readonly before: Shown & Pick<EventRow, 'id'>; readonly after: Shown },
  now: Temporal.Instant,
): Promise<void> {
  if (shown.some((name) => before[name] !== after[name])) await noteRegistration(tx, before.id, now)
}

/**
 * Has programs elsewhere told how the registration of an event stands, in the transaction of what has changed of it or its guests: however the
 * process ends, they are. Nothing is noted where nobody asks for it.
 */
export async function noteRegistration(tx: Writer, event_id: number, now: Temporal.Instant): Promise<void> {
  const changed_at = epochSeconds(now)
  const asks = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('enabled', '=', 1)
    .where('types', 'like', `%"${registrationType}"%`)
    .limit(1)
    .executeTakeFirst()
  if (!asks) return
  await tx
    .insertInto('registration_news')
    .values({ event_id, changed_at })
    .onConflict((there) =>
      there.column('event_id').doUpdateSet((one) => ({
        number: one('registration_news.number', '+', 1),
        changed_at,
      })),
    )
    .execute()
}
