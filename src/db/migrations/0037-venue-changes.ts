import type { Kysely } from 'kysely'
import { createLinkChanges } from '../changes.ts'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Which events have got other venues, for who remembers where they are. What the previous version writes is noted as well. */
export async function venueChanges(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await createLinkChanges(db, dialect, 'venue')
}
