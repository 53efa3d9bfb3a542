import type { FastifyInstance } from 'fastify'
import { apiCatalog, catalogLink, catalogPath, catalogType, documentPath } from '../../http/catalog.ts'
import type { Site } from '../../http/site.ts'
import { serveOpen } from './openAnswer.ts'
import type { WebOptions } from './pages.options.ts'

/** What programs are told of the service. */
export interface Documents {
  /** The document of everything below the REST root, as it holds at an address. */
  readonly document: (site: Site) => Promise<object>
  readonly namespaces: readonly string[]
}

/**
 * Serves the OpenAPI document of everything, and the list of what there is (RFC 9727): the same for everybody, with an ETag;
 * `assistants`: whether they are spoken with.
 */
export function registerDocuments(
  server: FastifyInstance,
  options: WebOptions,
  { document, namespaces, assistants }: Documents & { readonly assistants: boolean },
): void {
  serveOpen(server, options, documentPath, async ({ site }) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(await document(site)),
  }))
  serveOpen(server, options, catalogPath, async ({ site }) => ({
    type: catalogType,
    body: JSON.stringify(apiCatalog(site, { namespaces, assistants })),
    headers: { Link: catalogLink(site) },
  }))
}
