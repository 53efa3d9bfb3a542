import type { Generated } from 'kysely'
import type { EpochSeconds } from './tables.ts'

export interface AppPasswordsTable {
  id: Generated<number>
  user_id: number
  name: string
  hash: string
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
}

export interface TokensTable {
  id: Generated<number>
  user_id: number
  name: string
  digest: string
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
}
