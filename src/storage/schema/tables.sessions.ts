import type { Generated } from 'kysely'
import type { EpochSeconds } from './tables.ts'

/** A browser in which somebody has signed in. */
export interface SessionsTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the secret in the cookie, as hexadecimal. */
  token_hash: string
  created_at: EpochSeconds
  /** When it was last used, some minute exact. */
  used_at: EpochSeconds
  /** When its user last proved who they are: when they signed in, or when they confirmed it since. */
  confirmed_at: EpochSeconds
  /** It ends then, however much it is used. */
  expires_at: EpochSeconds
  /** What the browser calls itself, cut; for its owner to recognize it by. */
  user_agent: string
  /** The address that it was started from. */
  address: string
}

export type LinkKind = 'setup' | 'invitation' | 'reset' | 'email'

/** A link that works once, for whoever has it. */
export interface OneTimeLinksTable {
  /** SHA-256 of the secret in the link, as hexadecimal. */
  token_hash: string
  kind: LinkKind
  /** Whom it is for; null where there is no user yet. */
  user_id: number | null
  /** The address that the user is to have once it is used; empty where it is about none. */
  email: Generated<string>
  expires_at: EpochSeconds
  created_at: EpochSeconds
  /** Who made it for somebody else. */
  created_by: number | null
}
