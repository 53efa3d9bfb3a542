import { Type, type StaticDecode } from 'typebox'
import { mayEdit } from '../../http/auth/rights.ts'
import type { RootResource } from '../../http/discovery.ts'
import type { Context } from '../../http/context.ts'
import type { Endpoint } from '../../http/resource.ts'
import { dateDetails, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { hasPlace } from '../../pure/params/guests.ts'
import { flag } from '../../pure/params/flags.ts'
import { idList } from '../../pure/params/lists.ts'
import { idOf, page, perPage, withPageSizes } from '../../pure/params/numbers.ts'
import { type ById, noParams } from '../../pure/params/path.ts'
import { searchText } from '../../pure/params/texts.ts'
import { findGuest, type GuestRow } from '../../records/registration/guests.query.ts'
import { findEventRow, findEventRows } from '../../records/rows/event.query.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { findAttendees } from './tribe.attendees.query.ts'
import { itemResource, listResource, mostOfPage, ticketsList, ticketsUrl } from './tribe.ts'
import { type TicketShown, ticketView } from './tribe.tickets.ts'

const params = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  post_id: Type.Optional(idOf('Those of this event.')),
  ticket_id: Type.Optional(idOf('Those with this ticket: that of an event has its ID.')),
  include: Type.Optional(idList('Only these, by ID.')),
  exclude: Type.Optional(idList('None of these.')),
  search: Type.Optional(searchText('Those in whose name, address or code this occurs.')),
  checkedin: Type.Optional(flag('Those that have arrived (true), or have not (false).')),
})
type Attendees = StaticDecode<typeof params>

/**
 * Those who have a place. The original shows them to readers; here only who may edit the event sees them: for everybody else the list is
 * empty.
 */
export function attendeesResources(context: Context): RootResource[] {
  return [
    listResource<Attendees>('/attendees', {
      methods: ['GET'],
      summary: 'List who has a place at events, for who may edit these.',
      operation: 'listTribeAttendees',
      params: withPageSizes(params, { ...context, perPageMax: mostOfPage }),
      answer: { status: 200, says: 'One page of the list.', schema: 'TribeAttendeeList' },
      handle: async (ask) => {
        const [number, size] = [
          ask.params.page ?? 1,
          Math.min(ask.params.per_page ?? context.perPage, mostOfPage),
        ]
        const { total, guests } = await findAttendees(context.db.read, ask.caller, ask.params, {
          limit: size,
          offset: (number - 1) * size,
        })
        const ids = [...new Set(guests.map(({ event_id }) => event_id))]
        const found = await findEventRows(context.db.read, ids)
        const events = new Map(found.map((event) => [event.id, event]))
        const items = guests.flatMap((guest) => {
          const event = events.get(guest.event_id)
          return event ? [attendeeView(guest, event, { context, ...ask })] : []
        })
        return ticketsList('attendees', ask, {
          items,
          page: { page: number, perPage: size, total },
        })
      },
    }),
    itemResource('/attendees', readEndpoint(context)),
  ]
}

function readEndpoint(context: Context): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Read who has a place at an event, for who may edit it.',
    operation: 'getTribeAttendee',
    params: noParams,
    answer: { status: 200, says: 'Who it is.', schema: 'TribeAttendee' },
    handle: async (ask) => {
      const guest = await findGuest(context.db.read, ask.path.id)
      const event = guest && (await findEventRow(context.db.read, guest.event_id))
      if (!event) throw new ApiError('attendee-not-found', { id: ask.path.id })
      if (!mayEdit(ask.caller, event)) throw new ApiError('attendee-not-accessible', { id: ask.path.id })
      return {
        body: attendeeView(guest, event, { context, ...ask }),
        headers: { 'Cache-Control': 'private, no-store' },
      }
    },
  }
}

function attendeeView(guest: GuestRow, event: ShownRow, shown: TicketShown) {
  const { site, context } = shown
  const wall = (at: number) => wallTextAt(at, context.siteZone)
  const global_id = `${site.host}?type=attendee&id=${guest.id}`
  const isHere = guest.arrived > 0
  const arrived = guest.arrived_at === null ? undefined : wall(guest.arrived_at)
  return {
    id: guest.id,
    post_id: guest.event_id,
    ticket_id: guest.event_id,
    global_id,
    global_id_lineage: [global_id],
    author: String(guest.by_user ?? 0),
    status: 'publish',
    date: wall(guest.created_at),
    date_utc: utcText(guest.created_at),
    modified: wall(guest.changed_at),
    modified_utc: utcText(guest.changed_at),
    rest_url: ticketsUrl(site, `attendees/${guest.id}`),
    ticket: ticketView(event, shown),
    provider: 'rsvp',
    order: guest.id,
    sku: guest.code,
    title: guest.name,
    email: guest.email,
    checked_in: isHere,
    checkin_details:
      isHere && arrived !== undefined
        ? { date: arrived, date_details: dateDetails(arrived), source: 'site', author: '' }
        : false,
    rsvp_going: hasPlace(guest),
  }
}
