import { type Kysely, sql } from 'kysely'
import { longSpan_s } from './listings.ts'
import type { Tables } from './tables.ts'

/** As the listings are views, so is what they are linked to: a term has the events of all below it, each once. */
export async function createRanges(db: Kysely<Tables>): Promise<void> {
  const statements = [
    `create or replace view term_listings as
       select terms.id as target_id, listings.* from terms cross join listings where exists (
         select 1 from term_ancestors join event_terms on event_terms.term_id = term_ancestors.term_id
         where term_ancestors.ancestor_id = terms.id and event_terms.event_id = listings.id)`,
    `create or replace view venue_listings as
       select event_venues.venue_id as target_id, listings.*, null::bigint as after_id, 1 as protected
       from event_venues join listings on listings.id = event_venues.event_id`,
    `create index events_long on events (ends_at, starts_at) where ends_at - starts_at > ${longSpan_s}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
