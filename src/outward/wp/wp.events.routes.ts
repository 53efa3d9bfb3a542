import { Type, type StaticDecode } from 'typebox'
import { can, mayEdit } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { listEvents } from '../../records/events/events.list.ts'
import {
  type ReadEvent,
  readEventParams,
  type UpdateEvent,
  updateEventParams,
} from '../../records/events/events.params.ts'
import { lastChange, readEvent } from '../../records/events/events.read.ts'
import { isOpen } from '../../records/rows/event.access.ts'
import type { ItemAddress, Representation } from '../../records/events/events.representation.ts'
import { addressFaults, removeEndpoint, updateEndpoint } from '../../records/events/events.routes.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { prepareView } from '../../records/events/events.view.ts'
import { listBetween } from '../../records/events/events.window.ts'
import { wpNamespace } from '../../http/discovery.ts'
import { itemMethods } from '../../http/item.ts'
import { bareSizes } from '../../http/list.ts'
import type { Ask, Endpoint } from '../../http/resource.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { imageId } from '../../pure/params/image.ts'
import { idList } from '../../pure/params/lists.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import { textOrRaw } from '../../pure/params/texts.ts'
import type { Context } from '../../http/context.ts'
import { statusFaults } from '../../records/posts/posts.faults.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { orderFaults } from '../../records/posts/posts.order.ts'
import type { ById } from '../../pure/params/path.ts'
import { narrowedIds } from '../../records/posts/posts.query.ts'
import { lacksOnId } from '../../records/posts/posts.rights.ts'
import { assertMayEdit } from '../../records/posts/posts.write.ts'
import { wpMetaParam } from './wp.events.meta.ts'
import { meantByMeta } from '../../records/own/own.meant.ts'
import { amongFaults, amongHoldsUntil, amongTold, askedOf } from './wp.among.ts'
import { wpEventView } from './wp.events.view.ts'
import { wpListed, wpReadParams } from './wp.params.ts'
import {
  byWpId,
  ownFields,
  wpFaults,
  wpListAnswer,
  wpNames,
  wpRemoveEndpoint,
  wpResources,
  type WpResources,
} from './wp.ts'
import type { WpForm } from './wp.view.ts'

const path = `/${wpNamespace}/${kinds.event.postType}`

const toEdit = (...[whole, site, context]: Parameters<Representation['written']>) =>
  wpEventView(whole, site, context, 'edit')

/** Wire: what was written is answered as it is to be edited. */
const representation: Representation = {
  schema: 'WpEvent',
  written: toEdit,
  single: (whole, site, context) => wpEventView(whole, site, context),
  toEdit,
}

/**
 * Events under `wp/v2`, where clients of the original find them by their date of publication, and give each its image, tags and
 * categories after making it. Their times and places are written through the events namespace.
 */
export function wpEventResources(context: Context): WpResources {
  const address: ItemAddress<ById> = { context, finder: byWpId(context, kinds.event), representation }
  return wpResources(
    path,
    { endpoints: [wpListEndpoint(context)], lacks: async () => ({}) },
    {
      endpoints: [
        wpReadEndpoint(address),
        wpUpdateEndpoint(address),
        wpRemoveEndpoint(removeEndpoint(address)),
      ],
      lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'anyone'),
    },
  )
}

const wpListParams = Type.Object({
  ...wpListed,
  tags: Type.Optional(idList('Keep events with any of these tags.')),
  tribe_events_cat: Type.Optional(idList('Keep events in any of these categories or their children.')),
})
const listParams = withPageSizes(wpListParams, bareSizes)

/** A list without a window: the second day of all that dates can name is one in every zone. */
export const everyDate = {
  starts: { from: epochSeconds(Temporal.Instant.from('0001-01-02T00:00Z')), until: Infinity },
}

