import {
  hashOwnPassword,
  passwordFault,
  passwordFaults,
  storeOwnPassword,
} from '../../http/auth/ownPassword.ts'
import { type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { changeAccount, listUsers, type User } from '../../http/auth/users.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { UpdateUser } from './users.params.ts'
import { slugOfUser } from './users.slug.ts'

/** Changes what was sent of a user, as far as the caller may; throws the refusal of the first that may not be. */
export async function changeUser(
  tx: Writer,
  user: User,
  { username, roles, slug, meta: _meta, password: _password, ...others }: Partial<UpdateUser>,
  { caller, hash }: { readonly caller: Caller; readonly hash: string | undefined },
): Promise<void> {
  if (username !== undefined && username !== user.login)
    throw new ApiError('rest_user_invalid_argument', { login: user.login })
  if (slug !== undefined && slug !== slugOfUser(user)) {
    const taken = (await listUsers(tx)).some((other) => other.id !== user.id && slugOfUser(other) === slug)
    if (taken) throw new ApiError('rest_user_invalid_slug', { slug })
  }
  const role = roles === user.role ? undefined : roles
  if (role !== undefined) assertMayGiveRole(user, role, caller)
  await changeAccount(tx, user, { ...others, role, slug })
  // Whoever changes their own goes on with the session in which they do.
  const keeping = user.id === caller.id ? caller.session : undefined
  if (hash !== undefined) await storeOwnPassword(tx, user, { hash, keeping })
}

/** The hash of a password that is wanted, if one is; throws 400 for one that is not acceptable. `known` is no secret. */
export async function hashWanted(
  password: string | undefined,
  known: readonly (string | undefined)[],
): Promise<string | undefined> {
  if (password === undefined) return undefined
  const fault = await passwordFault(
    password,
    known.filter((text) => text !== undefined),
  )
  if (fault !== undefined) throw invalidParams({ password: `is not acceptable. ${passwordFaults[fault]}` })
  return hashOwnPassword(password)
}

/** Roles are given by those who manage users; who takes that right from themselves could not give it back. */
function assertMayGiveRole(user: User, role: User['role'], caller: Caller): void {
  if (!can(caller, 'manage_users')) throw forbidden(caller, 'manage_users', 'rest_cannot_edit_roles')
  const becomes = { id: user.id, role, login: user.login }
  if (user.id === caller.id && !can(becomes, 'manage_users')) throw new ApiError('rest_user_invalid_role')
}
