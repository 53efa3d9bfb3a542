import type { Insertable } from 'kysely'
import type { Database, Writer } from '../../src/storage/db/dialect.ts'
import type { ItemKind } from '../../src/storage/schema/tables.ts'
import type { Tables } from '../../src/storage/schema/tables.all.ts'
import { diceFrom } from './dice.ts'
import {
  eventRow,
  linksOf,
  type Maker,
  organizerRow,
  type TermRow,
  termRows,
  termsOf,
  ticketRows,
  venueRow,
} from './fill.rows.ts'

/** How large a calendar is to be filled in, and when "now" is in it. */
export interface Filling {
  readonly events: number
  readonly now: Temporal.Instant
  /** Whose events, venues and organizers these are. */
  readonly authors: readonly number[]
}

/** Rows to a statement. */
const batch = 200

/** Events to a transaction: some tens of megabytes. */
const chunk = 10_000

/** With ten thousand events there are so many of them, and with a million ten times as many. */
const venues = 500
const organizers = 300

/**
 * Fills an empty calendar as a town's would look: events over three years around now, the nearer the more, at venues of
 * which few are busy; most published, some all day, over several days, featured, hidden, protected, ticketed, or below
 * another one. Written directly, some at a time; the same every time.
 */
export async function fillCalendar(db: Database, filling: Filling): Promise<void> {
  const maker: Maker = {
    ...filling,
    now_s: Math.floor(filling.now.epochMilliseconds / 1000),
    dice: diceFrom(20_310_215),
  }
  const grown = Math.sqrt(filling.events / 10_000)
  const terms = termRows(maker)
  const linked = await db.write(async (tx) => {
    const venueIds = await newIds(tx, 'venue', Math.ceil(venues * grown))
    const organizerIds = await newIds(tx, 'organizer', Math.ceil(organizers * grown))
    await insertAll(
      tx,
      'venues',
      venueIds.map((id) => venueRow(maker, id)),
    )
    await insertAll(
      tx,
      'organizers',
      organizerIds.map((id) => organizerRow(maker, id)),
    )
    await insertAll(tx, 'terms', terms)
    return { venueIds, organizerIds }
  })
  for (let filled = 0; filled < filling.events; filled += chunk) {
    const count = Math.min(chunk, filling.events - filled)
    await db.write((tx) => insertEvents(tx, maker, count, { ...linked, terms }))
  }
  await db.write(async (tx) => {
    for (const { id, count } of terms)
      await tx.updateTable('terms').set({ count }).where('id', '=', id).execute()
  })
}

/** What events are linked to. */
interface Around {
  readonly venueIds: readonly number[]
  readonly organizerIds: readonly number[]
  readonly terms: readonly TermRow[]
}

async function insertEvents(tx: Writer, maker: Maker, count: number, around: Around): Promise<void> {
  const ids = await newIds(tx, 'event', count)
  const events = ids.map((id, index) => eventRow(maker, id, ids[Math.floor(index / 2)] ?? null))
  const carried = events.flatMap((event) => termsOf(maker, event, around.terms))
  await insertAll(tx, 'events', events)
  await insertAll(
    tx,
    'event_venues',
    ids.flatMap((id) =>
      linksOf(maker, around.venueIds).map((venue_id, position) => ({ event_id: id, venue_id, position })),
    ),
  )
  await insertAll(
    tx,
    'event_organizers',
    ids.flatMap((id) =>
      linksOf(maker, around.organizerIds).map((organizer_id, position) => ({
        event_id: id,
        organizer_id,
        position,
      })),
    ),
  )
  await insertAll(tx, 'event_terms', carried)
  await insertAll(
    tx,
    'tickets',
    ids.flatMap((id) => ticketRows(maker, id)),
  )
}

async function newIds(tx: Writer, kind: ItemKind, count: number): Promise<number[]> {
  const highest = await tx
    .selectFrom('items')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const first = (highest?.id ?? 0) + 1
  const ids = Array.from({ length: count }, (_, index) => first + index)
  await insertAll(
    tx,
    'items',
    ids.map((id) => ({ id, kind })),
  )
  return ids
}

async function insertAll<Table extends keyof Tables>(
  tx: Writer,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + batch))
      .execute()
  }
}
