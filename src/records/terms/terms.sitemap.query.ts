import type { Reader } from '../../storage/db/dialect.ts'
import type { TermKind } from './terms.kind.ts'
import { termColumns } from './terms.query.ts'
import type { TermRow } from './terms.row.ts'

/** How many terms a sitemap has at most: more than readers of any calendar look through. */
const mostTerms = 10_000

/** The terms that published events have, most used first. */
export async function listUsedTerms(db: Reader, kind: TermKind): Promise<TermRow[]> {
  return db
    .selectFrom('terms')
    .select(termColumns)
    .where('taxonomy', '=', kind.taxonomy)
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('id')
    .limit(mostTerms)
    .execute()
}
