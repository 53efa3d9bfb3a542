import type { EpochSeconds } from './tables.ts'

/** Who somebody is at an identity provider, which names them by its issuer and a subject that never changes. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
}
