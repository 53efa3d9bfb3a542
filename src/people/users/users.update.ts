import { offerAddress } from '../accounts/accounts.address.write.ts'
import type { LinkSite } from '../accounts/accounts.links.write.ts'
import { tellOfAddress, tellOfPassword } from '../accounts/accounts.notices.write.ts'
import type { Attempt } from '../../http/auth/authenticate.ts'
import { assertConfirmed } from '../../http/auth/confirmation.ts'
import { type Caller, can } from '../../http/auth/rights.ts'
import type { User } from '../../http/auth/users.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { anEmail, isEmail } from '../../pure/text/address.ts'
import { changeUser } from './users.change.ts'
import type { UpdateUser } from './users.params.ts'
import type { UserParts } from './users.routes.ts'

/** A change of a user that is wanted, and by whom. */
interface Wanted {
  readonly caller: Caller
  readonly params: UpdateUser
  /** The hash of the password that they are to have, if it changes. */
  readonly hash: string | undefined
  readonly site: LinkSite
  readonly now: EpochSeconds
}

/**
 * Changes a user and tells them by mail of what opens their account: another password, another address. Another address of one’s own
 * has to be confirmed before it holds, where mails are sent.
 */
export async function updateUser(tx: Writer, user: User, wanted: Wanted): Promise<void> {
  const { caller, params, hash, site, now } = wanted
  const { email, current_password: _current, ...others } = params
  const isOther = email !== undefined && email !== user.email
  const isToConfirm = isOther && caller.id === user.id && site.mails
  if (isToConfirm && !isEmail(email))
    throw invalidParams({ email: `must be ${anEmail}: a link that confirms it goes there` })
  await changeUser(tx, user, isToConfirm || email === undefined ? others : { ...others, email }, {
    caller,
    hash,
  })
  if (hash !== undefined) await tellOfPassword(tx, user, site, now)
  if (isToConfirm) await offerAddress(tx, { user, email, now }, site)
  else if (isOther) await tellOfAddress(tx, user, site, { at: now })
}

/** Who asks for a change of a user, and for which. */
interface Change {
  readonly params: UpdateUser
  readonly caller: Caller
  /** The address of the client. */
  readonly from: string
  readonly now: Temporal.Instant
}

/**
 * Throws where a change would open an account, to whoever has only found a browser open: 400 unless whoever changes their own password
 * knows the present one, if there is one; 403 for another password, another address, or the rights of an administrator, unless they
 * have proven lately who they are. The present password, sent along, proves it too; wrong ones count as those of signing in do (429).
 */
export async function assertProven(
  user: User,
  { params, caller, from, now }: Change,
  { signIn }: Pick<UserParts, 'signIn'>,
): Promise<void> {
  if (caller.session === undefined) return
  const { password, current_password: current } = params
  const isOwn = caller.id === user.id && user.password_hash !== null
  if (isOwn && current !== undefined)
    return assertPassword({ login: user.login, password: current, from }, signIn)
  if (isOwn && password !== undefined)
    throw invalidParams({ current_password: 'is needed to change your password: send the present one' })
  const { email, roles } = params
  const becomes = isOther(roles, user.role) && can({ ...user, role: roles }, 'manage_users')
  if (password !== undefined || isOther(email, user.email) || becomes) assertConfirmed({ caller, now })
}

function isOther(value: string | undefined, was: string): boolean {
  return value !== undefined && value !== was
}

async function assertPassword(attempt: Attempt, signIn: UserParts['signIn']): Promise<void> {
  try {
    await signIn(attempt)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rest_wrong_password') throw error
    throw invalidParams({ current_password: 'is not your present password' })
  }
}
