import Type, { type StaticDecode } from 'typebox'
import { type RootResource, wpNamespace } from '../http/discovery.ts'
import { itemMethods } from '../http/item.ts'
import type { Ask, Endpoint, Resource } from '../http/resource.ts'
import { imageId } from '../params/image.ts'
import { textOrRaw } from '../params/texts.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { type ById, byId } from '../posts/posts.params.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { byWpId, ownFields, wpFaults, wpNames } from '../posts/posts.wp.ts'
import { wpReadParams } from '../posts/posts.wp.params.ts'
import { assertMayEdit } from '../posts/posts.write.ts'
import { type ReadEvent, readEventParams, type UpdateEvent, updateEventParams } from './events.params.ts'
import { isOpen, lastChange, readEvent } from './events.read.ts'
import type { ItemAddress, Representation } from './events.representation.ts'
import { addressFaults, updateEndpoint } from './events.routes.ts'
import { wpEventView } from './events.wp.view.ts'

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
 * An event under `wp/v2`, where clients of the original give it its image, tags and categories after making it. Its time
 * and place are written through the events namespace.
 */
export function wpEventResource(context: Context): Pick<RootResource, 'namespace'> & Resource<ById> {
  const address: ItemAddress<ById> = { context, finder: byWpId(context, kinds.event), representation }
  return {
    namespace: wpNamespace,
    path: `${path}/{id}`,
    pathParams: byId,
    endpoints: [wpReadEndpoint(address), wpUpdateEndpoint(address)],
    lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'anyone'),
  }
}

/** Wire: who may edit an event reads it in the trash too, and everybody reads one with a password, without its contents. */
function wpReadEndpoint({ context, finder }: ItemAddress<ById>): Endpoint<ById, ReadEvent> {
  return {
    ...itemMethods('event', representation.schema).read,
    params: Type.Object({ ...readEventParams.properties, ...wpReadParams.properties }),
    check: (ask) => addressFaults(finder, ask.path),
    handle: async (ask) => {
      const allowed = { trash: 'by editors', closed: 'without password' } as const
      const whole = await readEvent(context, ask.path.id, ask, allowed)
      const isToEdit = ask.params.context === 'edit'
      if (isToEdit) assertMayEdit(ask.caller, whole.event)
      const isClosed = ask.params.password === undefined && !isOpen(whole.event, undefined)
      const form = isToEdit ? 'edit' : isClosed ? 'closed' : 'view'
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
})
type WpUpdate = StaticDecode<typeof wpUpdateParams>

function wpUpdateEndpoint(address: ItemAddress<ById>): Endpoint<ById, WpUpdate> {
  const { check, handle, ...update } = updateEndpoint(address)
  const asked = (ask: Ask<ById, WpUpdate>) => ({
    ...ask,
    params: ownFields<UpdateEvent>(ask.params, names),
  })
  return {
    ...update,
    params: wpUpdateParams,
    check: async (ask) => ({
      ...(await addressFaults(address.finder, ask.path)),
      ...wpFaults(await check(asked(ask)), names),
    }),
    handle: async (ask) => handle(asked(ask)),
  }
}
