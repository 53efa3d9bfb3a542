import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Where it is written down which events have a word. The previous version goes on beside it, and looks them up. */
export async function postings(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.createPostings(db)
}
