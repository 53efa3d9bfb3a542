import type { Writer } from '../../src/db/dialect.ts'
import { deleteTermIn } from '../../src/terms/terms.write.ts'

/** Of forty categories, those that are always there. */
const keptCategories = 25

/** The columns of a ticket that lists do not depend on. */
export const otherTicketColumns = {
  description: '',
  url: '',
  currency: 'EUR',
  position: 0,
  created_at: 0,
  modified_at: 0,
} as const

/** What a write does to an event, with a number to choose by. */
type Change = (tx: Writer, event: number, some: number) => Promise<unknown>

/** What writes do to events and their links. */
export const changes: Readonly<Record<string, Change>> = {
  move: (tx, id, starts_at) =>
    tx
      .updateTable('events')
      .set({ starts_at, ends_at: starts_at + 1 })
      .where('id', '=', id)
      .execute(),
  trash: (tx, id) =>
    tx
      .updateTable('events')
      .set({ status: 'trash', status_before: 'publish' })
      .where('id', '=', id)
      .execute(),
  hide: (tx, id, some) =>
    tx
      .updateTable('events')
      .set({ hide_from_listings: some % 2 === 0 ? 1 : 0, featured: 1 })
      .where('id', '=', id)
      .execute(),
  'protect, or open': (tx, id, some) =>
    tx
      .updateTable('events')
      .set({ password_digest: some % 2 === 0 ? null : 'digest' })
      .where('id', '=', id)
      .execute(),
  'leave as it is': (tx, id) =>
    tx.updateTable('events').set({ description: 'new' }).where('id', '=', id).execute(),
  'link to a term': (tx, event_id, some) =>
    tx
      .insertInto('event_terms')
      .values({ event_id, term_id: 1 + (some % keptCategories) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  'link to venues anew': async (tx, event_id, some) => {
    await tx.deleteFrom('event_venues').where('event_id', '=', event_id).execute()
    const [one, other] = [1 + (some % 7), 1 + (some % 5)]
    await tx
      .insertInto('event_venues')
      .values([one, other, one].map((venue_id, position) => ({ event_id, venue_id, position })))
      .execute()
  },
  'link to a venue before the others': async (tx, event_id, some) => {
    await tx.deleteFrom('event_venues').where('event_id', '=', event_id).where('position', '=', 0).execute()
    await tx
      .insertInto('event_venues')
      .values({ event_id, venue_id: 1 + (some % 7), position: 0 })
      .execute()
  },
  'place a venue, or publish it': (tx, _, some) =>
    tx
      .updateTable('venues')
      .set({ geo_lat: some % 3 === 0 ? null : 1, status: some % 5 === 0 ? 'trash' : 'publish' })
      .where('id', '=', 1 + (some % 7))
      .execute(),
  'sell a ticket': (tx, event_id, some) =>
    tx
      .insertInto('tickets')
      .values({
        event_id,
        status: some % 4 === 0 ? 'trash' : 'publish',
        kind: some % 7 === 0 ? 'rsvp' : 'paid',
        name: 'Ticket',
        price: some % 7 === 0 ? null : ([null, '0.00', '0.50'][some % 3] ?? null),
        ...otherTicketColumns,
      })
      .execute(),
  'trash tickets, or have them back': (tx, event_id, some) =>
    tx
      .updateTable('tickets')
      .set({ status: some % 2 === 0 ? 'trash' : 'publish' })
      .where('event_id', '=', event_id)
      .execute(),
  'sell tickets at another price, or for another event': (tx, event_id, some) =>
    tx
      .updateTable('tickets')
      .set({ price: some % 2 === 0 ? '0' : '12', event_id })
      .where('id', '=', 1 + (some % 10))
      .execute(),
  'cost something': (tx, id, some) =>
    tx
      .updateTable('events')
      .set({ cost_kind: some % 4 })
      .where('id', '=', id)
      .execute(),
  'sell no tickets': (tx, event_id) => tx.deleteFrom('tickets').where('event_id', '=', event_id).execute(),
  'put a category below another one': (tx, _, some) =>
    tx
      .updateTable('terms')
      // Loops included: nothing keeps them out but the API.
      .set({ parent: some % 41 })
      .where('id', '=', 1 + (Math.floor(some / 41) % 40))
      .execute(),
  'unlink the first venue': (tx, event_id) =>
    tx.deleteFrom('event_venues').where('event_id', '=', event_id).where('position', '=', 0).execute(),
  'remove a venue': (tx, _, some) =>
    tx
      .deleteFrom('items')
      .where('kind', '=', 'venue')
      .where('id', '=', 8 + (some % 20))
      .execute(),
  'remove an organizer': async (tx, _, some) => {
    const organizers = await tx.selectFrom('organizers').select('id').orderBy('id').execute()
    const { id = 0 } = organizers[some % organizers.length] ?? {}
    await tx.deleteFrom('items').where('id', '=', id).execute()
  },
  'remove a category': async (tx, _, some) => {
    const row = await tx
      .selectFrom('terms')
      .selectAll()
      .where('id', '=', keptCategories + 1 + (some % (40 - keptCategories)))
      .executeTakeFirst()
    if (row) await deleteTermIn(tx, row)
  },
  'remove a term': (tx, _, some) =>
    tx
      .deleteFrom('terms')
      .where('id', '=', 41 + (some % 900))
      .execute(),
  remove: (tx, id) => tx.deleteFrom('items').where('id', '=', id).execute(),
}
