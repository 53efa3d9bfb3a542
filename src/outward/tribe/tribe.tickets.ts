import { Type, type StaticDecode } from 'typebox'
import type { RootResource } from '../../http/discovery.ts'
import { type Caller, mayEdit, mayRead } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import type { Ask, Endpoint } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { dateDetails, epochSeconds, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { idList } from '../../pure/params/lists.ts'
import { idOf, page, perPage, withPageSizes } from '../../pure/params/numbers.ts'
import { type ById, noParams } from '../../pure/params/path.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { sightOf } from '../../records/posts/posts.visibility.ts'
import {
  closesAt,
  registrationOf,
  remainingOf,
  spanOf,
  stateOf,
} from '../../records/registration/registration.row.ts'
import { findEventRow, findEventRows } from '../../records/rows/event.query.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { itemResource, listResource, mostOfPage, ticketsList, ticketsUrl } from './tribe.ts'

const params = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  post_id: Type.Optional(idOf('The registration of this event.')),
  include: Type.Optional(idList('Only these, by ID.')),
  exclude: Type.Optional(idList('None of these.')),
})
type Tickets = StaticDecode<typeof params>

/** The registrations of events, each as the one ticket of its event. */
export function ticketsResources(context: Context): RootResource[] {
  return [
    listResource<Tickets>('/tickets', {
      methods: ['GET'],
      summary: 'List the registrations of events as tickets.',
      operation: 'listTribeTickets',
      params: withPageSizes(params, { ...context, perPageMax: mostOfPage }),
      answer: { status: 200, says: 'One page of the list.', schema: 'TribeTicketList' },
      handle: async (ask) => {
        const { ids, total, number, size } = await idsOf(context, ask)
        const rows = await findEventRows(context.db.read, ids)
        const items = rows.flatMap((row) => ticketView(row, { context, ...ask }) ?? [])
        return ticketsList('tickets', ask, { items, page: { page: number, perPage: size, total } })
      },
    }),
    itemResource('/tickets', readEndpoint(context)),
  ]
}

/** Which events people register for that the reader sees: the index knows. */
async function idsOf(
  { index, perPage: usual }: Context,
  { params: asked, caller, now }: Ask<object, Tickets>,
) {
  const [number, size] = [asked.page ?? 1, Math.min(asked.per_page ?? usual, mostOfPage)]
  const wanted = [asked.include, asked.post_id === undefined ? undefined : [asked.post_id]].filter(
    (ids) => ids !== undefined,
  )
  const ids =
    wanted.length === 0 ? undefined : wanted.reduce((all, some) => all.filter((id) => some.includes(id)))
  return index.ask(async (snapshot) => {
    const hits = await index.find(snapshot, {
      sight: sightOf(caller),
      hidden: false,
      open: { author: caller.id === 0 ? undefined : caller.id },
      registration: { states: ['any'], times: snapshot.times, now_s: epochSeconds(now) },
      ...(ids ? { ids } : {}),
      ...(asked.exclude ? { except: asked.exclude } : {}),
    })
    const slice = { offset: (number - 1) * size, limit: size }
    return { ids: await index.idsOf(hits, { by: 'id' }, slice), total: hits.total, number, size }
  })
}

function readEndpoint(context: Context): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Read the registration of an event as a ticket.',
    operation: 'getTribeTicket',
    params: noParams,
    answer: { status: 200, says: 'The ticket.', schema: 'TribeTicket' },
    handle: async (ask) => {
      const { path, caller } = ask
      const row = await findEventRow(context.db.read, path.id)
      const isSeen =
        row &&
        mayRead(caller, row) &&
        row.status !== 'trash' &&
        (row.password_digest === null || mayEdit(caller, row))
      const body = isSeen ? ticketView(row, { context, ...ask }) : undefined
      if (!body) throw new ApiError('ticket-not-found', { id: path.id })
      return { body, headers: { 'Cache-Control': 'private, no-store' } }
    },
  }
}

/** With what a ticket is shown. */
export interface TicketShown {
  readonly context: Pick<Context, 'siteZone' | 'costFormat'>
  readonly site: Site
  readonly caller: Caller
  readonly now: Temporal.Instant
}

/** The registration of an event as a ticket that costs nothing; undefined where nobody registers. */
export function ticketView(event: ShownRow, { context, site, caller, now }: TicketShown) {
  const registration = registrationOf(event)
  if (!registration) return undefined
  const zone = findZone(event.timezone) ?? context.siteZone
  const wall = (at: number) => wallTextAt(at, zone)
  const from = spanOf(registration, event.starts_at).opens ?? event.date_at
  const until = closesAt(registration, event)
  const { capacity } = registration
  const manages = mayEdit(caller, event)
  const taken = event.registration_taken
  const exact = capacity === null ? -1 : Math.max(0, capacity - taken)
  // Others are told exactly how many are left where these are few.
  const available = manages ? exact : (remainingOf(event) ?? -1)
  const share = capacity === null || capacity === 0 ? 0 : Math.floor((exact / capacity) * 100)
  const state = stateOf(registration, event, epochSeconds(now))
  const global_id = `${site.host}?type=rsvp&id=${event.id}`
  const { symbol, position } = context.costFormat
  return {
    id: event.id,
    post_id: event.id,
    global_id,
    global_id_lineage: [global_id],
    author: String(event.author_id),
    status: event.status,
    date: wallTextAt(event.date_at, context.siteZone),
    date_utc: utcText(event.date_at),
    modified: wallTextAt(event.modified_at, context.siteZone),
    modified_utc: utcText(event.modified_at),
    rest_url: ticketsUrl(site, `tickets/${event.id}`),
    title: plainLineOfHtml(event.title),
    description: registration.note,
    provider: 'rsvp',
    image: false,
    available_from: wall(from),
    available_from_details: dateDetails(wall(from)),
    available_until: wall(until),
    available_until_details: dateDetails(wall(until)),
    capacity: capacity ?? -1,
    capacity_details: {
      available_percentage: capacity === null ? 100 : manages || available >= 0 ? share : 100,
      available,
      ...(manages ? { max: capacity ?? -1, sold: taken, pending: 0 } : {}),
    },
    is_available: state === 'open',
    cost: '',
    cost_details: { currency_symbol: symbol, currency_position: position, values: ['0'], suffix: null },
    attendees: [],
    supports_attendee_information: false,
  }
}
