import type { Resource } from './resource.ts'
import type { AnswerParts } from './serverParts.ts'

/** An address of the service, and what is served there. */
export interface Route {
  /** The pattern of the router that its requests match. */
  readonly url: string
  readonly namespace: string
  readonly resource: Resource
}

const patterns = {
  id: ':id(^\\d+$)',
  slug: ':slug',
  source: ':source',
  key: ':key',
  user_id: ':user_id(^(?:\\d+|me)$)',
  uuid: ':uuid',
  name: ':name',
  revision: ':revision(^\\d+$)',
}

/** Every address of the service, below each of its namespaces and at the REST root. */
export function routesOf({ settings, resources, rootResources }: AnswerParts): Route[] {
  const { restRoot, namespaces } = settings
  const [first = ''] = namespaces
  const routeOf = (resource: Resource, namespace: string, below: string): Route => {
    const path = resource.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof patterns) => patterns[name])
    return { url: `${restRoot}${below}${path}` || '/', namespace, resource }
  }
  return [
    ...namespaces.flatMap((namespace) =>
      resources.map((resource) => routeOf(resource, namespace, `/${namespace}`)),
    ),
    ...rootResources.map((resource) => routeOf(resource, first, '')),
  ]
}
