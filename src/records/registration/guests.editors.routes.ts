import { mayEdit } from '../../http/auth/rights.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import type { Answer, Ask, Endpoint, Resource } from '../../http/resource.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import { readAnswers } from './guests.answers.ts'
import {
  approveGuest,
  cancelGuest,
  changeGuest,
  type GuestChange,
  placeGuest,
  refuseGuest,
} from './guests.deeds.write.ts'
import { eraseGuest } from './guests.erase.write.ts'
import { type ChangeGuest, changeGuestParams, type DecideGuest, decideGuestParams } from './guests.params.ts'
import { guestUrl, unkept } from './guests.parts.ts'
import { findGuest, type GuestRow, liveUnder } from './guests.query.ts'
import type { Guests } from './guests.ts'
import { guestView } from './guests.view.ts'
import { registrationHere, writeGuests } from './guests.write.ts'

const decisions = {
  approve: [approveGuest, 'Let a guest come who has asked for a place.'],
  refuse: [refuseGuest, 'Do not let a guest come who has asked for a place.'],
  place: [placeGuest, 'Give a place now to a guest who waits.'],
  cancel: [cancelGuest, 'Cancel the place of a guest.'],
} as const
type Decision = keyof typeof decisions
const decisionNames = Object.keys(decisions) as readonly Decision[]

/** What those do about a guest who may edit the event. */
export function guestResource(context: Context, guests: Guests): Resource<ById>[] {
  const lacks: Resource<ById>['lacks'] = async (caller, { id }) => {
    const guest = await findGuest(context.db.read, id)
    const { POST: edit } = await lacksOnId(
      context.db.read,
      caller,
      guest?.event_id,
      guest ? 'anyone' : 'nobody',
    )
    return edit === undefined ? {} : { GET: edit, POST: edit, PATCH: edit, DELETE: edit }
  }
  const at = (path: string, ...endpoints: Endpoint<ById, never>[]): Resource<ById> => ({
    path: `/guests/{id}${path}`,
    pathParams: byId,
    isExtension: true,
    endpoints,
    lacks,
  })
  const address = { context, guests }
  return [
    at('', readEndpoint(address), changeEndpoint(address), eraseEndpoint(address)),
    ...decisionNames.map((name) => at(`/${name}`, decisionEndpoint(address, name))),
  ]
}

interface Address {
  readonly context: Context
  readonly guests: Guests
}

async function existing({ context }: Address, id: number): Promise<GuestRow> {
  const guest = await findGuest(context.db.read, id)
  if (!guest) throw new ApiError('rest_guest_not_found', { id })
  return guest
}

/** The guest on the wire. */
function viewOf({ guests }: Address, guest: GuestRow, { site }: Pick<Ask, 'site'>) {
  return guestView(guest, guestUrl(guests.parts, site.home, guest))
}

/**
 * Does something about a guest, fills the places, and answers the guest as they are then. Who may edit the event is asked once more, within
 * the transaction.
 */
async function doing<Params>(
  address: Address,
  ask: Ask<ById, Params>,
  deed: (tx: Writer, guest: GuestRow, event: EventRow) => Promise<unknown>,
): Promise<GuestRow | undefined> {
  const { path, caller, now } = ask
  const { event_id } = await existing(address, path.id)
  return writeGuests<GuestRow | undefined>(
    address.context.db,
    event_id,
    now,
    async (tx, event) => {
      const guest = mayEdit(caller, event) ? await findGuest(tx, path.id) : undefined
      if (!guest) throw new ApiError('rest_guest_not_found', { id: path.id })
      await deed(tx, guest, event)
      return guest
    },
    async (tx) => findGuest(tx, path.id),
  )
}

/** The answer with the guest as they are then. */
function answerOf(address: Address, guest: GuestRow | undefined, ask: Ask<ById, unknown>): Answer {
  if (!guest) throw new ApiError('rest_guest_not_found', { id: ask.path.id })
  return { body: viewOf(address, guest, ask), headers: unkept }
}

function readEndpoint(address: Address): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Read a guest.',
    params: noParams,
    answer: { status: 200, says: 'The guest.', schema: 'Guest' },
    handle: async (ask) => answerOf(address, await existing(address, ask.path.id), ask),
  }
}

function decisionEndpoint(address: Address, name: Decision): Endpoint<ById, DecideGuest> {
  const [deed, summary] = decisions[name]
  return {
    methods: ['POST'],
    summary,
    params: decideGuestParams,
    answer: { status: 200, says: 'The guest as they are now.', schema: 'Guest' },
    handle: async (ask) => {
      const { path, params, caller, now } = ask
      const guest = await doing(address, ask, async (tx) =>
        deed({ tx, id: path.id, now, force: params.force === true, by: caller.id, message: params.message }),
      )
      address.guests.parts.count(name)
      return answerOf(address, guest, ask)
    },
  }
}

function changeEndpoint(address: Address): Endpoint<ById, ChangeGuest> {
  return {
    methods: ['PATCH'],
    summary: 'Change what is known of a guest.',
    params: changeGuestParams,
    answer: { status: 200, says: 'The guest as they are now.', schema: 'Guest' },
    handle: async (ask) => {
      const { path, params, caller, now } = ask
      const seen = await existing(address, path.id)
      const event = await findEventRow(address.context.db.read, seen.event_id)
      const change = changeOf(params, event ? registrationHere(event).questions : [])
      const changed = await doing(address, ask, async (tx, guest) => {
        await ask.assertMatch(async () => viewOf(address, guest, ask))
        const isOther = change.email_folded !== guest.email_folded
        const known = isOther ? await liveUnder(tx, guest.event_id, change.email_folded ?? '') : undefined
        if (known) throw new ApiError('rest_guest_exists', { id: known.id }, { data: { id: known.id } })
        const by = { force: params.force === true, by: caller.id }
        await changeGuest({ tx, id: path.id, now, ...by }, change)
      })
      address.guests.parts.count('change')
      return answerOf(address, changed, ask)
    },
  }
}

function changeOf(
  { name, email, party, answers, note, call }: ChangeGuest,
  questions: Parameters<typeof readAnswers>[0],
): GuestChange {
  const read = answers && readAnswers(questions, answers, false)
  if (read && Object.keys(read.faults).length > 0) throw invalidParams(read.faults)
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email: email ?? '', email_folded: foldedAddress(email ?? '') }),
    ...(party === undefined ? {} : { party }),
    ...(note === undefined ? {} : { note: note ?? '' }),
    ...(call === undefined ? {} : { to_call: call ? 1 : 0 }),
    ...(read ? { answers: JSON.stringify(read.answers) } : {}),
  }
}

function eraseEndpoint(address: Address): Endpoint<ById> {
  return {
    methods: ['DELETE'],
    summary: 'Erase a guest for good, which frees the place.',
    params: noParams,
    answer: { status: 200, says: 'That they are erased.', schema: 'GuestErased' },
    handle: async (ask) => {
      await doing(address, ask, async (tx, guest, event) => {
        await eraseGuest(tx, address.context.siteZone, { event, guest, now: ask.now })
      })
      await address.context.db.scrub(['guests', 'mail_outbox'])
      address.guests.parts.count('erase')
      return { body: { deleted: true }, headers: unkept }
    },
  }
}
