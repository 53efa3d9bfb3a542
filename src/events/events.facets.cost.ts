import { sql } from 'kysely'
import { costKinds } from '../text/costKind.ts'
import { eventsOf, type Listed } from './events.facets.matching.ts'

/** Events by what they cost, as far as the reader is told: what the event says, and where it says nothing its tickets. */
export async function countCosts(listed: Listed) {
  const { query } = await eventsOf(listed)
  const rows = await query
    .select([costOf(listed).as('value'), sql<number>`count(*)`.as('count')])
    .groupBy('value')
    .execute()
  return (['free', 'paid', 'unknown'] as const).map((value) => ({
    value,
    count: rows.find((row) => row.value === value)?.count ?? 0,
  }))
}

const free = sql.lit('free')
const paid = sql.lit('paid')
const unknown = sql.lit('unknown')

function costOf({ reader: { digest } }: Listed) {
  const kind = sql.ref('events.cost_kind')
  // Few: by their index, lest the rows of all events be read.
  const locked = sql`select locked.id from events as locked where locked.password_digest is not null ${
    digest === undefined ? sql`` : sql`and locked.password_digest <> ${digest}`
  }`
  return sql<'free' | 'paid' | 'unknown'>`case
    when events.id in (${locked}) then ${unknown}
    when ${kind} = ${sql.lit(costKinds.free)} then ${free}
    when ${kind} = ${sql.lit(costKinds.paid)} then ${paid}
    when ${kind} = ${sql.lit(costKinds.words)} then ${unknown}
    when ${hasTicket(sql`${isPriced} and not ${isZero}`)} then ${paid}
    when ${hasTicket(sql`tickets.kind = ${sql.lit('rsvp')} or ${isPriced}`)} then ${free}
    else ${unknown} end`
}

function hasTicket(what: ReturnType<typeof sql>) {
  return sql`exists (
    select 1 from tickets
    where tickets.event_id = events.id and tickets.status = ${sql.lit('publish')} and (${what}))`
}

/** A price is plain digits, and null of an RSVP, which is free, and where it is not known. */
const isPriced = sql`tickets.price is not null`
const isZero = sql`ltrim(tickets.price, ${sql.lit('0.')}) = ${sql.lit('')}`
