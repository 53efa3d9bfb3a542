import type { EpochSeconds } from './tables.ts'

/** What a geocoder answered for an address, or that it has yet to be asked. */
export interface GeocodingCacheTable {
  /** The query in lower case: one line each for street, city, state, postal code and country. */
  address: string
  /** null: not answered yet. */
  outcome: 'found' | 'none' | null
  lat: number | null
  lng: number | null
  /** How often asking has failed. */
  attempts: number
  /** When it was last asked for. */
  tried_at: EpochSeconds | null
  /** It is not asked for before: a process is asking, or the last attempt failed. */
  next_try_at: EpochSeconds
}
