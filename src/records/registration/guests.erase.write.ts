import { epochSeconds, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { GuestParts } from './guests.parts.ts'
import type { GuestRow } from './guests.query.ts'
import { added, noGuests, numbersOf, type OnlyGuests } from './guests.totals.query.ts'

const day_s = 86_400

/** Of how many events the guests are erased at once: the others come right after. */
const atOnce = 100

/** Erases who came to events that are over for so long, with their mails; how many they were stays. Answers how many. */
export async function eraseGuests({ context, now, keptDays }: GuestParts): Promise<number> {
  const { db, siteZone } = context
  const until = epochSeconds(now()) - keptDays() * day_s
  const due = await db.read
    .selectFrom('events')
    .select(['id', 'starts_at', 'timezone'])
    // Who came is erased as well where the event says nothing any more of who may come.
    .where('id', 'in', (guests) => guests.selectFrom('guests').select('event_id'))
    .where('ends_at', '<=', until)
    .limit(atOnce)
    .execute()
  if (due.length === 0) return 0
  const erased = await db.write(async (tx) => {
    let gone = 0
    for (const event of due) {
      await forgetMailsOf(tx, event)
      gone += await eraseGuestsOf(tx, event, siteZone)
    }
    return gone
  }, 'aside')
  await db.scrub(['guests', 'mail_outbox'])
  return erased
}

/**
 * Erases all guests of an event, within a transaction; how many they were stays. Mails that wait go out: they may say that it does not take
 * place. Answers how many.
 */
export async function eraseGuestsOf(
  tx: Writer,
  event: Pick<EventRow, 'id' | 'starts_at' | 'timezone'>,
  siteZone: Zone,
): Promise<number> {
  const { count } = await tx
    .selectFrom('guests')
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('guest_notices').where('event_id', '=', event.id).execute()
  if (Number(count) === 0) return 0
  await addTotals(tx, event, siteZone)
  await tx.deleteFrom('guests').where('event_id', '=', event.id).execute()
  return Number(count)
}

async function forgetMailsOf(tx: Writer, { id }: Pick<EventRow, 'id'>): Promise<void> {
  await tx
    .deleteFrom('mail_outbox')
    .where('guest_id', 'in', (guests) => guests.selectFrom('guests').select('id').where('event_id', '=', id))
    .execute()
}

/**
 * Erases a guest and their mails, within a transaction. Who came to what has begun is counted on; before, a place is free, and nothing of them
 * stays.
 */
export async function eraseGuest(
  tx: Writer,
  siteZone: Zone,
  {
    event,
    guest,
    now,
  }: { readonly event: EventRow; readonly guest: GuestRow; readonly now: Temporal.Instant },
): Promise<void> {
  if (event.starts_at <= epochSeconds(now)) await addTotals(tx, event, siteZone, { id: guest.id })
  await tx.deleteFrom('mail_outbox').where('guest_id', '=', guest.id).execute()
  await tx.deleteFrom('guests').where('id', '=', guest.id).execute()
}

/** Adds guests of an event to what is left of it, within a transaction that erases them; some may have been erased before. */
export async function addTotals(
  tx: Writer,
  { id: event_id, starts_at, timezone }: Pick<EventRow, 'id' | 'starts_at' | 'timezone'>,
  siteZone: Zone,
  only?: OnlyGuests,
): Promise<void> {
  const counted = await tx
    .selectFrom('registration_counts')
    .select('head_count')
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  const before = await tx
    .selectFrom('registration_totals')
    .selectAll()
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  const now = (await numbersOf(tx, [event_id], only)).get(event_id) ?? noGuests
  const all = before ? added(before, now) : now
  const month = wallTextAt(starts_at, findZone(timezone) ?? siteZone).slice(0, '2031-05'.length)
  const totals = { ...all, month, head_count: counted?.head_count ?? before?.head_count ?? null }
  await tx
    .insertInto('registration_totals')
    .values({ event_id, ...totals })
    .onConflict((there) => there.column('event_id').doUpdateSet(totals))
    .execute()
}
