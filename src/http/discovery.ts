import type { TObject } from 'typebox'
import type { Zone } from '../pure/calendar/zone.ts'
import { ApiError } from '../pure/errors/errors.ts'
import { openApiSchema, plainSchema } from './openapi.schema.ts'
import { type Endpoint, type Method, methodsOf, type Resource } from './resource.ts'
import type { Site } from './site.ts'

/** The namespace in which clients of the original look for what is not specific to calendars. */
export const wpNamespace = 'wp/v2'

/** A resource whose path begins at the REST root, with the namespace that it is listed under. */
export interface RootResource extends Resource {
  readonly namespace: string
}

/** Everything below the REST root. These are functions, as discovery is itself among the resources it describes. */
export interface Surface {
  /** The namespaces that {@link Surface.resources} are served under, the first one leading. */
  readonly namespaces: readonly string[]
  readonly resources: () => readonly Resource[]
  readonly rootResources: () => readonly RootResource[]
}

/** A route as discovery and OPTIONS show it (`wire-others.md` 6). */
export interface RouteEntry {
  readonly namespace: string
  readonly methods: readonly Method[]
  readonly endpoints: readonly { readonly methods: readonly Method[]; readonly args: Args | readonly [] }[]
  /** Only where the address is one, not a pattern of many. */
  readonly _links?: { readonly self: readonly Link[] }
}

type Args = Readonly<Record<string, Readonly<Record<string, unknown>>>>
interface Link {
  readonly href: string
}

/** The name of the site and its zone, as the REST root shows them. */
export interface SiteFacts {
  readonly name: string
  readonly description: string
  readonly zone: Zone
  /** Where below the public pages a person reads how to use the service. */
  readonly help: string
}

/** A parameter’s default that stands for the namespace being asked. */
export const theNamespace = '{namespace}'

/** The description of a resource, as OPTIONS answers it. */
export function describeRoute(resource: Resource | RootResource, site: Site): RouteEntry {
  return entryOf(placed(resource, site.namespace), site)
}

/** What `GET /{ns}` answers, for this or another namespace that is served; throws 404 `rest_invalid_namespace` for any other. */
export function namespaceIndex(surface: Surface, site: Site, namespace: string) {
  const here = placedIn(surface).filter((place) => place.namespace === namespace && namespace !== '')
  if (here.length === 0) {
    throw new ApiError('rest_invalid_namespace', { namespace, served: namespacesOf(surface).join(', ') })
  }
  // Wire: just the recorded routes; the root index, OPTIONS and the document show what is ours alone too.
  const recorded = here.filter(({ resource }) => !resource.isExtension)
  return { namespace, routes: routesOf(recorded, site), _links: { up: [{ href: `${site.root}/` }] } }
}

/** What the REST root answers: the site, its namespaces and every route, as clients of the original look for them. */
export function rootIndex(surface: Surface, site: Site, facts: SiteFacts, now: Temporal.Instant) {
  const { name, description, zone } = facts
  return {
    name,
    description,
    url: site.home,
    home: site.home,
    gmt_offset: now.toZonedDateTimeISO(zone.id).offsetNanoseconds / 3.6e12,
    // Wire: fixed offsets have no name here.
    timezone_string: /^[+-]/.test(zone.id) ? '' : zone.id,
    namespaces: namespacesOf(surface),
    // Wire: application passwords are understood; no page hands them out, so none is named.
    authentication: { 'application-passwords': { endpoints: {} } },
    routes: routesOf(placedIn(surface), site),
    _links: { help: [{ href: site.home + facts.help }] },
  }
}

/** A resource with the namespace it belongs to and its path below the REST root. */
interface Placed {
  readonly resource: Resource
  readonly namespace: string
  readonly path: string
}

function placed(resource: Resource | RootResource, namespace: string): Placed {
  if ('namespace' in resource) return { resource, namespace: resource.namespace, path: resource.path || '/' }
  return { resource, namespace, path: `/${namespace}${resource.path}` }
}

function placedIn({ namespaces, resources, rootResources }: Surface): Placed[] {
  const shared = namespaces.flatMap((namespace) => resources().map((resource) => placed(resource, namespace)))
  return [...rootResources().map((resource) => placed(resource, '')), ...shared]
}

/** The namespaces that are served, those of {@link Surface.resources} first. */
export function namespacesOf(surface: Surface): string[] {
  const atRoot = surface.rootResources().map(({ namespace }) => namespace)
  return [...new Set([...surface.namespaces, ...atRoot])].filter((namespace) => namespace !== '')
}

/** The entries by the pattern of their address. */
function routesOf(places: readonly Placed[], site: Site): Record<string, RouteEntry> {
  return Object.fromEntries(places.map((place) => [patternOf(place.path), entryOf(place, site)]))
}

const patterns = {
  id: String.raw`(?P<id>\d+)`,
  slug: '(?P<slug>[^/]+)',
  user_id: String.raw`(?P<user_id>(?:[\d]+|me))`,
  uuid: String.raw`(?P<uuid>[\w\-]+)`,
  name: '(?P<name>[^/]+)',
  revision: String.raw`(?P<revision>\d+)`,
  source: '(?P<source>[^/]+)',
  key: '(?P<key>[^/]+)',
}

function patternOf(path: string): string {
  return path.replaceAll(
    /\{(id|slug|user_id|uuid|name|revision|source|key)\}/g,
    (_, name: keyof typeof patterns) => patterns[name],
  )
}

function entryOf({ resource, namespace, path }: Placed, site: Site): RouteEntry {
  return {
    namespace,
    methods: methodsOf(resource),
    endpoints: resource.endpoints.map((endpoint) => ({
      methods: endpoint.methods,
      args: argsOf(resource.pathParams, endpoint, namespace),
    })),
    ...(path.includes('{') ? {} : { _links: { self: [{ href: site.root + path }] } }),
  }
}

/** Wire: no parameters are an empty list. */
function argsOf(path: TObject, { params }: Pick<Endpoint, 'params'>, namespace: string): Args | [] {
  const required = new Set([...(path.required ?? []), ...(params.required ?? [])])
  // A slug that the path names and the body may change is required in the path alone.
  for (const name of Object.keys(params.properties))
    if (!params.required?.includes(name)) required.delete(name)
  const entries = Object.entries({ ...path.properties, ...params.properties }).map(([name, declared]) => {
    const schema = openApiSchema(plainSchema(declared))
    const shown = ['type', 'default', 'description', 'items', 'format', 'enum'].flatMap((keyword) =>
      schema[keyword] === undefined
        ? []
        : [[keyword, schema[keyword] === theNamespace ? namespace : schema[keyword]] as const],
    )
    return [name, { ...Object.fromEntries(shown), required: required.has(name) }] as const
  })
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}
