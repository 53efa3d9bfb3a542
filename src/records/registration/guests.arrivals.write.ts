import type { Caller } from '../../http/auth/rights.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import { resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { assertMayEdit } from '../posts/posts.write.ts'
import { comparedCode } from '../../pure/text/guestCode.ts'
import { merged, stampOf } from './guests.arrivals.ts'
import type { Arrivals, Told } from './guests.arrivals.params.ts'
import type { GuestRow } from './guests.query.ts'
import { registrationHere, writeGuests } from './guests.write.ts'

/** Who was told of, as they are now; who is not known here; how many with a name are there, and how many in all. */
export interface Arrived {
  readonly guests: readonly GuestRow[]
  readonly unknown: readonly (number | string)[]
  readonly arrived: number
  readonly head_count: number | null
}

interface Telling {
  readonly caller: Caller
  readonly now: Temporal.Instant
}

/**
 * Takes what a phone saw at the door, in one transaction: of each guest the latest telling counts, whichever comes first. Throws 400, 403 and
 * 404; then nothing is changed. What was to come is now.
 */
export async function takeArrivals(
  { db, siteZone }: Pick<Context, 'db' | 'siteZone'>,
  event_id: number,
  { device, arrivals = [], head_count, without_name }: Arrivals,
  { caller, now }: Telling,
): Promise<Arrived> {
  return writeGuests<Arrived>(db, event_id, now, async (tx, event) => {
    assertMayEdit(caller, event)
    registrationHere(event)
    const before = await presentAt(tx, event_id)
    const zone = findZone(event.timezone) ?? siteZone
    const moments = arrivals.map((told, index) => momentOf(told, index, { zone, now }))
    const known = await guestsNamed(tx, event_id, arrivals)
    const found = new Map<number, GuestRow>()
    const unknown = new Set<number | string>()
    for (const [index, { named, arrived }] of arrivals.entries()) {
      const id = known.get(named)?.id
      const guest = id === undefined ? undefined : (found.get(id) ?? known.get(named))
      if (!guest) unknown.add(named)
      else found.set(guest.id, seenAgain(guest, index, { arrived, at: moments[index] ?? now, device }))
    }
    const originals = new Map([...known.values()].map((guest) => [guest.id, guest]))
    for (const guest of found.values()) if (guest !== originals.get(guest.id)) await setArrived(tx, guest)
    const present = await presentAt(tx, event_id)
    const heads = await countHeads(tx, event_id, { told: head_count, without_name, before, present })
    return { guests: [...found.values()], unknown: [...unknown], arrived: present, head_count: heads }
  })
}

/** When somebody was seen: never later than now. Throws 400 where there is no such day. */
function momentOf(
  { at }: Told,
  index: number,
  { zone, now }: { readonly zone: Zone; readonly now: Temporal.Instant },
): Temporal.Instant {
  if (at === undefined) return now
  const moment = at instanceof Temporal.Instant ? at : resolveDateExpression(at, zone, now)?.instant
  if (!moment) throw invalidParams({ arrivals: `[${index}] at ${noSuchDay}` })
  return Temporal.Instant.compare(moment, now) > 0 ? now : moment
}

/** The guests of the event that are told of, by what they are named with. */
async function guestsNamed(
  tx: Reader,
  event_id: number,
  arrivals: readonly Told[],
): Promise<ReadonlyMap<number | string, GuestRow>> {
  if (arrivals.length === 0) return new Map()
  const ids = arrivals.flatMap(({ named }) => (typeof named === 'number' ? named : []))
  const codes = arrivals.flatMap(({ named }) => (typeof named === 'string' ? comparedCode(named) : []))
  const rows = await tx
    .selectFrom('guests')
    .selectAll()
    .where('event_id', '=', event_id)
    .where((row) =>
      row.or([
        ...(ids.length > 0 ? [row('id', 'in', ids)] : []),
        ...(codes.length > 0 ? [row('code', 'in', codes)] : []),
      ]),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return new Map(
    arrivals.flatMap(({ named }) => {
      const guest = typeof named === 'number' ? byId.get(named) : byCode.get(comparedCode(named))
      return guest ? [[named, guest] as const] : []
    }),
  )
}

/** The guest once somebody has told of them. Throws 400 for more than their party. */
function seenAgain(
  guest: GuestRow,
  index: number,
  told: { readonly arrived: number; readonly at: Temporal.Instant; readonly device: string },
): GuestRow {
  if (told.arrived > guest.party)
    throw invalidParams({
      arrivals: `[${index}] arrived must be 0 to ${guest.party}, as many as come under this name`,
    })
  const stamp = stampOf(told.at, told.device)
  const known = { arrived: guest.arrived, stamp: guest.arrival_stamp }
  const seen = merged(known, { arrived: told.arrived, stamp })
  if (seen === known) return guest
  return {
    ...guest,
    arrived: seen.arrived,
    arrival_stamp: stamp,
    arrived_at: seen.arrived === 0 ? null : epochSeconds(told.at),
  }
}

async function setArrived(tx: Writer, { id, arrived, arrived_at, arrival_stamp }: GuestRow): Promise<void> {
  await tx.updateTable('guests').set({ arrived, arrived_at, arrival_stamp }).where('id', '=', id).execute()
}

/** How many people with a name on the list are there. */
async function presentAt(tx: Reader, event_id: number): Promise<number> {
  const { present } = await tx
    .selectFrom('guests')
    .select((one) => one.fn.sum<number | string | null>('arrived').as('present'))
    .where('event_id', '=', event_id)
    .executeTakeFirstOrThrow()
  return Number(present ?? 0)
}

/** Writes how many are there in all, where that was told; answers what is known of it. */
async function countHeads(
  tx: Writer,
  event_id: number,
  counts: Omit<Heads, 'stored'>,
): Promise<number | null> {
  const row = await tx
    .selectFrom('registration_counts')
    .select('head_count')
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  const stored = row?.head_count ?? null
  const head_count = headsOf({ ...counts, stored })
  if (head_count === stored) return stored
  await tx
    .insertInto('registration_counts')
    .values({ event_id, last_number: 0, head_count })
    .onConflict((there) => there.column('event_id').doUpdateSet({ head_count }))
    .execute()
  return head_count
}

/** What is known of how many are there. */
interface Heads {
  /** How many there were in all; null: nobody has counted. */
  readonly stored: number | null
  /** How many there are in all, where that was told now, and how many more without a name. */
  readonly told: number | null | undefined
  readonly without_name: number | undefined
  /** How many with a name were there before, and are now. */
  readonly before: number
  readonly present: number
}

/**
 * How many are there in all: what was told, or who had no name before, with those told now and everybody who has arrived. While nobody has
 * counted anybody without a name, it is not known.
 */
function headsOf({ stored, told, without_name, before, present }: Heads): number | null {
  if (told !== undefined) return told
  if (without_name === undefined || (stored === null && without_name <= 0)) return stored
  const nameless = Math.max(0, (stored ?? before) - before) + without_name
  return present + Math.max(0, nameless)
}
