import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { credentialLimit } from '../../http/auth/credentials.ts'
import { type User, userWithId } from '../../http/auth/users.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { PasskeysTable } from '../../storage/schema/tables.signin.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { waysIn } from './accounts.ways.ts'

/** A passkey as it is stored. */
export type Passkey = Selectable<PasskeysTable>

/** A passkey that has just been made. */
export type NewPasskey = Pick<
  Passkey,
  'name' | 'credential' | 'public_key' | 'transports' | 'host' | 'counter' | 'synced'
>

/** The user’s passkeys, the oldest first. */
export async function listPasskeys(db: Reader, user: Pick<User, 'id'>): Promise<Passkey[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
}

/** The passkey that is known by this ID to whoever holds it. */
export async function passkeyKnownAs(db: Reader, credential: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential', '=', credential).executeTakeFirst()
}

/** Stores a passkey of the user. Throws 400 when there are too many, or when it is stored already. */
export async function addPasskey(
  tx: Writer,
  user: Pick<User, 'id' | 'login'>,
  made: NewPasskey,
  now: EpochSeconds,
): Promise<Passkey> {
  const own = await listPasskeys(tx, user)
  if (own.length >= credentialLimit)
    throw new ApiError('rest_too_many_credentials', { login: user.login, limit: own.length })
  // Whoever made it, two accounts never share one.
  if (await passkeyKnownAs(tx, made.credential))
    throw new ApiError('rest_passkey_refused', { reason: 'it is known here already' })
  const row = { ...made, user_id: user.id, uuid: randomUUID(), created_at: now, last_used_at: null }
  return tx.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Gives a passkey another name. */
export async function renamePasskey(tx: Writer, { id }: Passkey, name: string): Promise<void> {
  await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
}

/** Notes that a passkey was used; false where it is gone, or was used by somebody else in the meantime. */
export async function notePasskeyUse(
  tx: Writer,
  { id, counter }: Passkey,
  use: Pick<Passkey, 'counter' | 'synced'> & {
    readonly now: EpochSeconds
    /** Whether several devices have it, which may use it at the same time. */
    readonly isSynced: boolean
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, synced: use.synced, last_used_at: use.now })
    .where('id', '=', id)
    .$if(!use.isSynced, (query) => query.where('counter', '=', counter))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a passkey. Throws 409 where it is the only way in that its user has. */
export async function removePasskey(tx: Writer, passkey: Passkey): Promise<void> {
  await tx.deleteFrom('passkeys').where('id', '=', passkey.id).execute()
  await assertWayIn(tx, passkey.user_id)
}

/** Throws 409 where a user has no way to sign in any more. */
export async function assertWayIn(tx: Writer, id: number): Promise<void> {
  const user = await userWithId(tx, id)
  if (user && (await waysIn(tx, user)).length === 0) throw new ApiError('rest_last_way_in')
}
