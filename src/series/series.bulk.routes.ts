import Type, { type StaticDecode } from 'typebox'
import { type Bulk, bulkParams } from '../events/events.bulk.params.ts'
import type { Endpoint, Resource } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { changeWithScope } from './series.bulk.write.ts'
import { scope } from './series.params.ts'

const bulkWithScope = Type.Object({ ...bulkParams.properties, scope: Type.Optional(scope) })
type ScopedBulk = StaticDecode<typeof bulkWithScope>

/** Several events at once, and with a scope the dates that follow those named, or all of their series. */
export function withScopes(context: Context, bulk: Resource): Resource {
  return { ...bulk, endpoints: bulk.endpoints.map((endpoint) => scoping(context, endpoint)) }
}

function scoping(context: Context, endpoint: Endpoint<object, never>): Endpoint<object, never> {
  const bulk = endpoint as Endpoint<object, Bulk>
  const own: Endpoint<object, ScopedBulk> = {
    ...bulk,
    params: bulkWithScope,
    handle: async (ask) => {
      const { scope: dates = 'this', ...sent } = ask.params
      if (dates === 'this') return bulk.handle({ ...ask, params: sent })
      const { caller, now, site } = ask
      const writing = { caller, now, siteZone: context.siteZone }
      const changing = {
        context,
        sent,
        writing,
        pageUrl: (event: Parameters<typeof postUrl>[2]) => postUrl(site, kinds.event, event),
      }
      return { body: await changeWithScope(changing, dates) }
    },
  }
  return own
}
