import type { EpochSeconds } from './tables.ts'

/** Attempts to sign in that failed, by where they came from and whom they aimed at. */
export interface FailedSignInsTable {
  /** An address; of IPv6 the network. */
  network: string
  /** The login of the account; empty where nobody has the name that was given, which may be a password. */
  login: string
  count: number
  first_at: EpochSeconds
  last_at: EpochSeconds
}

/** Who somebody is at an identity provider, which names them by its issuer and a subject that never changes. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
}
