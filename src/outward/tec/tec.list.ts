import { assertPage, type Page, pagesOf } from '../../http/list.ts'
import type { Answer, Ask } from '../../http/resource.ts'
import { tecNamespace } from './tec.ts'

/** A page of a list: the bare records, and all else about it in the headers. Throws 404 for a page past the last one. */
export function tecListAnswer(
  path: string,
  { site, search }: Pick<Ask, 'site' | 'search'>,
  { items, page }: { readonly items: readonly object[]; readonly page: Page },
): Answer {
  assertPage({ pastTheEnd: 'tec_rest_organizers_page_not_found' }, page)
  const address = `${site.root}/${tecNamespace}${path}`
  const pages = pagesOf(page)
  const to = (number: number, rel: string) => `<${address}${withPage(search, number)}>; rel="${rel}"`
  const links = [
    ...(page.page < pages ? [to(page.page + 1, 'next')] : []),
    ...(page.page > 1 ? [to(page.page - 1, 'prev')] : []),
  ]
  return {
    body: items,
    headers: {
      'X-WP-Total': page.total,
      'X-WP-TotalPages': pages,
      ...(links.length > 0 ? { Link: links.join(', ') } : {}),
    },
  }
}

/** The query as it was sent, with another page: in its place, or at the end. */
function withPage(search: string, number: number): string {
  const pairs = search.replace(/^\?/, '').split('&').filter(Boolean)
  const wanted = `page=${number}`
  const all = pairs.some(isPage) ? pairs.map((pair) => (isPage(pair) ? wanted : pair)) : [...pairs, wanted]
  return `?${all.map(withoutMarks).join('&')}`
}

function isPage(pair: string): boolean {
  return pair.split('=', 1)[0] === 'page'
}

/** What would end the address in the header is written out. */
function withoutMarks(pair: string): string {
  return pair.replaceAll(/[<>"\s]/g, encodeURIComponent)
}
