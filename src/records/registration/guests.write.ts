import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { epochSeconds, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { GuestsTable } from '../../storage/schema/tables.registration.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { GuestRow } from './guests.query.ts'
import { placeFor } from './registration.fill.ts'
import { fillPlaces } from './registration.fill.write.ts'
import { type Registration, registrationOf, spanOf, stateOf } from './registration.row.ts'
import { noteRegistration } from './registration.told.write.ts'

/** That what everybody is shown changes, where it was thought that it does not. */
class ShownAfterAll extends Error {}

/**
 * One deed about the guests of an event, as one transaction: then the places that are free are offered, and counted. It makes a new revision
 * only where what everybody is shown changes by it. `settled` makes the answer of what is there then.
 */
export async function writeGuests<Result>(
  db: Database,
  event_id: number,
  now: Temporal.Instant,
  deed: (tx: Writer, event: EventRow) => Promise<Result>,
  settled: (tx: Writer, result: Result) => Promise<Result> = async (_tx, result) => result,
): Promise<Result> {
  const work = (scope: 'aside' | 'events') => async (tx: Writer) => {
    const before = await existingEvent(tx, event_id)
    const result = await deed(tx, before)
    const after = await fillPlaces(tx, before, { now })
    await noteRegistration(tx, event_id, now)
    if (scope === 'aside' && after.registration_shown !== before.registration_shown) throw new ShownAfterAll()
    return settled(tx, result)
  }
  try {
    return await db.write(work('aside'), 'aside')
  } catch (error) {
    if (!(error instanceof ShownAfterAll)) throw error
    return db.write(work('events'), 'events')
  }
}

/** The places that are free; null: no limit. */
export function freeAt(event: EventRow, { capacity }: Registration): number | null {
  return capacity === null ? null : Math.max(0, capacity - event.registration_taken)
}

/** The refusal with a sentence that says more. */
function saying(code: RefusalCode, sentence: string): ApiError {
  const refusal = new ApiError(code)
  refusal.message = sentence
  return refusal
}

/** When it opens, on the clock of the event. */
function opensText(registration: Registration, { starts_at, timezone }: EventRow): string {
  const opens = spanOf(registration, starts_at).opens ?? starts_at
  const zone = findZone(timezone)
  return zone ? wallTextAt(opens, zone) : `${utcText(opens)} UTC`
}

/** What the event says about who may come. Throws 404 where people do not register here. */
export function registrationHere(event: EventRow): Registration {
  const registration = registrationOf(event)
  if (!registration) throw new ApiError('rest_registration_none')
  if (registration.mode === 'external')
    throw saying('rest_registration_none', `People register elsewhere: ${registration.url}.`)
  return registration
}

/** Throws 409 outside the times of a registration. */
export function assertOpen(event: EventRow, registration: Registration, now_s: EpochSeconds): void {
  const state = stateOf(registration, event, now_s)
  if (state === 'upcoming')
    throw saying('rest_registration_closed', `Registration opens on ${opensText(registration, event)}.`)
  if (state === 'closed') throw new ApiError('rest_registration_closed')
}

/** What becomes of a party that comes last. Throws 409 where there is neither a place nor a line. */
export function placed(
  event: EventRow,
  registration: Registration,
  party: number,
): 'registered' | 'waiting' | 'requested' {
  const free = freeAt(event, registration)
  if (registration.mode === 'approval') {
    if (free === 0 && !registration.waiting_list) throw new ApiError('rest_registration_full')
    return 'requested'
  }
  const place = placeFor(party, { free, waiting_list: registration.waiting_list })
  if (place !== 'full') return place
  if (free)
    throw saying(
      'rest_registration_full',
      `There ${free === 1 ? 'is 1 place' : `are ${free} places`} left, not ${party}.`,
    )
  throw new ApiError('rest_registration_full')
}

/** The signs of codes: those of Crockford's base 32, none of which is taken for another. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

async function newCode(tx: Reader, event_id: number): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 6 }, () => signs.charAt(randomInt(signs.length))).join('')
    const taken = await tx
      .selectFrom('guests')
      .select('id')
      .where('event_id', '=', event_id)
      .where('code', '=', code)
      .executeTakeFirst()
    if (!taken) return code
  }
}

/** What is stored of who is put down. */
type NewGuest = Omit<Insertable<GuestsTable>, 'number' | 'code'>

/** Puts somebody down for an event, as the last who came. */
export async function insertGuest(tx: Writer, row: NewGuest): Promise<GuestRow> {
  const guest = await insertLast(tx, row, 1)
  return setTell(tx, guest.id, row.tell)
}

/**
 * Makes the statements of {@link insertGuest} for somebody who is there already, and changes nothing but what they are to be told: by how long
 * an answer takes nobody finds out who comes.
 */
export async function insertNobody(tx: Writer, known: GuestRow, row: NewGuest): Promise<void> {
  const { id } = await insertLast(tx, row, 0)
  await setTell(tx, known.id, row.tell)
  await tx.deleteFrom('guests').where('id', '=', id).execute()
  if (row.state !== 'registered') return
  // As if a place were counted.
  await tx
    .updateTable('events')
    .set((one) => ({ registration_taken: one.ref('registration_taken') }))
    .where('id', '=', row.event_id)
    .execute()
}

/** `counted`: by how many the number of who came last grows. */
async function insertLast(tx: Writer, row: NewGuest, counted: 0 | 1): Promise<Pick<GuestRow, 'id'>> {
  const { last_number } = await tx
    .insertInto('registration_counts')
    .values({ event_id: row.event_id, last_number: counted })
    .onConflict((there) =>
      there.column('event_id').doUpdateSet((one) => ({
        last_number: one('registration_counts.last_number', '+', counted),
      })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  const code = await newCode(tx, row.event_id)
  return tx
    .insertInto('guests')
    .values({ ...row, tell: '', number: last_number + 1 - counted, code })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function setTell(tx: Writer, id: number, tell: GuestRow['tell']): Promise<GuestRow> {
  return tx.updateTable('guests').set({ tell }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Changes columns of a guest; answers them as they are then. */
export async function setGuest(
  tx: Writer,
  { id }: Pick<GuestRow, 'id'>,
  now: Temporal.Instant,
  columns: Partial<Omit<GuestRow, 'id'>>,
): Promise<GuestRow> {
  return tx
    .updateTable('guests')
    .set({ ...columns, changed_at: epochSeconds(now) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The guest as they are within the transaction. Throws 404. */
export async function guestIn(tx: Reader, id: number): Promise<GuestRow> {
  const row = await tx.selectFrom('guests').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('rest_guest_not_found', { id })
  return row
}
