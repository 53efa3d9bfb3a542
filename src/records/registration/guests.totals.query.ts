import { sql } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'

/** How many guests were there, entries but for `people` and `arrived`. */
export interface GuestNumbers {
  readonly registered: number
  readonly people: number
  readonly canceled: number
  /** Offers that nobody took in time. */
  readonly missed_offers: number
  readonly waited: number
  readonly arrived: number
}

/** None of each. */
export const noGuests: GuestNumbers = {
  registered: 0,
  people: 0,
  canceled: 0,
  missed_offers: 0,
  waited: 0,
  arrived: 0,
}

/** Both together. */
export function added(one: GuestNumbers, other: GuestNumbers): GuestNumbers {
  // An object has no other keys than those of its type: they are written out above.
  const names = Object.keys(noGuests) as (keyof GuestNumbers)[]
  const sum: Record<keyof GuestNumbers, number> = { ...noGuests }
  for (const name of names) sum[name] = one[name] + other[name]
  return sum
}

const sumWhere = (condition: string, what = '1') =>
  sql<number | string>`coalesce(sum(case when ${sql.raw(condition)} then ${sql.raw(what)} else 0 end), 0)`

/** Which guests are meant: one, or those with an address; by default all. */
export interface OnlyGuests {
  readonly id?: number
  readonly email_folded?: string
}

/** How many guests there are of each kind, by their event; events without any are left out. */
export async function numbersOf(
  db: Reader,
  event_ids: readonly number[],
  { id, email_folded }: OnlyGuests = {},
): Promise<ReadonlyMap<number, GuestNumbers>> {
  const found = new Map<number, GuestNumbers>()
  for (let at = 0; at < event_ids.length; at += atOnce) {
    const rows = await db
      .selectFrom('guests')
      .select([
        'event_id',
        sumWhere("state = 'registered'").as('registered'),
        sumWhere("state = 'registered'", 'party').as('people'),
        sumWhere("state = 'canceled'").as('canceled'),
        sumWhere("state = 'expired' and offer_until is not null").as('missed_offers'),
        sumWhere("state = 'waiting'").as('waited'),
        sql<number | string>`sum(arrived)`.as('arrived'),
      ])
      .where('event_id', 'in', event_ids.slice(at, at + atOnce))
      .$if(email_folded !== undefined, (query) => query.where('email_folded', '=', email_folded ?? ''))
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
      .groupBy('event_id')
      .execute()
    for (const { event_id, ...counts } of rows)
      found.set(event_id, {
        registered: Number(counts.registered),
        people: Number(counts.people),
        canceled: Number(counts.canceled),
        missed_offers: Number(counts.missed_offers),
        waited: Number(counts.waited),
        arrived: Number(counts.arrived),
      })
  }
  return found
}

/** Of how many events is asked in one statement. */
const atOnce = 1_000
