import { sql } from 'kysely'
import type { Reader } from '../../src/db/dialect.ts'
import { allEventLinks } from '../../src/db/eventLinks.ts'
import { toldCosts } from '../../src/db/listings/listings.costs.ts'
import { countedFlags, dayOf } from '../../src/db/listings/listings.days.ts'
import {
  linkedListings,
  listingColumns,
  type ListingFlagName,
  listingFlags,
} from '../../src/db/listings/listings.ts'
import { costKinds } from '../../src/text/costKind.ts'

/** What there is in the one and not in the other, both ways: nothing, when listings are in step. */
export async function differences(db: Reader): Promise<unknown[]> {
  const pairs = [
    [sql`select ${columns} from events`, sql`select ${columns} from listings`],
    [above, sql`select term_id, ancestor_id from term_ancestors`],
    [sql.raw(allEventLinks), sql`select event_id, kind, position, id from event_links`],
    ...(Object.keys(linkedListings) as (keyof typeof linkedListings)[]).map((table) => [
      sql`select distinct links.target_id, events.* from ${linksOf(table)} as links
        join (select ${columns} from events) as events on events.id = links.event_id`,
      sql`select distinct target_id, ${columns} from ${sql.table(table)}`,
    ]),
    ...(Object.keys(listingFlags) as ListingFlagName[]).map((name) => [
      sql`select id from events where ${sql.raw(listingFlags[name].holdsFor('events.id'))}`,
      sql`select id from listings where ${sql.ref(name)} = 1`,
    ]),
  ] as const
  const found: unknown[] = [...(await daysThatDiffer(db)), ...(await linksThatDiffer(db))]
  for (const [wanted, kept] of pairs) {
    for (const [one, other] of [
      [wanted, kept],
      [kept, wanted],
    ] as const) {
      const { rows } =
        await sql`select * from (${one}) as one except select * from (${other}) as other`.execute(db)
      found.push(...rows)
    }
  }
  return found
}

const columns = sql.join(['id', ...listingColumns].map((name) => sql.ref(name)))

/** The terms above each, and itself, by the parents that there are. */
const above = sql`
  with recursive above (term_id, id) as (
    select id, id from terms
    union select above.term_id, terms.parent from above join terms on terms.id = above.id where terms.parent <> 0)
  select term_id, id from above`

/** Of each kind of link, what events are linked to: by a term also to all above it. */
const linksOf = (table: keyof typeof linkedListings) => {
  const { links, column } = linkedListings[table]
  return table === 'term_listings'
    ? sql`(select event_id, above.id as target_id from event_terms join (${above}) as above on above.term_id = event_terms.term_id)`
    : sql`(select event_id, ${sql.ref(column)} as target_id from ${sql.table(links)})`
}

/** Days on which not as many events start or end as are counted there, all of them or those with a flag. */
async function daysThatDiffer(db: Reader): Promise<unknown[]> {
  const listed = await db
    .selectFrom('events')
    .select(['starts_at', 'ends_at', 'featured', holds('placed'), holds('ticketed')])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .execute()
  const counts = ['events', ...countedFlags] as const
  const wanted = new Map<string, number>()
  for (const event of listed)
    for (const edge of ['starts_at', 'ends_at'] as const)
      for (const name of counts) {
        const count = `${name} ${edge} ${dayOf(event[edge])}`
        const number = name === 'events' ? 1 : event[name]
        if (number > 0) wanted.set(count, (wanted.get(count) ?? 0) + number)
      }
  const days = await db.selectFrom('listed_days').selectAll().execute()
  const kept = new Map(
    days.flatMap((row) =>
      counts
        .filter((name) => row[name] !== 0)
        .map((name): [string, number] => [`${name} ${row.edge} ${row.day}`, row[name]]),
    ),
  )
  return [...new Set([...wanted.keys(), ...kept.keys()])]
    .filter((count) => wanted.get(count) !== kept.get(count))
    .map((count) => [count, wanted.get(count), kept.get(count)])
}

function holds(name: ListingFlagName) {
  return sql<number>`case when ${sql.raw(listingFlags[name].holdsFor('events.id'))} then 1 else 0 end`.as(
    name,
  )
}

/** Days, or all of them, on which not as many events start of those linked to something as are counted there. */
async function linksThatDiffer(db: Reader): Promise<unknown[]> {
  const wanted: Counted = new Map()
  for (const link of ['term', 'venue', 'organizer'] as const) {
    const listed = await db
      .selectFrom(`${link}_listings`)
      .select(['target_id', 'starts_at'])
      .where('status', '=', 'publish')
      .where('hide_from_listings', '=', 0)
      .execute()
    for (const { target_id, starts_at } of listed)
      for (const day of [dayOf(starts_at), 'all']) add(wanted, `${link} ${target_id} ${day}`, 1)
  }
  for (const { starts_at, told } of await costsTold(db))
    for (const day of [dayOf(starts_at), 'all']) add(wanted, `cost ${told} ${day}`, 1)
  const kept: Counted = new Map()
  for (const { link, target_id, day, events } of await db.selectFrom('linked_days').selectAll().execute())
    add(kept, `${link} ${target_id} ${day}`, events)
  for (const { link, target_id, events } of await db.selectFrom('linked_totals').selectAll().execute())
    add(kept, `${link} ${target_id} all`, events)
  return [...new Set([...wanted.keys(), ...kept.keys()])]
    .filter((name) => (wanted.get(name) ?? 0) !== (kept.get(name) ?? 0))
    .map((name) => [name, wanted.get(name), kept.get(name)])
}

/** What listed events cost, by themselves or by their tickets. */
async function costsTold(db: Reader): Promise<{ starts_at: number; told: number }[]> {
  const tickets = await db.selectFrom('tickets').selectAll().where('status', '=', 'publish').execute()
  const events = await db
    .selectFrom('events')
    .select(['id', 'starts_at', 'cost_kind'])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .execute()
  return events.map(({ id, starts_at, cost_kind }) => {
    const own = tickets.filter(({ event_id }) => event_id === id)
    const prices = own.flatMap(({ kind, price }) => (kind === 'rsvp' ? '0' : (price ?? [])))
    const ofTickets = prices.some((price) => Number(price) > 0)
      ? 'paid'
      : prices.length > 0
        ? 'free'
        : 'unknown'
    const ofKind = {
      [costKinds.free]: 'free',
      [costKinds.paid]: 'paid',
      [costKinds.words]: 'unknown',
    } as const
    return { starts_at, told: toldCosts[cost_kind === 0 ? ofTickets : (ofKind[cost_kind as 1] ?? 'unknown')] }
  })
}

type Counted = Map<string, number>

function add(counted: Counted, name: string, events: number): void {
  counted.set(name, (counted.get(name) ?? 0) + events)
}
