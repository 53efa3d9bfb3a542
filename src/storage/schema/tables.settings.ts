import type { EpochSeconds } from './tables.ts'

/** Settings that were changed while the service ran: they hold where the environment says nothing. */
export interface SettingsTable {
  /** The name of the setting in the environment, such as `SITE_NAME`. */
  name: string
  /** Its text, as the environment would have it; what is empty here is meant to be. */
  value: string
  modified_at: EpochSeconds
  /** Who set it; null: the command line, or somebody who is gone. */
  modified_by: number | null
}
