import { ImportFault, type RememberedPage } from '../imports.record.ts'
import type { SiteAnswer, SiteClient } from './site.client.ts'
import { asWire, textIn, type Wire, wireId } from './site.wire.ts'

/** A page of a list, or what was remembered of it if it has not changed since. */
export interface SitePage {
  readonly page: number
  readonly address: string
  readonly validator: string
  /** The records; empty if `remembered` has their keys. */
  readonly items: readonly unknown[]
  readonly remembered?: RememberedPage
  /** How many records and pages there are according to the site: only a hint. */
  readonly total: number | undefined
  readonly totalPages: number | undefined
  /** The site has no such list, as old versions have fewer. */
  readonly isLacking?: true
}

/** The site does not give the list to this reader, or does not know one of its parameters. */
export class ListRefused extends ImportFault {}

/** A list of the site. */
export interface Listing {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The member of the answers with the records. */
  readonly key: string
  /** Whether a site may be without the list. */
  readonly isOptional: boolean
  /** What its records are told of elsewhere: pages are read again when that has changed. */
  readonly beside?: string | undefined
}

/** The most records that the original has on a page. */
const perPage = 50

/** A site that answers more pages than this would never end. */
const mostPages = 100_000

/** After so many pages in a row without anything new, the site repeats itself. */
const mostRepeated = 3

/**
 * The pages of a list in their order, of which a few are asked for at a time. It ends where the site has no further page, whatever
 * number it claims. Throws an {@link ImportFault} when the site refuses, repeats itself or answers something else.
 */
export async function* pagesOf(
  client: SiteClient,
  listing: Listing,
  by: { from: number; concurrency: number; remembered: ReadonlyMap<string, RememberedPage> },
): AsyncGenerator<SitePage> {
  const underWay: Promise<SitePage | undefined>[] = []
  let next = by.from
  let lastPage: number | undefined = by.from
  let repeated = 0
  let before = ''
  for (;;) {
    while (underWay.length === 0 || (underWay.length < by.concurrency && next <= (lastPage ?? 0) + 1)) {
      const asked = pageOf(client, listing, next, by.remembered)
      // The error is thrown when the page is awaited; pages that are no longer needed may fail.
      asked.catch(() => {})
      underWay.push(asked)
      next += 1
    }
    const page = await underWay.shift()
    if (!page || page.page > mostPages) return
    lastPage = page.totalPages
    const content = JSON.stringify(page.items)
    repeated = page.items.length > 0 && content === before ? repeated + 1 : 0
    before = content
    if (repeated === mostRepeated)
      throw new ImportFault(
        `The source answers page ${page.page} of ${listing.path} like the ones before it.`,
      )
    yield page
    if (page.isLacking) return
  }
}

/** The page; undefined past the end. */
async function pageOf(
  client: SiteClient,
  { path, query, key, isOptional, beside }: Listing,
  page: number,
  remembered: ReadonlyMap<string, RememberedPage>,
): Promise<SitePage | undefined> {
  const parameters = new URLSearchParams({ page: String(page), per_page: String(perPage), ...query })
  const asked = `${path}?${parameters.toString()}`
  const address = beside === undefined ? asked : `${asked}#${beside}`
  const known = remembered.get(address)
  const answer = await client.get(asked, known ? { validator: known.validator } : {})
  if (answer.status === 304 && known) {
    const { validator } = known
    return { page, address, validator, items: [], remembered: known, total: undefined, totalPages: page + 1 }
  }
  const body = asWire(answer.body)
  const items = answer.status === 200 ? itemsIn(answer.body, { key, isOptional }) : undefined
  if (items) {
    if (items.length === 0) return undefined
    return { page, address, validator: answer.validator, items, ...totalsIn(body ?? {}) }
  }
  // Some versions have no first page either where there is nothing.
  if (isPastTheEnd(answer)) return undefined
  if (isOptional && page === 1 && answer.status === 404)
    return {
      page,
      address,
      validator: '',
      items: [],
      total: undefined,
      totalPages: undefined,
      isLacking: true,
    }
  const says = refusal(client, path, answer)
  throw answer.status === 400 || answer.status === 403 ? new ListRefused(says) : new ImportFault(says)
}

/** The keys of the records of a kind on a page: those that came along with them are on others. */
export function keysOn({ items, remembered }: SitePage, kind: string): string[] {
  if (remembered) return remembered.records.filter((record) => record.kind === kind).map(({ key }) => key)
  return items.flatMap((item) => wireId(asWire(item) ?? {}) ?? []).map(String)
}

/** The records of a list: PHP writes one with gaps as an object, and an empty one as anything. */
function itemsIn(
  answer: unknown,
  { key, isOptional }: Pick<Listing, 'key' | 'isOptional'>,
): readonly unknown[] | undefined {
  if (isOptional && Array.isArray(answer) && answer.length === 0) return []
  const body = asWire(answer)
  if (!body || !(key in body)) return undefined
  const items = body[key]
  if (Array.isArray(items)) return items as unknown[]
  if (items === null || items === false || items === '') return []
  const numbered = asWire(items)
  return numbered && Object.keys(numbered).every((name) => /^\d+$/.test(name))
    ? Object.values(numbered)
    : undefined
}

function totalsIn(body: Wire): Pick<SitePage, 'total' | 'totalPages'> {
  return { total: countIn(body['total']), totalPages: countIn(body['total_pages']) }
}

function countIn(value: unknown): number | undefined {
  const count = Number(value ?? Number.NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** Wire: 404 with a code of its own for posts; some versions say 400. */
function isPastTheEnd({ status, body }: SiteAnswer): boolean {
  const code = textIn(asWire(body) ?? {}, 'code')
  return (status === 404 || status === 400) && code.endsWith('-page-not-found')
}

function refusal({ root, isAuthenticated }: SiteClient, path: string, { status, body }: SiteAnswer): string {
  const message = textIn(asWire(body) ?? {}, 'message').replaceAll(/<[^<>]*>|\s+/g, ' ')
  const told = message === '' ? '' : ` It says: ${message.trim().slice(0, 200)}`
  if (status === 401 || (status === 403 && isAuthenticated))
    return `The source does not accept the login (status ${status}).${told}`
  if (status === 404)
    return `There is no calendar of this kind at ${root}: ${path} is answered with status 404.${told}`
  return `The source answers ${path} with status ${status} and not with a list.${told}`
}
