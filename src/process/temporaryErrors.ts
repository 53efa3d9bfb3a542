import { hasWritten } from '../storage/db/transactions.ts'
import { DatabaseUnavailable, type Unavailability } from '../storage/db/unavailability.ts'
import type { RefusalCode } from '../pure/errors/errors.ts'
import { StoreAway, StoreFull } from '../storage/files/store.ts'

/** The refusal for a fault that will pass; a write whose answer could not be read was done all the same, and says so. */
export function passingCode(error: unknown): RefusalCode | undefined {
  if (error instanceof DatabaseUnavailable) return passing[hasWritten() ? 'unknown' : error.reason]
  if (error instanceof StoreAway) return hasWritten() ? passing.unknown : 'rest_storage_away'
  return error instanceof StoreFull ? passing.full : undefined
}

/** The refusals for a database that cannot be used at the moment. */
const passing: Readonly<Record<Unavailability, RefusalCode>> = {
  busy: 'rest_database_busy',
  away: 'rest_database_away',
  full: 'rest_storage_full',
  unknown: 'rest_outcome_unknown',
  gone: 'rest_database_gone',
}