function wpListEndpoint(context: Context): Endpoint<object, StaticDecode<typeof wpListParams>> {
  return {
    methods: ['GET'],
    summary:
      'List events whenever they take place, the last published first, but for those left out of lists.',
    params: listParams,
    answer: { status: 200, says: 'One page of the list.', schema: `${representation.schema}List` },
    check: async ({ params, given, caller, now }) => ({
      ...statusFaults(params.status, can(caller, 'edit_own')),
      ...orderFaults(params, given),
      ...amongFaults(params, context.siteZone, now),
    }),
    handle: async ({ params, caller, now, site }) => {
      const { siteZone } = context
      const { tribe_events_cat: categories, exclude: except, ...others } = askedOf(params, siteZone, now)
      const include = await narrowedIds(context.db.read, kinds.event, params)
      const asked: ListAmong = {
        orderby: 'date',
        order: 'desc',
        status: ['publish'],
        ...others,
        ...(categories && { categories }),
        except,
        ...(include && { include }),
      }
      const sized = { ...context, ...bareSizes }
      const { events, page } = await listEvents(sized, listBetween(asked, everyDate), { caller, now })
      const items = await inTimeSlices(events, async (whole) => {
        const isToEdit = params.context === 'edit' && mayEdit(caller, whole.event)
        return wpEventView(await prepareView(whole, site, context), site, context, formOf(whole, isToEdit))
      })
      return {
        ...wpListAnswer(
          { site, path, declared: listParams },
          { items, page, params: amongTold(params, siteZone, now) },
        ),
        holdsUntil: amongHoldsUntil(params),
      }
    },
  }
}

/** The form in which an event is shown to somebody who has sent no password. */
function formOf({ event }: EventWithLinks, isToEdit: boolean): WpForm {
  if (isToEdit) return 'edit'
  return isOpen(event, undefined) ? 'view' : 'closed'
}

/** Wire: who may edit an event reads it in the trash too, and everybody reads one with a password, without its contents. */
function wpReadEndpoint({ context, finder }: ItemAddress<ById>): Endpoint<ById, ReadEvent> {
  return {
    ...itemMethods('event', representation.schema).read,
    params: Type.Object({ ...readEventParams.properties, ...wpReadParams.properties }),
    check: (ask) => addressFaults(finder, ask.path),
    handle: async (ask) => {
      const allowed = { trash: 'by editors', closed: 'without password' } as const
      const found = await readEvent(context, ask.path.id, ask, allowed)
      const whole = await prepareView(found, ask.site, context)
      const isToEdit = ask.params.context === 'edit'
      if (isToEdit) assertMayEdit(ask.caller, whole.event)
      const form = ask.params.password === undefined || isToEdit ? formOf(whole, isToEdit) : 'view'
      return {
        body: wpEventView(whole, ask.site, context, form),
        modifiedAt: lastChange(whole),
        holdsUntil: Infinity,
      }
    },
  }
}

const { author, categories, date, date_utc, description, excerpt, slug, status, tags, title } =
  updateEventParams.properties

const names = { ...wpNames, categories: 'tribe_events_cat' } as const

/** The fields that this address and the events namespace have in common. */
const wpUpdateParams = Type.Object({
  date,
  [names.date_utc]: date_utc,
  slug,
  status,
  title: Type.Optional(textOrRaw(title)),
  [names.description]: Type.Optional(textOrRaw(description)),
  excerpt: Type.Optional(textOrRaw(excerpt)),
  author,
  [names.image]: Type.Optional(imageId),
  tags,
  [names.categories]: categories,
  meta: Type.Optional(wpMetaParam),
  fields: updateEventParams.properties.fields,
})
type WpUpdate = StaticDecode<typeof wpUpdateParams>

function wpUpdateEndpoint(address: ItemAddress<ById>): Endpoint<ById, WpUpdate> {
  const { check, handle, ...update } = updateEndpoint(address)
  const asked = (ask: Ask<ById, WpUpdate>) => {
    const { meta, ...fields } = ask.params
    return { ...ask, params: { ...ownFields<UpdateEvent>(fields, names), ...meta } }
  }
  return {
    ...update,
    params: wpUpdateParams,
    meant: (sent) => meantByMeta(sent, address.context.declared, 'event'),
    check: async (ask) => ({
      ...(await addressFaults(address.finder, ask.path)),
      ...wpFaults(await check(asked(ask)), names),
    }),
    handle: async (ask) => handle(asked(ask)),
  }
}
