import { ApiError, type RefusalCode } from '../pure/errors/errors.ts'
import type { Answer } from './resource.ts'
import type { Site } from './site.ts'

/** One page of a list and how much there is in all. */
export interface Page {
  readonly page: number
  readonly perPage: number
  readonly total: number
}

/** How a kind of list is put together on the wire. */
export interface ListShape {
  /** The key of the items, and the last part of the address. */
  readonly key: string
  /** Terms put the links and totals before the items, and know no page past the end (`wire-others.md` 2.5, 3.2; D34). */
  readonly order: 'items first' | 'totals first'
  /** The refusal of a page past the end; none: an empty page. */
  readonly pastTheEnd?: RefusalCode
}

/** What an address can repeat; a list as CSV, or, if a member has a comma itself, a member at a time. */
export type Repeatable =
  | string
  | number
  | boolean
  | readonly (string | number)[]
  | Readonly<Record<string, string>>
  | undefined

/** The filters of a list as its links repeat them: those that are there, in this order (D29). */
export function repeated(
  values: Readonly<Record<string, Repeatable>>,
  order: Iterable<string>,
): [string, string][] {
  return [...order].flatMap((name): [string, string][] => {
    const value = values[name]
    if (value === undefined) return []
    if (typeof value === 'object' && !isList(value))
      return Object.entries(value).map(([key, text]) => [`${name}[${key}]`, text])
    const isCsv = !isList(value) || !value.some((member) => String(member).includes(','))
    return isCsv ? [[name, String(value)]] : value.map((member) => [`${name}[]`, String(member)])
  })
}

function isList(value: Repeatable): value is readonly (string | number)[] {
  return Array.isArray(value)
}

/** The pages there are. */
export function pagesOf({ total, perPage }: Page): number {
  return Math.ceil(total / perPage)
}

/** Throws the list's refusal for a page past its last one. */
export function assertPage({ pastTheEnd }: Pick<ListShape, 'pastTheEnd'>, page: Page): void {
  if (page.page === 1 || page.page <= pagesOf(page) || !pastTheEnd) return
  throw new ApiError(pastTheEnd, { page: page.page, last: Math.max(1, pagesOf(page)) })
}

/** The same for a list of posts below `wp/v2`; wire: of one without any, every page is empty. */
export function assertBarePage(page: Page): void {
  if (page.total > 0) assertPage({ pastTheEnd: 'rest_post_invalid_page_number' }, page)
}

/** Parameters by name, in the order of an address. */
type Filters = readonly (readonly [string, string])[]

/** The items of a page, and the parameters that make up its list. */
export interface Listed {
  readonly items: readonly unknown[]
  readonly page: Page
  readonly filters: Filters
}

/**
 * A page of a list as it is answered. `filters` are the parameters that make up the list, named and ordered as they
 * appear in its links; `page` leads them in `rest_url` and ends the links to other pages (D29, `wire-events.md` 5.5).
 */
export function listAnswer(
  shape: ListShape,
  site: Site,
  list: Listed & { readonly modifiedAt?: number },
): Answer {
  const { page } = list
  const pages = pagesOf(page)
  const { self, next, previous } = addressesOf(`${site.rest}/${shape.key}/`, list)
  const links = {
    ...(next === undefined ? {} : { next_rest_url: next }),
    ...(previous === undefined ? {} : { previous_rest_url: previous }),
  }
  const totals = { total: page.total, total_pages: pages }
  const items = { [shape.key]: list.items }
  return {
    body:
      shape.order === 'items first'
        ? { ...items, rest_url: self, ...links, ...totals }
        : { rest_url: self, ...totals, ...items, ...links },
    headers: {
      'X-TEC-Total': page.total,
      'X-TEC-TotalPages': pages,
      ...pageHeaders(page, { next, previous }),
    },
    ...(list.modifiedAt === undefined ? {} : { modifiedAt: list.modifiedAt }),
  }
}

/** The page sizes below `wp/v2`: fixed, as its clients expect them. */
export const bareSizes = { perPage: 10, perPageMax: 100 }

/** A page of a list below `wp/v2`, whose clients expect the bare items: all else about it is in the headers. */
export function bareListAnswer(address: string, list: Listed): Answer {
  return { body: list.items, headers: pageHeaders(list.page, addressesOf(address, list)) }
}

interface Addresses {
  readonly next: string | undefined
  readonly previous: string | undefined
}

function addressesOf(address: string, { page, filters }: Listed): Addresses & { readonly self: string } {
  const pages = pagesOf(page)
  const at = (pairs: Filters) => [address, '?', query(pairs)].join('')
  // Wire: the first page is the one without a page (`wire-events.md` 5.5).
  const to = (number: number) => at(number === 1 ? filters : [...filters, ['page', String(number)]])
  return {
    self: at([['page', String(page.page)], ...filters]),
    next: page.page < pages ? to(page.page + 1) : undefined,
    // Wire: past the end too it is the page before, empty as that may be (`wire-others.md` 3.2).
    previous: page.page > 1 ? to(page.page - 1) : undefined,
  }
}

function pageHeaders(page: Page, { next, previous }: Addresses): Record<string, string | number> {
  return {
    'X-WP-Total': page.total,
    'X-WP-TotalPages': pagesOf(page),
    ...linkHeader(previous, next),
  }
}

function query(pairs: Filters): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

function linkHeader(previous: string | undefined, next: string | undefined): Record<string, string> {
  const links = [
    ...(previous ? [`<${previous}>; rel="prev"`] : []),
    ...(next ? [`<${next}>; rel="next"`] : []),
  ]
  return links.length > 0 ? { Link: links.join(', ') } : {}
}
