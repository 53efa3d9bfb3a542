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
 * An event under `wp/v2`, where clients of the original give it its image, tags and categories after making it. Its time
 * and place are written through the events namespace.
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

/** The names of our fields in the original. */
const wpNames = {
  date_utc: 'date_gmt',
  description: 'content',
  image: 'featured_media',
  categories: 'tribe_events_cat',
} as const satisfies Partial<Record<keyof UpdateEvent, string>>

/** The fields that this address and the events namespace have in common. */
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

/** The faults, under the names by which the parameters were sent. */
function wpFaults(faults: Faults): Faults {
  return Object.fromEntries(Object.entries(faults).map(([name, says]) => [toldAs.get(name) ?? name, says]))
}
