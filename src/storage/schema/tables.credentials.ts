import type { Generated } from 'kysely'
import type { EpochSeconds } from './tables.ts'

/** What a token may be used for: each includes those before it. */
export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

export interface AppPasswordsTable {
  id: Generated<number>
  user_id: number
  name: string
  hash: string
  /** By which clients know it, as its id tells how many there are. */
  uuid: string
  /** The UUID by which the program that asked for it names itself; empty for none. */
  app_id: Generated<string>
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
  /** The address that it was last sent from; empty before. */
  last_ip: Generated<string>
}

export interface TokensTable {
  id: Generated<number>
  user_id: number
  name: string
  digest: string
  uuid: string
  scope: Scope
  /** From when on it is no longer accepted; null: never. */
  expires_at: EpochSeconds | null
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
  last_ip: Generated<string>
}
