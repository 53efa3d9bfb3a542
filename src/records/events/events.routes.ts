import { anonymous, can, mayEdit } from '../../http/auth/rights.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { itemMethods, removed } from '../../http/item.ts'
import { assertPage, listAnswer, type ListShape } from '../../http/list.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { Ask, Endpoint, Faults, Resource } from '../../http/resource.ts'
import type { Sent } from '../../http/sources.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { type ById, byId, type BySlug, bySlug, noParams } from '../../pure/params/path.ts'
import { withDistance } from '../posts/posts.places.ts'
import { lacksOnCollection, lacksOnId, lacksOnSlug } from '../posts/posts.rights.ts'
import { postUrl } from '../posts/posts.view.ts'
import { wholly } from '../../http/wholly.ts'
import { shownOf } from './events.depends.ts'
import { listFaults, writeFaults } from './events.faults.ts'
import { withImages } from './events.images.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { listFilters } from './events.links.ts'
import {
  type CreateEvent,
  createEventParams,
  deleteEventParams,
  type ListEvents,
  listEventsParams,
  type ReadEvent,
  readEventParams,
  type UpdateEvent,
  updateEventParams,
} from './events.params.ts'
import { withLinks } from './events.linked.ts'
import { knownView } from './events.known.ts'
import { listEvents } from './events.list.ts'
import { findEventRow } from '../rows/event.query.ts'
import { withNotes } from './events.notes.query.ts'
import { lastChange, readEvent } from './events.read.ts'
import { eventNotFound, existingEvent, isOpen, presentedDigest } from '../rows/event.access.ts'
import { offersHoldUntil } from './events.jsonld.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { stateHoldsUntil } from '../registration/registration.row.ts'
import { speechOf } from '../schedules/schedules.words.ts'
import { windowHoldsUntil } from './events.window.ts'
import { meantByNames } from '../own/own.meant.ts'
import type { Finder } from '../posts/posts.finder.ts'
import type { EventRecord } from './events.record.ts'
import { byItsId, byItsSlug, guardOf, type ItemAddress, ownRepresentation } from './events.representation.ts'
import { blankedView, eventView, prepareView, withNote } from './events.view.ts'
import { createEvent, removeEvent, trashEvent, updateEvent } from './events.write.ts'

const list: ListShape = { key: 'events', order: 'items first', pastTheEnd: 'event-archive-page-not-found' }

/** The records that may be sent within an event. */
const nested = {
  venue: { params: venueKind.createParams, schema: 'Venue' },
  organizer: { params: organizerKind.createParams, schema: 'Organizer' },
}

/** The addresses of events: the list, one by id, one by slug. */
export function eventResources(context: Context): [Resource, Resource<ById>, Resource<BySlug>] {
  const { db } = context
  return [
    {
      path: '/events',
      pathParams: noParams,
      endpoints: [listEndpoint(context), createEndpoint({ context, representation: ownRepresentation })],
      lacks: lacksOnCollection,
    },
    {
      path: '/events/{id}',
      pathParams: byId,
      endpoints: itemEndpoints({ context, finder: byItsId, representation: ownRepresentation }),
      lacks: async (caller, { id }) => lacksOnId(db.read, caller, id, 'anyone'),
    },
    {
      path: '/events/by-slug/{slug}',
      pathParams: bySlug,
      endpoints: itemEndpoints({ context, finder: byItsSlug(context), representation: ownRepresentation }),
      lacks: async (caller, { slug }) => lacksOnSlug(db.read, caller, kinds.event, slug),
    },
  ]
}

/** Lists that are made anew show most events as before. */
const eventViewOnce = knownView(eventView)

function listEndpoint(context: Context): Endpoint<object, ListEvents> {
  return {
    methods: ['GET'],
    summary: 'List events by their start; without dates those from yesterday to twenty-four months ahead.',
    params: withPageSizes(listEventsParams, context),
    answer: { status: 200, says: 'One page of the list.', schema: 'EventList' },
    check: (ask) => listFaults(context, ask),
    handle: async ({ params, caller, from, now, site }) => {
      const digest = await presentedDigest(context, params.password, from)
      const {
        events,
        page,
        nearby,
        more,
        turns: chosen,
        dependsOn,
      } = await listEvents(context, params, {
        caller,
        now,
        digest,
      })
      assertPage(list, page)
      const shown = params.context === 'edit' ? await withNotes(context.db.read, events, caller) : events
      const speech = params.language && speechOf(params.language)
      // Copied once: for each event it took a tenth of the list.
      const how = { ...context, speech, now, site }
      const items = await inTimeSlices(shown, async (whole) => {
        const isSame = whole.event.registration === ''
        const isPlain = caller.id === anonymous.id && !speech && isSame && isOpen(whole.event, digest)
        const open = isPlain ? eventViewOnce : eventView
        const view = isOpen(whole.event, digest) ? open : blankedView
        const record = view(await prepareView(whole, site, how), site, how)
        return withDistance(withMore(withNote(record, whole, how), more), nearby, whole.venues)
      })
      const filters = listFilters(context, { params, page, now, writes: can(caller, 'edit_own') })
      const turns = events.map(({ event }) => stateHoldsUntil(event, epochSeconds(now)))
      const held = windowHoldsUntil(params, context, now)
      const holdsUntil = held && Math.min(held, chosen, ...turns)
      return { ...listAnswer(list, site, { items, page, filters }), holdsUntil, dependsOn }
    },
  }
}

/** The record with how many further dates of its series the list stands for, where it has each series once. */
function withMore(record: EventRecord, more: ReadonlyMap<number, number>): EventRecord {
  const { series } = record
  const number = series && more.get(series.id)
  return series && number !== undefined ? { ...record, series: { ...series, more: number } } : record
}

