import { acknowledgement } from '../../tec/tec.ts'
import { ImportFault } from '../imports.record.ts'
import type { SiteAnswer, SiteClient } from './site.client.ts'
import { type Wire, wiresIn } from './site.wire.ts'

/** What a list has given, and how many records the site says it has (`X-WP-Total`). */
export interface WpList {
  readonly items: readonly Wire[]
  readonly total: number | undefined
}

type Query = Readonly<Record<string, string>>

/** The most that WordPress has on a page. */
export const perPage = 100

/** A list with more pages than this would never end. */
const mostPages = 10_000

/** How often it is tried: what is asked for here is not all that matters. */
const attempts = 4

/** What WordPress answers; undefined where it keeps failing, as the interface of events may work all the same. */
export async function asked(client: SiteClient, path: string): Promise<SiteAnswer | undefined> {
  return answered(client, client.wp(path))
}

async function answered(
  client: SiteClient,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SiteAnswer | undefined> {
  return client.get(address, { isOptional: true, attempts, headers }).catch((error: unknown) => {
    if (error instanceof ImportFault) return undefined
    throw error
  })
}

/** All records of a list of WordPress; undefined where the site does not answer with one. */
export async function listOf(
  client: SiteClient,
  base: string,
  query: Query,
  limits: { readonly pages?: number; readonly perPage?: number } = {},
): Promise<readonly Wire[] | undefined> {
  return (await wholeList((path) => asked(client, `/${base}?${path}`), query, limits))?.items
}

/** As {@link listOf}, with how many there should be. */
export async function countedList(
  client: SiteClient,
  base: string,
  query: Query,
): Promise<WpList | undefined> {
  return wholeList((path) => asked(client, `/${base}?${path}`), query)
}

/** The orders in which the newer interface of events is read: of those that begin at the same time it tells some twice, and others never. */
const orders: readonly Query[] = [
  { orderby: 'event_date', order: 'ASC' },
  { orderby: 'modified', order: 'ASC' },
  { orderby: 'title', order: 'ASC' },
  { orderby: 'date', order: 'DESC' },
]

/**
 * All events of the list of the newer interface of the original (`tec/v1`), which has those as well that are hidden from all others
 * and over; in other orders again while there are fewer than it says.
 */
export async function tecEvents(client: SiteClient, query: Query): Promise<WpList | undefined> {
  const headers = { [acknowledgement.header]: acknowledgement.text }
  const ask = (path: string) => answered(client, client.tec(`/events?${path}`), headers)
  const found = new Map<unknown, Wire>()
  let total: number | undefined
  for (const order of orders) {
    const list = await wholeList(ask, { ...query, ...order })
    if (!list) break
    for (const item of list.items) found.set(item['id'], item)
    total = list.total
    if (total === undefined || found.size >= total) break
  }
  return found.size === 0 && total === undefined ? undefined : { items: [...found.values()], total }
}

async function wholeList(
  ask: (query: string) => Promise<SiteAnswer | undefined>,
  query: Query,
  {
    pages = mostPages,
    perPage: count = perPage,
  }: { readonly pages?: number; readonly perPage?: number } = {},
): Promise<WpList | undefined> {
  const found: Wire[] = []
  const met = new Set<unknown>()
  let total: number | undefined
  for (let page = 1; page <= pages; page += 1) {
    const parameters = new URLSearchParams({ ...query, per_page: String(count), page: String(page) })
    const answer = await ask(parameters.toString())
    const items = itemsIn(answer)
    if (!items) return page === 1 ? undefined : { items: found, total }
    total = answer?.total ?? total
    // A page may have fewer than were asked for, and some sites answer every page alike.
    const fresh = items.filter(({ id }) => !met.has(id))
    if (fresh.length === 0) break
    for (const { id } of fresh) met.add(id)
    found.push(...fresh)
  }
  return { items: found, total }
}

function itemsIn(answer: SiteAnswer | undefined): Wire[] | undefined {
  if (!answer) return undefined
  const { status, body } = answer
  return status === 200 && Array.isArray(body) ? wiresIn(body) : undefined
}
