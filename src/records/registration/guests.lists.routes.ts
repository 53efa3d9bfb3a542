import { tokenFor } from '../../http/auth/seal.ts'
import type { Context } from '../../http/context.ts'
import { assertPage, listAnswer, type ListShape, repeated } from '../../http/list.ts'
import { epochSeconds, utcText } from '../../pure/calendar/text.ts'
import type { Endpoint } from '../../http/resource.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { ById } from '../../pure/params/path.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import { guestsCsv, tableAnswer } from './guests.csv.ts'
import { type ListGuests, listGuestsParams } from './guests.params.ts'
import { guestUrl, unkept } from './guests.parts.ts'
import { guestsOf, listGuests } from './guests.query.ts'
import type { Guests } from './guests.ts'
import { doorView, guestView } from './guests.view.ts'
import { countsOf } from './registration.query.ts'
import { noCounts, registrationOf } from './registration.row.ts'

const list: ListShape = { key: 'guests', order: 'items first', pastTheEnd: 'guest-archive-page-not-found' }

/** The list of who comes, for who may edit the event. */
export function listEndpoint(context: Context, guests: Guests): Endpoint<ById, ListGuests> {
  return {
    methods: ['GET'],
    summary: 'List the guests of an event.',
    params: withPageSizes(listGuestsParams, context),
    answer: { status: 200, says: 'One page of the list.', schema: 'GuestList' },
    handle: async ({ path, params, site, now }) => {
      const event = await existingEvent(context.db.read, path.id)
      const { rows, page } = await listGuests(context, event.id, params)
      assertPage(list, page)
      const { parts } = guests
      const items = rows.map((row) =>
        params.fields === 'door'
          ? doorView(row, tokenFor(parts.secret, 'guest', row))
          : guestView(row, guestUrl(parts, site.home, row)),
      )
      const counts = await countsOf(context.db.read, [event.id])
      const names = ['per_page', 'state', 'search', 'arrived', 'fields', 'orderby'] as const
      const filters = repeated({ ...params, per_page: page.perPage }, names)
      const below = { ...site, rest: `${site.rest}/events/${event.id}` }
      const answer = listAnswer(list, below, { items, page, filters })
      const counted = { taken: event.registration_taken, ...noCounts, ...counts.get(event.id) }
      return {
        ...answer,
        body: { ...(answer.body as object), counts: counted, now_utc: utcText(epochSeconds(now)) },
        headers: { ...answer.headers, ...unkept },
      }
    },
  }
}

/** The same as a table. */
export function csvEndpoint(context: Context): Endpoint<ById, ListGuests> {
  return {
    methods: ['GET'],
    summary: 'List the guests of an event as a table.',
    operation: 'exportGuests',
    params: listGuestsParams,
    answer: { status: 200, says: 'A table.', schema: 'GuestTable', mediaTypes: ['text/csv'] },
    handle: async ({ path, params, now }) => {
      const event = await existingEvent(context.db.read, path.id)
      const rows = await guestsOf(context.db.read, event.id, params)
      const text = guestsCsv(rows, registrationOf(event)?.questions ?? [])
      return tableAnswer(text, `guests-${event.id}.csv`, now)
    },
  }
}
