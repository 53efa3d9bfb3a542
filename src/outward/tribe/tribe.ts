import type { RootResource } from '../../http/discovery.ts'
import { assertPage, type Page, pagesOf, repeated } from '../../http/list.ts'
import type { Answer, Endpoint } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { ById } from '../../pure/params/path.ts'
import { byId, noParams } from '../../pure/params/path.ts'

/**
 * The namespace in which clients of the original’s tickets look for who comes: programs that let people in read it. The registration of an
 * event is the one ticket that it has there, under the ID of the event. It is read alone: whatever writes is unknown.
 */
export const ticketsNamespace = 'tribe/tickets/v1'

/** The address of something below the namespace. */
export const ticketsUrl = (site: Pick<Site, 'root'>, path: string) =>
  `${site.root}/${ticketsNamespace}/${path}`

/** Most of a page. */
export const mostOfPage = 100

/** A list below the namespace. */
export function listResource<Params>(path: string, endpoint: Endpoint<object, Params>): RootResource {
  return {
    namespace: ticketsNamespace,
    path: `/${ticketsNamespace}${path}`,
    pathParams: noParams,
    endpoints: [endpoint] as Endpoint<object, never>[],
    lacks: async () => ({}),
  }
}

/** One of a list. */
export function itemResource(path: string, endpoint: Endpoint<ById>): RootResource {
  return {
    namespace: ticketsNamespace,
    path: `/${ticketsNamespace}${path}/{id}`,
    pathParams: byId,
    endpoints: [endpoint],
    lacks: async () => ({}),
  }
}

/** A page of a list, in the envelope that clients know. Throws 400 for a page past the last one. */
export function ticketsList(
  key: 'attendees' | 'tickets',
  { site, params }: { readonly site: Site; readonly params: Parameters<typeof repeated>[0] },
  { items, page }: { readonly items: readonly object[]; readonly page: Page },
): Answer {
  assertPage({ pastTheEnd: 'invalid-page-number' }, page)
  const query = repeated(params, Object.keys(params))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const [total, pages] = [page.total, pagesOf(page)]
  return {
    body: {
      rest_url: `${ticketsUrl(site, `${key}/`)}${query === '' ? '' : `?${query}`}`,
      total,
      total_pages: pages,
      [key]: items,
    },
    headers: {
      'X-ET-TOTAL': total,
      'X-ET-TOTAL-PAGES': pages,
      'Cache-Control': 'private, no-store',
    },
  }
}
