import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { byIds } from '../../storage/db/statements.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Scope } from '../../storage/schema/tables.credentials.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Caller } from './rights.ts'
import { networkOf } from './failures.ts'
import { readName, type User } from './users.ts'
import type { Holder } from './rights.ts'

/** The two kinds of credential; their tables differ only in how they keep the secret. */
export type CredentialTable = 'app_passwords' | 'tokens'

/** A credential as it is listed: without its secret. */
export interface Credential {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly created_at: EpochSeconds
  readonly last_used_at: EpochSeconds | null
  /** The address it was last sent from; empty before. */
  readonly last_ip: string
  /** Of an application password: what the program that asked for it calls itself; empty for nothing. */
  readonly app_id: string
  /** Of a token; an application password may be used for everything. */
  readonly scope: Scope
  /** Of a token: from when on it is no longer accepted; null: never. */
  readonly expires_at: EpochSeconds | null
}

/**
 * The most credentials of a kind that a user may have. A wrong application password is compared with each of them, at
 * some 20 ms, so that this bounds what guessing costs the server.
 */
export const credentialLimit = 20

/** A credential that is wanted, with its hash or digest. */
export interface WantedCredential {
  readonly user: Pick<User, 'id' | 'login'>
  readonly name: string
  readonly secret: string
  readonly now: EpochSeconds
  readonly app_id?: string | undefined
  readonly scope?: Scope | undefined
  readonly expires_at?: EpochSeconds | null | undefined
}

/**
 * Stores a credential under its hash or digest; what is answered is made of it within the transaction. Throws a sentence when the name is not acceptable, there are too many, or
 * its user is gone.
 */
export async function addCredential<Answer>(
  db: Database,
  table: CredentialTable,
  { user, secret, now, app_id = '', scope = 'write', expires_at = null, ...wanted }: WantedCredential,
  answer: (made: Credential) => Answer,
): Promise<Answer> {
  const name = readName(wanted.name)
  return db.write(async (tx) => {
    const kept = await listCredentials(tx, table, user)
    if (kept.length >= credentialLimit)
      throw new ApiError('rest_too_many_credentials', { login: user.login, limit: kept.length })
    const there = await tx.selectFrom('users').select('id').where('id', '=', user.id).executeTakeFirst()
    if (!there) throw new ApiError('rest_user_invalid_id', { id: user.id })
    const uuid = randomUUID()
    const row = { user_id: user.id, name, uuid, created_at: now, last_used_at: null }
    await (table === 'tokens'
      ? tx
          .insertInto(table)
          .values({ ...row, digest: secret, scope, expires_at })
          .execute()
      : tx
          .insertInto(table)
          .values({ ...row, hash: secret, app_id })
          .execute())
    const made = (await listCredentials(tx, table, user)).find((one) => one.uuid === uuid)
    if (!made) throw new Error('A credential was not stored.')
    return answer(made)
  })
}

/** The user's credentials, oldest first. */
export async function listCredentials(
  db: Reader,
  table: CredentialTable,
  user: Pick<User, 'id'>,
): Promise<Credential[]> {
  if (table === 'tokens') {
    const tokens = await db
      .selectFrom(table)
      .select(['id', 'uuid', 'name', 'created_at', 'last_used_at', 'last_ip', 'scope', 'expires_at'])
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
    return tokens.map((token) => Object.assign(token, { app_id: '' }))
  }
  const passwords = await db
    .selectFrom(table)
    .select(['id', 'uuid', 'name', 'created_at', 'last_used_at', 'last_ip', 'app_id'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  return passwords.map((password) => Object.assign(password, { scope: 'admin' as const, expires_at: null }))
}

/** The user’s credential with this UUID; undefined when there is none. */
export async function findCredential(
  db: Reader,
  table: CredentialTable,
  { user, uuid }: { readonly user: Pick<User, 'id'>; readonly uuid: string },
): Promise<Credential | undefined> {
  return (await listCredentials(db, table, user)).find((one) => one.uuid === uuid.toLowerCase())
}

/** Revokes one credential, in every process from the next request on. */
export async function revokeCredential(db: Database, table: CredentialTable, id: number): Promise<void> {
  await db.write((tx) =>
    tx.deleteFrom(tx.dynamic.table(table).as('credentials')).where('id', '=', id).execute(),
  )
}

/** Gives a credential another name; throws a sentence when that is not acceptable. */
export async function renameCredential(
  db: Database,
  table: CredentialTable,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  const wanted = readName(name)
  await db.write((tx) =>
    tx
      .updateTable(tx.dynamic.table(table).as('credentials'))
      .set({ name: wanted })
      .where('id', '=', id)
      .execute(),
  )
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
  const [row] = await readPasswords(db, [id])
  const holder = toHolder(row)
  return holder && { ...holder, caller: { ...holder.caller, password: id } }
}

/** Whether an application password or a token of the user was used last from this network. */
export async function wasUsedFrom(db: Reader, { id }: Pick<User, 'id'>, network: string): Promise<boolean> {
  for (const table of ['app_passwords', 'tokens'] as const) {
    const used = await db
      .selectFrom(table)
      .select('last_ip')
      .where('user_id', '=', id)
      .where('last_used_at', 'is not', null)
      .execute()
    if (used.some(({ last_ip }) => last_ip && networkOf(last_ip) === network)) return true
  }
  return false
}

/** Who holds the token with this digest, and until when. */
export async function holderByDigest(
  db: Reader,
  digest: string,
): Promise<{ holder: Holder; expires_at: EpochSeconds | null } | undefined> {
  const row = await holders(db, 'tokens')
    .select([
      sql.ref<Scope>('credentials.scope').as('scope'),
      sql.ref<EpochSeconds | null>('credentials.expires_at').as('expires_at'),
    ])
    .where(sql.ref<string>('credentials.digest'), '=', digest)
    .executeTakeFirst()
  const holder = toHolder(row)
  if (!row || !holder) return undefined
  const { scope, expires_at } = row
  // A token for everything is like no limit at all.
  const caller = scope === 'admin' ? holder.caller : { ...holder.caller, scope }
  return { holder: { ...holder, caller }, expires_at }
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
