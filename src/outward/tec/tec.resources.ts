import { Type } from 'typebox'
import type { RootResource } from '../../http/discovery.ts'
import type { Endpoint } from '../../http/resource.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { tecDocument } from './tec.docs.ts'
import { tecEventResources } from './tec.events.routes.ts'
import { tecLinkedResources } from './tec.linked.routes.ts'
import { tecNamespace } from './tec.ts'

/** What the interface says of the site. */
export interface TecFacts {
  readonly title: string
  readonly description: string
  readonly locale: string
}

/** Everything below `tec/v1` but its index. */
export function tecResources(context: Context, facts: TecFacts): RootResource[] {
  const resources: RootResource[] = [
    ...tecEventResources(context, facts),
    ...tecLinkedResources(context, venueKind),
    ...tecLinkedResources(context, organizerKind),
    {
      namespace: tecNamespace,
      path: `/${tecNamespace}/docs`,
      pathParams: Type.Object({}),
      endpoints: [docsEndpoint(facts, () => resources)],
      lacks: async () => ({}),
    },
  ]
  return resources
}

function docsEndpoint(facts: TecFacts, resources: () => readonly RootResource[]): Endpoint {
  return {
    methods: ['GET'],
    summary: 'Read this document.',
    operation: 'getTecDocument',
    params: Type.Object({}),
    answer: { status: 200, says: 'The service as an OpenAPI document.', schema: 'OpenApiDocumentation' },
    handle: async ({ site }) => ({
      body: tecDocument(resources(), { ...facts, home: site.home, root: site.root }),
      holdsUntil: Infinity,
    }),
  }
}
