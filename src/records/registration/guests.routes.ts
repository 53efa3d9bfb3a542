import { mayEdit } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import type { Ask, Endpoint, Resource } from '../../http/resource.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { eventToRead } from '../tickets/tickets.event.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { csvEndpoint, listEndpoint } from './guests.lists.routes.ts'
import { arrivalsEndpoint } from './guests.arrivals.routes.ts'
import { messageEndpoint } from './guests.message.routes.ts'
import { type Register, registerParams } from './guests.params.ts'
import { guestUrl, unkept } from './guests.parts.ts'
import type { Guests, Registered } from './guests.ts'
import { guestFormLimit } from './guests.spam.ts'
import { guestView } from './guests.view.ts'
import { registrationHere } from './guests.write.ts'
import { countsOf } from './registration.query.ts'
import { readTicketParams, type ReadTicket } from '../tickets/tickets.params.ts'
import { registrationView } from './registration.view.ts'

/** The addresses of who comes to an event. */
export function guestResources(context: Context, guests: Guests): Resource<ById>[] {
  const lacksList: Resource<ById>['lacks'] = async (caller, { id }) => {
    const { POST: edit } = await lacksOnId(context.db.read, caller, id, 'anyone')
    return edit === undefined ? {} : { GET: edit }
  }
  return [
    {
      path: '/events/{id}/guests',
      pathParams: byId,
      isExtension: true,
      bodyLimit: guestFormLimit,
      endpoints: [listEndpoint(context, guests), registerEndpoint(context, guests)],
      lacks: lacksList,
    },
    {
      path: '/events/{id}/guests.csv',
      pathParams: byId,
      isExtension: true,
      endpoints: [csvEndpoint(context)],
      lacks: lacksList,
    },
    {
      path: '/events/{id}/guests/arrivals',
      pathParams: byId,
      isExtension: true,
      endpoints: [arrivalsEndpoint(context)],
      lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'anyone'),
    },
    {
      path: '/events/{id}/guests/message',
      pathParams: byId,
      isExtension: true,
      endpoints: [messageEndpoint(context, guests)],
      lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'anyone'),
    },
    {
      path: '/events/{id}/registration',
      pathParams: byId,
      isExtension: true,
      endpoints: [liveEndpoint(context, guests)],
      lacks: async () => ({}),
    },
  ]
}

function registerEndpoint(context: Context, guests: Guests): Endpoint<ById, Register> {
  return {
    methods: ['POST'],
    summary: 'Register for an event.',
    operation: 'registerGuest',
    params: registerParams,
    // Where no mail is sent it has the way back.
    showsSecret: ({ status }) => status === 201,
    answer: {
      status: 202,
      says: 'It was taken: the rest is in a mail. 201 where no mail is sent, and for who may edit the event.',
      schema: 'GuestTaken',
    },
    handle: async (ask) => {
      const event = await eventToRead(context, ask.path.id, ask)
      const registered = await guests.register(event, ask.params, ask)
      const { guest } = registered
      if (!guest) return { status: 202, body: takenView(event.id, registered), headers: unkept }
      const url = guestUrl(guests.parts, ask.site.home, guest)
      const body = mayEdit(ask.caller, event)
        ? guestView(guest, url)
        : { ...takenView(event.id, registered), url }
      return { status: 201, body, headers: unkept }
    },
  }
}

function takenView(event_id: number, { state, party, confirm_by }: Registered) {
  const said = {
    registered: 'Your place is kept.',
    waiting: 'You are on the waiting list.',
    requested: 'You have asked for a place.',
  }
  const until = confirm_by === null ? null : utcText(confirm_by)
  const message =
    until === null
      ? said[state]
      : `${said[state]} Confirm it until ${until} UTC by the mail that we have sent.`
  return { event_id, state, confirm_by_utc: until, party, message }
}

function liveEndpoint(context: Context, guests: Guests): Endpoint<ById, ReadTicket> {
  return {
    methods: ['GET'],
    summary: 'Tell how the registration of an event stands now.',
    params: readTicketParams,
    answer: { status: 200, says: 'The registration, with how many places are left.', schema: 'Registration' },
    handle: async (ask) => ({ body: await liveView(context, guests, ask), headers: unkept }),
  }
}

async function liveView(context: Context, guests: Guests, ask: Ask<ById, ReadTicket>): Promise<object> {
  const event = await eventToRead(context, ask.path.id, ask)
  const url = postUrl(ask.site, kinds.event, event)
  const shown = registrationView(event, { url, siteZone: context.siteZone, now: ask.now })
  const { mode, capacity, questions, consent, note } =
    shown?.mode === 'external' ? { ...shown, questions: [], consent: '', note: '' } : registrationHere(event)
  const isCounted = mode !== 'external' && capacity !== null
  const counts = await countsOf(context.db.read, [event.id])
  return {
    ...shown,
    remaining: isCounted ? Math.max(0, capacity - event.registration_taken) : null,
    waiting: counts.get(event.id)?.waiting ?? 0,
    questions,
    consent,
    note,
    privacy_url: guests.parts.privacyUrl(),
  }
}
