import { type WayIn, wayNames } from '../accounts/accounts.ways.ts'
import { openLinks } from '../../http/auth/oneTimeLinks.ts'
import type { User } from '../../http/auth/users.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** What those who manage users see of one beside the account itself. */
export interface AboutUser {
  /** How they can sign in on pages. */
  readonly ways: readonly WayIn[]
  /** When they, or a program of theirs, were last here; null: never. */
  readonly seen_at: EpochSeconds | null
  /** Their invitation, as long as it can be taken. */
  readonly invitation: {
    readonly created_at: EpochSeconds
    readonly expires_at: EpochSeconds
    readonly created_by: number | null
  } | null
  /** The address that they have not confirmed yet; empty for none. */
  readonly pendingEmail: string
}

/** What there is to say about one user. */
export async function aboutUser(db: Reader, user: User, now: EpochSeconds): Promise<AboutUser> {
  const about = await aboutUsers(db, [user], now)
  return about(user)
}

/** What there is to say about each of these users. There are few of them, so that all is read at once. */
export async function aboutUsers(
  db: Reader,
  users: readonly User[],
  now: EpochSeconds,
): Promise<(user: User) => AboutUser> {
  const only = users.length === 1 ? users[0] : undefined
  const [passkeys, identities, sessions, passwords, tokens] = await Promise.all([
    timesOf(db, 'passkeys', 'last_used_at', only),
    timesOf(db, 'identities', 'last_used_at', only),
    timesOf(db, 'sessions', 'used_at', only),
    timesOf(db, 'app_passwords', 'last_used_at', only),
    timesOf(db, 'tokens', 'last_used_at', only),
  ])
  const invitations = await openLinks(db, { kind: 'invitation', now, user: only })
  const addresses = await openLinks(db, { kind: 'email', now, user: only })
  return (user) => {
    const has: Readonly<Record<WayIn, boolean>> = {
      password: user.password_hash !== null,
      passkey: passkeys.has(user.id),
      provider: identities.has(user.id),
    }
    const times = [
      user.seen_at,
      ...[passkeys, identities, sessions, passwords, tokens].map((at) => at.get(user.id)),
    ]
    const seen = times.filter((time) => time !== null && time !== undefined)
    return {
      ways: wayNames.filter((way) => has[way]),
      seen_at: seen.length === 0 ? null : Math.max(...seen),
      invitation: invitations.find(({ user_id }) => user_id === user.id) ?? null,
      pendingEmail: addresses.find(({ user_id }) => user_id === user.id)?.email ?? '',
    }
  }
}

/** When something of each user was last used. */
async function timesOf(
  db: Reader,
  table: 'passkeys' | 'identities' | 'sessions' | 'app_passwords' | 'tokens',
  column: 'last_used_at' | 'used_at',
  only: User | undefined,
): Promise<ReadonlyMap<number, EpochSeconds | null>> {
  const time = db.dynamic.ref(`used.${column}`)
  const all = db
    .selectFrom(db.dynamic.table(table).as('used'))
    .select(['used.user_id', (row) => row.fn.max<EpochSeconds | null>(time).as('at')])
    .groupBy('used.user_id')
  const rows = await (only === undefined ? all : all.where('used.user_id', '=', only.id)).execute()
  return new Map(rows.map(({ user_id, at }) => [user_id, at]))
}
