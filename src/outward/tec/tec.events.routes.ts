import { can, mayEdit } from '../../http/auth/rights.ts'
import { endOfToday } from '../../pure/calendar/day.ts'
import { firstSecond } from '../../pure/calendar/text.ts'
import { listFaults } from '../../records/events/events.faults.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { listEvents } from '../../records/events/events.list.ts'
import { readEventParams, type ReadEvent } from '../../records/events/events.params.ts'
import { lastChange, readEvent } from '../../records/events/events.read.ts'
import { isOpen, presentedDigest } from '../../records/rows/event.access.ts'
import type { ItemAddress, Representation } from '../../records/events/events.representation.ts'
import { createEndpoint, removeEndpoint, updateEndpoint } from '../../records/events/events.routes.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { prepareView } from '../../records/events/events.view.ts'
import { windowHoldsUntil } from '../../records/events/events.window.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { RootResource } from '../../http/discovery.ts'
import { itemMethods } from '../../http/item.ts'
import type { Ask, Endpoint } from '../../http/resource.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { deleteParams } from '../../records/posts/posts.params.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { lacksOnCollection } from '../../records/posts/posts.rights.ts'
import { wpFaults } from '../wp/wp.ts'
import {
  tecEventCreateParams,
  type TecEventList,
  tecEventListParams,
  tecEventNames,
  tecEventUpdateParams,
  type TecEventWrite,
} from './tec.events.params.ts'
import { ownWrite } from './tec.events.sent.ts'
import { tecClosedView, tecEventView, tecHoldsUntil } from './tec.events.view.ts'
import { tecListAnswer } from './tec.list.ts'
import { tecPageMax } from './tec.params.ts'
import { assertThere, byTecId, lacksOnRecord, tecResource } from './tec.ts'

/** What records depend on that is no setting of the calendar itself. */
export interface TecLook {
  readonly locale: string
}

/** Events below `tec/v1`. */
export function tecEventResources(context: Context, look: TecLook): RootResource[] {
  const view: Representation['single'] = (whole, site, { now }) =>
    tecEventView(whole, { site, context, now, locale: look.locale })
  const representation: Representation = { schema: 'TecEvent', written: view, single: view }
  const address: Address = {
    context,
    finder: byTecId(context, kinds.event),
    representation,
    look,
  }
  return [
    tecResource({
      path: '/events',
      pathParams: noParams,
      endpoints: [listEndpoint(address), makeEndpoint(address)],
      lacks: lacksOnCollection,
    }),
    tecResource<ById>({
      path: '/events/{id}',
      pathParams: byId,
      endpoints: [readEndpoint(address), changeEndpoint(address), trashEndpoint(address)],
      lacks: (caller, at) => lacksOnRecord(context, kinds.event, caller, at),
    }),
  ]
}

interface Address extends ItemAddress<ById> {
  readonly look: TecLook
}

function listEndpoint({ context, look }: Address): Endpoint<object, TecEventList> {
  return {
    methods: ['GET'],
    summary: 'List events by their start, whenever they take place.',
    params: withPageSizes(tecEventListParams, { ...context, perPageMax: tecPageMax }),
    answer: { status: 200, says: 'One page of the list.', schema: 'TecEventList' },
    check: (ask) => listFaults(context, { ...ask, params: ownList(ask) }),
    handle: async (ask) => {
      const { caller, from, now, site } = ask
      const digest = await presentedDigest(context, ask.params.password, from)
      const sized = { ...context, perPageMax: tecPageMax }
      const asked = ownList(ask)
      const { events, page, dependsOn } = await listEvents(sized, asked, { caller, now, digest })
      const items = await inTimeSlices(events, async (whole) =>
        shownTo(ask, await prepareView(whole, site, context), digest, { context, look }),
      )
      const windowHolds = windowHoldsUntil(asked, context, now)
      const holdsUntil = tecHoldsUntil(events, endOfToday(context.siteZone, now), now)
      return {
        ...tecListAnswer('/events', ask, { items, page }),
        holdsUntil: windowHolds === undefined ? undefined : Math.min(windowHolds, holdsUntil),
        dependsOn,
      }
    },
  }
}

const orders = {
  event_date: 'start_date',
  date: 'date',
  title: 'title',
  // Nothing here has a place in a menu, so that all are equal in it.
  menu_order: 'id',
  modified: 'modified',
} as const

/** No list has a window here that it is not asked for: the second day of all that dates can name is one in every zone. */
const ever = { kind: 'instant', seconds: firstSecond + 86_400 - 1 } as const

