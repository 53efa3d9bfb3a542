import type { Endpoint, Faults, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { noParams } from '../../pure/params/path.ts'
import { lacksOnSome } from '../posts/posts.rights.ts'
import { postUrl } from '../posts/posts.view.ts'
import { type Bulk, bulkParams } from './bulk.params.ts'
import { changeWithScope } from './bulk.dates.write.ts'
import { type Changing, changeEvents } from './bulk.write.ts'

/**
 * Several events at once, in one transaction, and with a scope the dates that follow those named, or all of their series. The right
 * to each of them is needed; `If-Match` is of one record, and not looked at.
 */
export function bulkResource(context: Context): Resource {
  return {
    path: '/events/bulk',
    pathParams: noParams,
    isExtension: true,
    endpoints: [bulkEndpoint(context)],
    lacks: lacksOnSome,
  }
}

function bulkEndpoint(context: Context): Endpoint<object, Bulk> {
  return {
    methods: ['POST'],
    summary:
      'Approve, cancel, sort, trash or restore several events: all of them, or none where one is refused.',
    title: 'Approve, cancel, sort, trash or restore several events',
    operation: 'bulkUpdateEvents',
    params: bulkParams,
    answer: {
      status: 200,
      says: 'Which events are changed, and which were so already.',
      schema: 'EventsBulk',
    },
    check: async ({ params, given }) => bulkFaults(params, given),
    handle: async ({ params, caller, now, site }) => {
      const { scope = 'this', ...sent } = params
      const changing: Changing = {
        context,
        sent,
        writing: { caller, now, siteZone: context.siteZone },
        pageUrl: (event) => postUrl(site, kinds.event, event),
      }
      return { body: await (scope === 'this' ? changeEvents(changing) : changeWithScope(changing, scope)) }
    },
  }
}

/** What an action needs, one of which has to be sent; with other actions none of it goes. */
const needed = {
  categorize: ['add_categories', 'remove_categories'],
  place: ['venue'],
} as const satisfies Partial<Record<Bulk['action'], readonly string[]>>

/** Faults of what is missing for the action, or is what it does not look at; `given`: what was sent, even if it could not be read. */
function bulkFaults({ action }: Partial<Bulk>, given: ReadonlySet<string>): Faults {
  if (action === undefined) return {}
  const faults: Record<string, string> = {}
  for (const [its, names] of Object.entries(needed)) {
    const sent = names.filter((name) => given.has(name))
    const [first = '', ...others] = names
    if (its !== action) for (const name of sent) faults[name] = `goes with the action ${its} alone`
    else if (sent.length === 0)
      faults[first] = [`is needed with ${its}`, ...others.map((other) => `or ${other} is`)].join(', ')
  }
  return faults
}
