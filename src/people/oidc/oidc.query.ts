import type { Reader } from '../../storage/db/dialect.ts'
import type { User } from '../../http/auth/users.ts'
import type { Person } from './oidc.claims.ts'

/** The account that somebody signs in to with their provider, which names them so. */
export async function userKnownAs(
  db: Reader,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .selectAll('users')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()
}
