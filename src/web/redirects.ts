import { findRedirect } from '../imports/imports.query.ts'
import { findAncestors, findTerm } from '../terms/terms.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { termView } from '../terms/terms.view.ts'
import { recordPage } from './records.ts'
import type { Visit } from './visit.ts'

/** The page of the record that had this address before it was imported, if everybody may read it. */
export async function addressNow(visit: Visit, path: string): Promise<string | undefined> {
  const found = await findRedirect(visit.context.db.read, path)
  if (!found || found.kind === 'image') return undefined
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
