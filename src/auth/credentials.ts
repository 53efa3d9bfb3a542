import { sql } from 'kysely'
import { byIds } from '../db/statements.ts'
import type { Database, Reader } from '../db/dialect.ts'
import type { EpochSeconds } from '../db/tables.ts'
import type { Caller } from './rights.ts'
import { readName, type User } from './users.ts'

/** The two kinds of credential; their tables differ only in how they keep the secret. */
export type CredentialTable = 'app_passwords' | 'tokens'

/** A credential as it is listed: without its secret. */
export interface Credential {
  readonly id: number
  readonly name: string
  readonly created_at: EpochSeconds
  readonly last_used_at: EpochSeconds | null
}

/** The user that a credential belongs to. */
export interface Holder {
  readonly credential: number
  readonly last_used_at: EpochSeconds | null
  readonly caller: Caller
}

/**
 * The most credentials of a kind that a user may have. A wrong application password is compared with each of them, at
 * some 20 ms, so that this bounds what guessing costs the server.
 */
export const credentialLimit = 20

/** Stores a credential under its hash or digest; throws a sentence when the name is not acceptable or there are too many. */
export async function addCredential(
  db: Database,
  table: CredentialTable,
  wanted: { user: User; name: string; secret: string; now: EpochSeconds },
): Promise<void> {
  const name = readName(wanted.name)
  await db.write(async (tx) => {
    const { length } = await listCredentials(tx, table, wanted.user)
    if (length >= credentialLimit) {
      throw new Error(`“${wanted.user.login}” has ${length} already, which is the most. Revoke one first.`)
    }
    const row = { user_id: wanted.user.id, name, created_at: wanted.now, last_used_at: null }
    await (table === 'tokens'
      ? tx
          .insertInto(table)
          .values({ ...row, digest: wanted.secret })
          .execute()
      : tx
          .insertInto(table)
          .values({ ...row, hash: wanted.secret })
          .execute())
  })
}

/** The user's credentials, oldest first. */
export async function listCredentials(
  db: Reader,
  table: CredentialTable,
  user: Pick<User, 'id'>,
): Promise<Credential[]> {
  return db
    .selectFrom(db.dynamic.table(table).as('credentials'))
    .select(['credentials.id', 'credentials.name', 'credentials.created_at', 'credentials.last_used_at'])
    .where('credentials.user_id', '=', user.id)
    .orderBy('credentials.id')
    .execute()
}

/**
 * Revokes the credential with this id, else those with this name, or without either all; answers how many. It takes
 * effect with the next request, in every process. Throws a sentence when there is no such credential.
 */
export async function revokeCredentials(
  db: Database,
  table: CredentialTable,
  wanted: { user: User; which?: string | undefined },
): Promise<number> {
  const { user, which } = wanted
  return db.write(async (tx) => {
    const ids = meant(await listCredentials(tx, table, user), which)
    if (ids.length === 0 && which !== undefined)
      throw new Error(`“${user.login}” has none with the id or name “${which}”.`)
    if (ids.length > 0)
      await tx.deleteFrom(tx.dynamic.table(table).as('credentials')).where('id', 'in', ids).execute()
    return ids.length
  })
}

/** Who holds the application password with this id; undefined once it is revoked or its user removed. */
export async function holderOfPassword(db: Reader, id: number): Promise<Holder | undefined> {
  const [holder] = await readPasswords(db, [id])
  return toHolder(holder)
}

/** Who holds the token with this digest. */
export async function holderByDigest(db: Reader, digest: string): Promise<Holder | undefined> {
  return toHolder(
    await holders(db, 'tokens').where(sql.ref<string>('credentials.digest'), '=', digest).executeTakeFirst(),
  )
}

/** Nearly every signed request reads this. */
const readPasswords = byIds((db, ids) =>
  holders(db, 'app_passwords').where('credentials.id', 'in', ids).compile(),
)

/** Login and role are read with the credential, so that a change of them holds from the next request on. */
function holders(db: Reader, table: CredentialTable) {
  return db
    .selectFrom(db.dynamic.table(table).as('credentials'))
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select([
      'credentials.id as credential',
      'credentials.last_used_at',
      'users.id',
      'users.role',
      'users.login',
    ])
}

function toHolder(row: (Caller & Omit<Holder, 'caller'>) | undefined): Holder | undefined {
  if (!row) return undefined
  const { credential, last_used_at, id, role, login } = row
  return { credential, last_used_at, caller: { id, role, login } }
}

function meant(credentials: readonly Credential[], which: string | undefined): number[] {
  const byId = credentials.filter(({ id }) => String(id) === which)
  const found =
    byId.length > 0 ? byId : credentials.filter(({ name }) => which === undefined || name === which)
  return found.map(({ id }) => id)
}
