import { can, mayEdit } from '../auth/rights.ts'
import { rowsIn } from '../db/rows.ts'
import { ApiError } from '../errors.ts'
import { itemMethods, removed } from '../http/item.ts'
import { assertPage, listAnswer, type ListShape } from '../http/list.ts'
import type { Answer, Ask, Endpoint, Faults, Resource } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { byId, bySlug, noParams } from '../posts/posts.params.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import { withDistance } from '../posts/posts.places.ts'
import { lacksOnCollection, lacksOnId, lacksOnSlug } from '../posts/posts.rights.ts'
import { postUrl } from '../posts/posts.view.ts'
import { listFaults, writeFaults } from './events.faults.ts'
import { withImages } from './events.images.ts'
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
import { findEventRow, listEvents } from './events.query.ts'
import { existingEvent, isOpen, lastChange, presentedDigest, readEvent } from './events.read.ts'
import { offersHoldUntil } from './events.jsonld.ts'
import { windowHoldsUntil } from './events.window.ts'
import { blankedView, eventView, eventViewSingle } from './events.view.ts'
import { createEvent, type Guard, removeEvent, trashEvent, updateEvent } from './events.write.ts'

interface ById {
  readonly id: number
}
interface BySlug {
  readonly slug: string
}

const list: ListShape = { key: 'events', order: 'items first', pastTheEnd: 'event-archive-page-not-found' }

/** The addresses of events: the list, one by id, one by slug. */
export function eventResources(context: Context): [Resource, Resource<ById>, Resource<BySlug>] {
  const { db } = context
  return [
    {
      path: '/events',
      pathParams: noParams,
      endpoints: [listEndpoint(context), createEndpoint(context)],
      lacks: lacksOnCollection,
    },
    {
      path: '/events/{id}',
      pathParams: byId,
      endpoints: itemEndpoints<ById>(context, {
        find: async ({ id }) => id,
        // Wire: an unknown id is found wanting only after the right to touch it (`wire-events.md` 0).
        unknown: () => ({}),
      }),
      lacks: async (caller, { id }) => lacksOnId(db.read, caller, id, 'anyone'),
    },
    {
      path: '/events/by-slug/{slug}',
      pathParams: bySlug,
      endpoints: itemEndpoints<BySlug>(context, {
        find: async ({ slug }) => findIdBySlug(db.read, kinds.event, slug),
        unknown: ({ slug }) => ({ slug: `must be the slug of an event, and none has the slug “${slug}”` }),
      }),
      lacks: async (caller, { slug }) => lacksOnSlug(db.read, caller, kinds.event, slug),
    },
  ]
}

/** How an address names one event, and what is wrong with the address when it names none. */
interface Finder<Path> {
  find(path: Path): Promise<number | undefined>
  unknown(path: Path): Faults
}

function listEndpoint(context: Context): Endpoint<object, ListEvents> {
  return {
    methods: ['GET'],
    summary: 'List events by their start; without dates those from yesterday to twenty-four months ahead.',
    params: listEventsParams,
    answer: { status: 200, says: 'One page of the list.', schema: 'EventList' },
    check: (ask) => listFaults(context, ask),
    handle: async ({ params, caller, from, now, site }) => {
      const digest = await presentedDigest(context, params.password, from)
      const { events, page, nearby } = await listEvents(context, params, { caller, now, digest })
      assertPage(list, page)
      const items = (await withLinks(await context.rows.get(), events, caller)).map((whole) => {
        const view = isOpen(whole.event, digest) ? eventView : blankedView
        return withDistance(view(whole, site, context), nearby, whole.venues)
      })
      const filters = listFilters(context, { params, page, now, writes: can(caller, 'edit_own') })
      const holdsUntil = windowHoldsUntil(params, context, now)
      return { ...listAnswer(list, site, { items, page, filters }), holdsUntil }
    },
  }
}

function createEndpoint(context: Context): Endpoint<object, CreateEvent> {
  return {
    methods: ['POST'],
    summary: 'Create an event, with its venue, organizers and terms if these are new.',
    params: createEventParams,
    answer: { status: 201, says: 'The new event.', schema: 'Event' },
    check: (ask) => writeFaults(context, ask),
    handle: async (ask) => {
      const sent = await withImages(context, ask.params, ask)
      const id = await createEvent(context, sent, writingOf(context, ask))
      return { status: 201, body: await written(context, id, ask) }
    },
  }
}

