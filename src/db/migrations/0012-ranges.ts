import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { createListedDays } from '../listings/listings.days.ts'
import type { Tables } from '../tables.ts'
import { createTermAncestors } from '../terms.ancestors.ts'

/** What lists and their totals are read from as one range of an index. The previous version goes on beside it. */
export async function ranges(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await createTermAncestors(db, dialect)
  await createListedDays(db, dialect)
  await dialect.createRanges(db)
}
