import type { User } from '../../http/auth/users.ts'
import type { Reader } from '../../storage/db/dialect.ts'

/** How people sign in on pages. */
export const wayNames = ['password', 'passkey', 'provider'] as const
export type WayIn = (typeof wayNames)[number]

/** The ways in which a user can sign in on pages. */
export async function waysIn(db: Reader, user: Pick<User, 'id' | 'password_hash'>): Promise<WayIn[]> {
  const has = async (table: 'passkeys' | 'identities') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', user.id).limit(1).execute()).length >
    0
  const found: Readonly<Record<WayIn, boolean>> = {
    password: user.password_hash !== null,
    passkey: await has('passkeys'),
    provider: await has('identities'),
  }
  return wayNames.filter((way) => found[way])
}