const item = itemMethods('event', 'Event')

/** Reads, removes and changes the event that an address names. */
function itemEndpoints<Path>(context: Context, finder: Finder<Path>): Endpoint<Path, never>[] {
  return [readEndpoint(context, finder), removeEndpoint(context, finder), updateEndpoint(context, finder)]
}

function readEndpoint<Path>(context: Context, finder: Finder<Path>): Endpoint<Path, ReadEvent> {
  return {
    ...item.read,
    params: readEventParams,
    check: ({ path }) => addressFaults(finder, path),
    handle: async (ask) => {
      const whole = await readEvent(context, await finder.find(ask.path), ask)
      return {
        body: eventViewSingle(whole, ask.site, { ...context, now: ask.now }),
        modifiedAt: lastChange(whole),
        holdsUntil: offersHoldUntil(whole, ask.now),
      }
    },
  }
}

function removeEndpoint<Path>(context: Context, finder: Finder<Path>): Endpoint<Path, { force?: boolean }> {
  return {
    ...item.trash,
    params: deleteEventParams,
    check: ({ path }) => addressFaults(finder, path),
    handle: async (ask) => removal(context, await idOf(finder, ask.path), ask),
  }
}

function updateEndpoint<Path>(context: Context, finder: Finder<Path>): Endpoint<Path, UpdateEvent> {
  return {
    ...item.update,
    params: updateEventParams,
    check: async (ask) => {
      const stored = await findEventRow(context.db.read, await idOf(finder, ask.path))
      // What is wrong beside the stored values would tell them to who may not have them.
      return writeFaults(context, ask, stored && mayEdit(ask.caller, stored) ? stored : undefined)
    },
    handle: async (ask) => {
      const id = await idOf(finder, ask.path)
      // Nothing is fetched for an event that is not there.
      if (ask.params.image || ask.params.venue || ask.params.organizer)
        await existingEvent(context.db.read, id)
      const change = { ...writingOf(context, ask), id, guard: guardOf(context, ask) }
      const sent = await withImages(context, ask.params, ask)
      await updateEvent(context, sent, (event) => postUrl(ask.site, kinds.event, event), change)
      return { body: await written(context, id, ask) }
    },
  }
}

async function addressFaults<Path>(finder: Finder<Path>, path: Path): Promise<Faults> {
  return (await finder.find(path)) === undefined ? finder.unknown(path) : {}
}

/** No event has the id 0, which stands for one that is not there, or gone by now. */
async function idOf<Path>(finder: Finder<Path>, path: Path): Promise<number> {
  return (await finder.find(path)) ?? 0
}

async function removal(
  context: Context,
  id: number,
  ask: Ask<unknown, { force?: boolean }>,
): Promise<Answer> {
  const change = { ...writingOf(context, ask), id, guard: guardOf(context, ask) }
  return removed(ask.params.force, {
    trash: () => trashEvent(context, change),
    remove: () => removeEvent(context, change),
    shown: () => written(context, id, ask),
  })
}

/** The event as its writer is answered: whole, whatever password protects it (`wire-events.md` 4). */
async function written(
  context: Context,
  id: number,
  { caller, site }: Ask<unknown, unknown>,
): Promise<object> {
  const { read } = context.db
  // What was remembered went with the write.
  const [whole] = await withLinks(rowsIn(read), [await existingEvent(read, id)], caller)
  if (!whole) throw new ApiError('rest-event-not-found', { id })
  return eventView(whole, site, context)
}

/** Holds the event about to be changed against If-Match, as a single read would show it. */
function guardOf(context: Context, { assertMatch, caller, now, site }: Ask<unknown, unknown>): Guard {
  return async (tx, event) =>
    assertMatch(async () => {
      const [whole] = await withLinks(rowsIn(tx), [event], caller)
      return whole && eventViewSingle(whole, site, { ...context, now })
    })
}

function writingOf({ siteZone }: Context, { caller, now }: Ask<unknown, unknown>) {
  return { caller, now, siteZone }
}
