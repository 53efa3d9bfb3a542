import type { Site } from './site.ts'

/** Where the document of everything is, below the address of the site. */
export const documentPath = '/openapi.json'

/** Where the page for developers is, below the public pages. */
export const docsPath = '/docs'

/** Where the list of what is served here is, at every site that has one (RFC 9727). */
export const catalogPath = '/.well-known/api-catalog'

/** The media type of the list, and by which profile it is read. */
export const catalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The link by which the list names itself (RFC 9727, 2). */
export function catalogLink({ home }: Pick<Site, 'home'>): string {
  return `<${home}${catalogPath}>; rel="api-catalog"`
}

/** The links by which programs find the document, people the page, and both the list (RFC 8631, RFC 9727), as a value of `Link`. */
export function serviceLinks(site: Pick<Site, 'home'>): string {
  return [
    `<${site.home}${documentPath}>; rel="service-desc"; type="application/json"`,
    `<${site.home}${docsPath}>; rel="service-doc"`,
    catalogLink(site),
  ].join(', ')
}

/** What is served here: each namespace below the REST root, and the address of assistants where they are answered. */
export function apiCatalog(
  { home, root }: Pick<Site, 'home' | 'root'>,
  { namespaces, assistants }: { readonly namespaces: readonly string[]; readonly assistants: boolean },
): object {
  const doc = { href: `${home}${docsPath}`, type: 'text/html' }
  const status = [{ href: `${home}/readyz`, type: 'application/json' }]
  // The document has the first namespace; the others are the same, and each has a document of its own.
  const [first, ...others] = namespaces
  const ours = (namespace: string) =>
    namespace === first || /^(?:wp|tec|tribe\/tickets)\//.test(namespace)
      ? `${home}${documentPath}`
      : `${root}/${namespace}/doc`
  const rest = [first, ...others]
    .filter((namespace) => namespace !== undefined)
    .map((namespace) => ({
      anchor: `${root}/${namespace}`,
      'service-desc': [{ href: ours(namespace), type: 'application/json' }],
      'service-doc': [doc],
      status,
    }))
  const card = { href: `${home}/mcp/server-card`, type: 'application/mcp-server-card+json' }
  const mcp = { anchor: `${home}/mcp`, 'service-desc': [card], 'service-doc': [doc], status }
  return { linkset: assistants ? [...rest, mcp] : rest }
}
