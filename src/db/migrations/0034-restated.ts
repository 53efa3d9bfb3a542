import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { addingTriggers } from '../listings/listings.ranges.ts'
import type { Tables } from '../tables.ts'

/** Listings of links are added by the same statements wherever they were first made. The previous version goes on beside it. */
export async function restated(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const trigger of addingTriggers) await dialect.restateTrigger(db, trigger)
}