/** The endpoint that makes an event. */
export function createEndpoint(address: Pick<ItemAddress<unknown>, 'context' | 'representation'>) {
  const { context, representation } = address
  return {
    methods: ['POST'],
    summary: 'Create an event, with its venue, organizers and terms if these are new.',
    params: createEventParams,
    meant: (sent: Sent) => meantByNames(sent, context.declared, 'event'),
    nested,
    answer: { status: 201, says: 'The new event.', schema: representation.schema },
    check: (ask: Ask<unknown, Partial<CreateEvent>>) => writeFaults(context, ask),
    handle: async (ask: Ask<unknown, CreateEvent>) => {
      const sent = await withImages(context, ask.params, ask)
      return wholly(
        context,
        async (within) => {
          const id = await createEvent(within, sent, writingOf(context, ask))
          return { status: 201, body: await written({ representation, context: within }, id, ask) }
        },
        'events',
      )
    },
  } satisfies Endpoint<object, CreateEvent>
}

/** The endpoints that read, remove and change the event of an address. */
function itemEndpoints<Path>(address: ItemAddress<Path>): Endpoint<Path, never>[] {
  return [readEndpoint(address), removeEndpoint(address), updateEndpoint(address)]
}

function readEndpoint<Path>({
  context,
  finder,
  representation,
}: ItemAddress<Path>): Endpoint<Path, ReadEvent> {
  return {
    ...itemMethods('event', representation.schema).read,
    params: readEventParams,
    check: ({ path }) => addressFaults(finder, path),
    handle: async (ask) => {
      const found = await readEvent(context, await finder.find(ask.path), ask)
      const isToEdit = ask.params.context === 'edit' && mayEdit(ask.caller, found.event)
      const [noted = found] = isToEdit ? await withNotes(context.db.read, [found], ask.caller) : []
      const whole = await prepareView(noted, ask.site, context)
      const { single, toEdit = single } = representation
      return {
        body: (isToEdit ? toEdit : single)(whole, ask.site, { ...context, now: ask.now }),
        modifiedAt: lastChange(whole),
        holdsUntil: Math.min(
          offersHoldUntil(whole, ask.now),
          stateHoldsUntil(whole.event, epochSeconds(ask.now)),
        ),
        dependsOn: shownOf([whole]),
      }
    },
  }
}

/** The endpoint that moves the event to the trash, or removes it. */
export function removeEndpoint<Path>(address: ItemAddress<Path>): Endpoint<Path, { force?: boolean }> {
  const { context, finder, representation } = address
  return {
    ...itemMethods('event', representation.schema).trash,
    params: deleteEventParams,
    check: ({ path }) => addressFaults(finder, path),
    handle: async (ask) => {
      const id = await idOf(finder, ask.path)
      const change = { ...writingOf(context, ask), id, guard: guardOf(address, ask) }
      return wholly(
        context,
        async (within) =>
          removed(ask.params.force, {
            trash: () => trashEvent(within, change),
            remove: () => removeEvent(within, change),
            shown: () => written({ representation, context: within }, id, ask),
          }),
        'events',
      )
    },
  }
}

/** The endpoint that changes the event. */
export function updateEndpoint<Path>(address: ItemAddress<Path>) {
  const { context, finder, representation } = address
  return {
    ...itemMethods('event', representation.schema).update,
    params: updateEventParams,
    meant: (sent: Sent) => meantByNames(sent, context.declared, 'event'),
    nested,
    check: async (ask: Ask<Path, UpdateEvent>) => {
      const stored = await findEventRow(context.db.read, await idOf(finder, ask.path))
      // Faults that depend on stored values would reveal these to callers without the right to them.
      return writeFaults(context, ask, stored && mayEdit(ask.caller, stored) ? stored : undefined)
    },
    handle: async (ask: Ask<Path, UpdateEvent>) => {
      const id = await idOf(finder, ask.path)
      if (id === 0 && finder.missing) throw finder.missing(ask.path)
      const guard = guardOf(address, ask)
      const { read } = context.db
      // No images are fetched for an event that does not exist, or is not the one that is to be changed.
      if (ask.params.image || ask.params.venue || ask.params.organizer)
        await guard(read, await existingEvent(read, id))
      const change = { ...writingOf(context, ask), id, guard }
      const sent = await withImages(context, ask.params, ask)
      return wholly(
        context,
        async (within) => {
          await updateEvent(within, sent, (event) => postUrl(ask.site, kinds.event, event), change)
          return { body: await written({ representation, context: within }, id, ask) }
        },
        'events',
      )
    },
  } satisfies Endpoint<Path, UpdateEvent>
}

/** The faults of an address that names no event. */
export async function addressFaults<Path>(finder: Finder<Path>, path: Path): Promise<Faults> {
  return (await finder.find(path)) === undefined ? finder.unknown(path) : {}
}

/** The id of the event, or 0, which no event has, when it does not exist or no longer does. */
async function idOf<Path>(finder: Finder<Path>, path: Path): Promise<number> {
  return (await finder.find(path)) ?? 0
}

/** The event in the answer to a write: with its contents, even if a password protects it (`wire-events.md` 4). */
async function written(
  { context, representation }: Pick<ItemAddress<unknown>, 'context' | 'representation'>,
  id: number,
  { caller, site, now }: Ask<unknown, unknown>,
): Promise<object> {
  const { read } = context.db
  // Facts remembered for this request are outdated by the write.
  const [whole] = await withLinks(rowsIn(read), [await existingEvent(read, id)], caller)
  if (!whole) throw eventNotFound('ID', id)
  return representation.written(await prepareView(whole, site, context), site, { ...context, now })
}

function writingOf({ siteZone, declared }: Context, { caller, now }: Ask<unknown, unknown>) {
  return { caller, now, siteZone, declared }
}
