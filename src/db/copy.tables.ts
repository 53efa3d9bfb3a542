import type { ChangeLog } from './changes.ts'
import type { GeneratedTable } from './dialect.ts'
import type { LinkedListing } from './listings/listings.ts'
import type { Tables } from './tables.ts'

/** Tables that triggers fill with what is in other tables. */
type FollowingTable =
  | 'listings'
  | LinkedListing
  | 'listed_days'
  | 'linked_days'
  | 'linked_totals'
  | 'event_links'
  | ChangeLog
  | 'term_ancestors'

/** A table that is copied; the revision is not, as it counts the transactions of one database. */
export type CopiedTable = Exclude<keyof Tables, 'revision' | FollowingTable>

type Keys = { readonly [Table in CopiedTable]: readonly (keyof Tables[Table] & string)[] }

/**
 * The key of every copied table, by which its rows are identified and ordered. Tables are in the order in which they are
 * copied: rows come after those that they refer to.
 */
const keys: Keys = {
  users: ['id'],
  app_passwords: ['id'],
  tokens: ['id'],
  items: ['id'],
  media: ['id'],
  media_sources: ['url'],
  venues: ['id'],
  organizers: ['id'],
  terms: ['id'],
  events: ['id'],
  event_venues: ['event_id', 'position'],
  event_organizers: ['event_id', 'position'],
  event_terms: ['event_id', 'term_id'],
  tickets: ['id'],
  geocoding_cache: ['address'],
  import_sources: ['id'],
  import_keys: ['source_id', 'kind', 'source_key'],
  import_pages: ['source_id', 'address'],
  imports: ['id'],
  redirects: ['path'],
  installation: ['name'],
}

/** The columns of a table's key. */
export function keyOf(table: CopiedTable): readonly string[] {
  return keys[table]
}

/** The tables that are copied, in that order. */
export const copiedTables = Object.keys(keys) as readonly CopiedTable[]

const generated: Readonly<Record<GeneratedTable, true>> = {
  items: true,
  terms: true,
  tickets: true,
  users: true,
  app_passwords: true,
  tokens: true,
  import_sources: true,
  imports: true,
}

/** The tables whose ids the database generates. */
export const generatedTables = Object.keys(generated) as readonly GeneratedTable[]
