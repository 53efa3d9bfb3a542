import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * An index of the events with a password tells whether lists show them, when they are and what they cost, so that of many
 * events those that are closed to a reader are taken away without a look at each. The previous version goes on beside it.
 */
export async function closedTold(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('events_by_password').execute()
  await db.schema
    .createIndex('events_by_password')
    .on('events')
    .columns(['password_digest', 'starts_at', 'ends_at', 'status', 'hide_from_listings', 'cost_kind', 'id'])
    .where('password_digest', 'is not', null)
    .execute()
}
