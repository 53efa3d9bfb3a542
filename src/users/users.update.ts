import { offerAddress } from '../accounts/accounts.address.write.ts'
import type { LinkSite } from '../accounts/accounts.links.write.ts'
import { tellOfAddress, tellOfPassword } from '../accounts/accounts.notices.write.ts'
import type { Caller } from '../auth/rights.ts'
import type { User } from '../auth/users.ts'
import type { Writer } from '../db/dialect.ts'
import type { EpochSeconds } from '../db/tables.ts'
import { ApiError } from '../errors.ts'
import { invalidParams } from '../http/decodedParameters.ts'
import { isEmail } from '../text/address.ts'
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
  const isToConfirm = isOther && caller.id === user.id && site.mails && isEmail(email)
  await changeUser(tx, user, isToConfirm || email === undefined ? others : { ...others, email }, {
    caller,
    hash,
  })
  if (hash !== undefined) await tellOfPassword(tx, user, site, now)
  if (isToConfirm) await offerAddress(tx, { user, email, now }, site)
  else if (isOther) await tellOfAddress(tx, user, site, { at: now, to: email })
}

/**
 * Throws 400 unless whoever changes their own password in a browser knows the present one, where there is one: a browser that was left
 * open is not enough. Wrong ones count as those of signing in do (429).
 */
export async function assertKnowsPassword(
  user: User,
  { params, caller, from }: { readonly params: UpdateUser; readonly caller: Caller; readonly from: string },
  { signIn }: Pick<UserParts, 'signIn'>,
): Promise<void> {
  const isOwn = caller.id === user.id && caller.session !== undefined
  if (params.password === undefined || !isOwn || user.password_hash === null) return
  const { current_password: password } = params
  if (password === undefined)
    throw invalidParams({ current_password: 'is needed to change your password: send the present one' })
  try {
    await signIn({ login: user.login, password, from })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rest_wrong_password') throw error
    throw invalidParams({ current_password: 'is not your present password' })
  }
}
