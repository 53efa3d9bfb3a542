import type { Kysely } from 'kysely'
import { createLinkChanges } from '../changes.ts'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Which events have got other organizers and terms, as it is noted of venues. What the previous version writes is noted as well. */
export async function linkChanges(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const link of ['organizer', 'term'] as const) await createLinkChanges(db, dialect, link)
}
