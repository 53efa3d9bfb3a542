import type { Resource } from './resource.ts'
import type { Answering } from './serving.ts'

/** What is at an address. */
export interface Place {
  /** The pattern that its requests match. */
  readonly url: string
  readonly namespace: string
  readonly resource: Resource
}

const patterns = { id: ':id(^\\d+$)', slug: ':slug' }

/** Every address of the service, below each of its namespaces and at the REST root. */
export function placesOf({ settings, resources, rootResources }: Answering): Place[] {
  const { restRoot, namespaces } = settings
  const [first = ''] = namespaces
  const placeOf = (resource: Resource, namespace: string, below: string): Place => {
    const path = resource.path.replaceAll(/\{(id|slug)\}/g, (_, name: 'id' | 'slug') => patterns[name])
    return { url: `${restRoot}${below}${path}` || '/', namespace, resource }
  }
  return [
    ...namespaces.flatMap((namespace) =>
      resources.map((resource) => placeOf(resource, namespace, `/${namespace}`)),
    ),
    ...rootResources.map((resource) => placeOf(resource, first, '')),
  ]
}
