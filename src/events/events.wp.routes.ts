import Type, { type StaticDecode } from 'typebox'
import type { RootResource } from '../http/discovery.ts'
import type { Ask, Endpoint, Faults, Resource } from '../http/resource.ts'
import { idOrNone } from '../params/numbers.ts'
import type { Context } from '../posts/context.ts'
import { type ById, byId } from '../posts/posts.params.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { byItsId, type ItemAddress } from './events.representation.ts'
import { type UpdateEvent, updateEventParams } from './events.params.ts'
import { readEndpoint, updateEndpoint } from './events.routes.ts'
import { wpEventView } from './events.wp.view.ts'

/**
 * An event where writers of the original look for it once they have made it, to give it its image, tags and categories.
 * When and where it takes place is said to the service itself.
 */
export function wpEventResource(context: Context): Pick<RootResource, 'namespace'> & Resource<ById> {
  const representation = { schema: 'WpEvent', written: wpEventView, single: wpEventView }
  const address: ItemAddress<ById> = { context, finder: byItsId, representation }
  return {
    namespace: 'wp/v2',
    path: '/wp/v2/tribe_events/{id}',
    pathParams: byId,
    endpoints: [readEndpoint(address), wpUpdateEndpoint(address)],
    lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'anyone'),
  }
}

const { author, categories, date, date_utc, description, excerpt, slug, status, tags, title } =
  updateEventParams.properties

/** The names that the original has for fields of ours. */
const wpNames = {
  date_utc: 'date_gmt',
  description: 'content',
  image: 'featured_media',
  categories: 'tribe_events_cat',
} as const satisfies Partial<Record<keyof UpdateEvent, string>>

/** The fields that both have. */
const wpUpdateParams = Type.Object({
  date,
  [wpNames.date_utc]: date_utc,
  slug,
  status,
  title,
  [wpNames.description]: description,
  excerpt,
  author,
  [wpNames.image]: Type.Optional(idOrNone('The ID of the featured image; 0 for none.')),
  tags,
  [wpNames.categories]: categories,
})
type WpUpdate = StaticDecode<typeof wpUpdateParams>

function wpUpdateEndpoint(address: ItemAddress<ById>): Endpoint<ById, WpUpdate> {
  const { check, handle, ...update } = updateEndpoint(address)
  const asked = (ask: Ask<ById, WpUpdate>) => ({ ...ask, params: ownFields(ask.params) })
  return {
    ...update,
    params: wpUpdateParams,
    check: async (ask) => wpFaults(await check(asked(ask))),
    handle: async (ask) => handle(asked(ask)),
  }
}

function ownFields(sent: WpUpdate): UpdateEvent {
  const {
    [wpNames.date_utc]: date_utc,
    [wpNames.description]: description,
    [wpNames.image]: image,
    [wpNames.categories]: categories,
    ...same
  } = sent
  return {
    ...same,
    ...(date_utc !== undefined && { date_utc }),
    ...(description !== undefined && { description }),
    ...(image !== undefined && { image: image === null ? null : { id: image } }),
    ...(categories !== undefined && { categories }),
  }
}

const toldAs: ReadonlyMap<string, string> = new Map(Object.entries(wpNames))

/** The same faults, of the parameters by the names they were sent by. */
function wpFaults(faults: Faults): Faults {
  return Object.fromEntries(Object.entries(faults).map(([name, says]) => [toldAs.get(name) ?? name, says]))
}
