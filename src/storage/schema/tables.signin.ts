import type { Generated } from 'kysely'
import type { EpochSeconds, Flag } from './tables.ts'

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
  /** By which its owner names it. */
  uuid: string
  issuer: string
  subject: string
  user_id: number
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
}

/** A key that a browser or a device has made for somebody, who signs in with it. */
export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  /** By which its owner names it. */
  uuid: string
  /** The ID under which whoever holds it knows it, in base64url. */
  credential: string
  name: string
  /** As COSE has it, in base64url. */
  public_key: string
  /** The ways to its holder, with commas between them: a hint for browsers. */
  transports: string
  /** The host that it was made for: it is of no use at another one. */
  host: string
  /** How often it was used, as its holder says; 0 where that does not count. */
  counter: number
  /** 1: it may be on several devices. */
  synced: Flag
  created_at: EpochSeconds
  last_used_at: EpochSeconds | null
}

/** A question that was answered by a passkey: never again before it would be too old. */
export interface UsedChallengesTable {
  /** SHA-256, as hexadecimal. */
  digest: string
  expires_at: EpochSeconds
}

/** A code that lets somebody in once who has lost their other ways. */
export interface RecoveryCodesTable {
  /** SHA-256 of the code, as hexadecimal. */
  digest: string
  user_id: number
  created_at: EpochSeconds
}
