import { findRedirect } from '../imports/imports.query.ts'
import { pathOf } from '../http/site.ts'
import { findAncestors, findTerm } from '../terms/terms.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { termView } from '../terms/terms.view.ts'
import { viewUrl } from './layout.ts'
import { recordPage } from './records.ts'
import type { Visit } from './visit.ts'

/** The page of the record that had this address before it was imported, if everybody may read it; or the view that had it. */
export async function addressNow(visit: Visit, path: string): Promise<string | undefined> {
  const found = await findRedirect(visit.context.db.read, path)
  if (!found) return viewNow(visit, path)
  if (found.kind === 'image') return undefined
  if (found.kind === 'category') return termAddress(visit, categoryKind, found.id)
  if (found.kind === 'tag') return termAddress(visit, tagKind, found.id)
  const page = await recordPage(visit, found.kind, found.id)
  return page?.canonical
}

async function termAddress(
  { context, site }: Visit,
  kind: TermKind,
  id: number,
): Promise<string | undefined> {
  const { read } = context.db
  const row = await findTerm(read, kind, id)
  return row && termView(row, site, await findAncestors(read, [row])).url
}

/** The views of The Events Calendar, whose addresses are in many bookmarks, and the same ones here. */
const views: readonly (readonly [address: RegExp, now: (visit: Visit, part: string) => string])[] = [
  [/^\/events(?:\/list|\/photo|\/summary)?$/, (visit) => viewUrl(visit, 'list')],
  [/^\/events\/month$/, (visit) => viewUrl(visit, 'month')],
  [/^\/events\/week$/, (visit) => viewUrl(visit, 'week')],
  [/^\/events\/(?:today|day)$/, (visit) => viewUrl(visit, 'day')],
  [/^\/events\/map$/, (visit) => viewUrl(visit, 'map')],
  [/^\/events\/(?:month\/)?(\d{4}-\d{2})$/, ({ site }, month) => `${site.home}/month/${month}`],
  [/^\/events\/week\/(\d{4}-\d{2}-\d{2})$/, ({ site }, day) => `${site.home}/week/${day}`],
  [/^\/events\/(?:day\/)?(\d{4}-\d{2}-\d{2})$/, ({ site }, day) => `${site.home}/day/${day}`],
  [/^\/events\/tag\/([^/]+)$/, ({ site }, slug) => `${site.home}/${tagKind.pages}/${slug}/`],
]

function viewNow(visit: Visit, path: string): string | undefined {
  const bare = pathOf({ url: path }).replace(/\/$/, '')
  for (const [address, now] of views) {
    const found = address.exec(bare)
    if (found) return now(visit, found[1] ?? '')
  }
  return undefined
}