/** The list in the terms of the events namespace. */
function ownList({
  params,
  caller,
}: Pick<Ask<object, Partial<TecEventList>>, 'params' | 'caller'>): ListAmong {
  const { include, exclude, status = published, orderby = 'event_date', order = 'asc', ...others } = params
  return {
    ...others,
    strict_dates: true,
    starts_after: others.starts_after ?? ever,
    // Wire: other statuses are not refused to readers, and count for nothing.
    status: can(caller, 'edit_own') ? status : published,
    orderby: orders[orderby],
    order,
    withHidden: true,
    ...(include ? { only: include } : {}),
    ...(exclude ? { except: exclude } : {}),
  }
}

const published = ['publish'] as const

/** The event as this reader sees it: without its contents, if they neither have sent its password nor may edit it. */
function shownTo(
  { caller, now, site }: Pick<Ask, 'caller' | 'now' | 'site'>,
  whole: EventWithLinks,
  digest: string | undefined,
  { context, look }: Pick<Address, 'context' | 'look'>,
): object {
  const isShown = isOpen(whole.event, digest) || mayEdit(caller, whole.event)
  return (isShown ? tecEventView : tecClosedView)(whole, { site, context, now, locale: look.locale })
}

function readEndpoint({ context, look, representation }: Address): Endpoint<ById, ReadEvent> {
  return {
    ...itemMethods('event', representation.schema).read,
    params: readEventParams,
    handle: async (ask) => {
      await assertThere(context, kinds.event, ask.path)
      const found = await readEvent(context, ask.path.id, ask, { closed: 'without password' })
      const digest = await presentedDigest(context, ask.params.password, ask.from)
      const whole = await prepareView(found, ask.site, context)
      return {
        body: shownTo(ask, whole, digest, { context, look }),
        modifiedAt: lastChange(whole),
        holdsUntil: tecHoldsUntil([whole], endOfToday(context.siteZone, ask.now), ask.now),
      }
    },
  }
}

function makeEndpoint(address: Address): Endpoint<object, TecEventWrite> {
  const { context } = address
  const { check, handle, ...create } = createEndpoint(address)
  return {
    ...create,
    params: tecEventCreateParams,
    // What is missing is told after the rights, as the original does.
    check: async (ask) =>
      undatedIn(ask).length > 0 ? {} : faultsOf(ask, await check(await ownWrite(context, ask))),
    handle: async (ask) => {
      const missing = undatedIn(ask)
      if (missing.length > 0) throw undated(missing)
      const own = await ownWrite(context, ask)
      const { start_date, end_date, title = '' } = own.params
      if (!start_date || !end_date) throw undated(['start_date', 'end_date'])
      // A write may clear what is there; where nothing is, clearing it is nothing.
      return handle({ ...own, params: { ...own.params, title, start_date, end_date } })
    },
  }
}

/** What a new event lacks that has no start, or neither an end nor a length. */
function undatedIn({ given }: Pick<Ask, 'given'>): string[] {
  const isGiven = (...names: readonly string[]) => names.some((name) => given.has(name))
  return [
    ...(isGiven('start_date', 'start_date_utc') ? [] : ['start_date']),
    ...(isGiven('end_date', 'end_date_utc', 'duration') ? [] : ['end_date']),
  ]
}

function undated(params: readonly string[]): ApiError {
  return new ApiError('rest_missing_callback_param', { names: params.join(', ') }, { data: { params } })
}

function changeEndpoint(address: Address): Endpoint<ById, TecEventWrite> {
  const { context } = address
  const { check, handle, ...update } = updateEndpoint(address)
  return {
    ...update,
    methods: ['PUT', 'PATCH'],
    params: tecEventUpdateParams,
    check: async (ask) => faultsOf(ask, await check(await ownWrite(context, ask, ask.path.id))),
    handle: async (ask) => {
      await assertThere(context, kinds.event, ask.path)
      return handle(await ownWrite(context, ask, ask.path.id))
    },
  }
}

/** Faults under the names that were sent: an end that was told by its length, or in UTC, is not named otherwise. */
function faultsOf({ given }: Pick<Ask, 'given'>, faults: Readonly<Record<string, string>>) {
  const sentAs = (edge: string, ...others: readonly string[]) =>
    given.has(edge) ? edge : (others.find((name) => given.has(name)) ?? edge)
  return wpFaults(faults, {
    ...tecEventNames,
    start_date: sentAs('start_date', 'start_date_utc'),
    end_date: sentAs('end_date', 'end_date_utc', 'duration'),
  })
}

/** Wire: what is removed is answered by an empty list. */
function trashEndpoint(address: Address): Endpoint<ById, { force?: boolean }> {
  const { context } = address
  const remove = removeEndpoint(address)
  return {
    ...remove,
    params: deleteParams,
    operation: 'deleteTecEvent',
    answer: { ...remove.answer, says: 'An empty list.', schema: 'TecRemoved' },
    handle: async (ask) => {
      await assertThere(context, kinds.event, ask.path, { trashed: true })
      await remove.handle(ask)
      return { body: [] }
    },
  }
}
