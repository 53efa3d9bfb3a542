import type { Generated } from 'kysely'
import type { EpochSeconds, Role } from './tables.ts'

export interface UsersTable {
  id: Generated<number>
  login: string
  login_folded: string
  email: string
  email_folded: string
  name: string
  role: Role
  created_at: EpochSeconds
  /** Argon2id of the password of one's own, as a PHC string; null: there is none, so that nobody signs in by one. */
  password_hash: Generated<string | null>
  /** The BCP 47 tag of the language in which the user is written to; empty: that of the site. */
  locale: Generated<string>
  /** When they last signed in on a page; null: never. */
  seen_at: Generated<EpochSeconds | null>
  /** The name in addresses; empty: made of the login. */
  slug: Generated<string>
  first_name: Generated<string>
  last_name: Generated<string>
  /** Empty: the name that is shown. */
  nickname: Generated<string>
  url: Generated<string>
  description: Generated<string>
}
