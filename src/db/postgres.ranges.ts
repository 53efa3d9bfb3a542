import { type Kysely, sql } from 'kysely'
import { longSpan_s } from './listings.ts'
import type { Tables } from './tables.ts'

/** The index of events that last long; what else listings would have here, views do not tell sooner than a join. */
export async function createRanges(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(`create index events_long on events (ends_at, starts_at) where ends_at - starts_at > ${longSpan_s}`)
    .execute(db)
}
