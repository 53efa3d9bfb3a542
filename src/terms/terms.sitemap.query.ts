import type { Reader } from '../db/dialect.ts'
import type { TermKind } from './terms.kind.ts'
import { termColumns, type TermRow } from './terms.query.ts'

/** More terms than any calendar’s readers would look through. */
const mostTerms = 10_000

/** The terms that published events carry, most used first. */
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
