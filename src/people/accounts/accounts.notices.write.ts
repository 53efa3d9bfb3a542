import type { User } from '../../http/auth/users.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import {
  addressChangedMail,
  type MethodName,
  newMethodMail,
  passwordChangedMail,
} from '../mail/mail.templates.ts'
import { queueMail } from '../mail/mail.write.ts'
import { isEmail } from '../../pure/text/address.ts'
import type { LinkSite } from './accounts.links.write.ts'

/** Mails to somebody, in the transaction of its cause, that their password has been changed. Without mail nothing is done. */
export async function tellOfPassword(
  tx: Writer,
  user: User,
  site: LinkSite,
  at: EpochSeconds,
): Promise<void> {
  if (!isTold(user, site)) return
  await queueMail(tx, passwordChangedMail(site.mailSite, user, { at, forgotUrl: forgotUrl(site) }), at)
}

/** The same of another way to sign in; `called` names the provider. */
export async function tellOfMethod(
  tx: Writer,
  user: User,
  site: LinkSite,
  added: { readonly at: EpochSeconds; readonly method: MethodName; readonly called?: string },
): Promise<void> {
  if (!isTold(user, site)) return
  await queueMail(tx, newMethodMail(site.mailSite, user, { ...added, forgotUrl: forgotUrl(site) }), added.at)
}

/** The same, at the address that their account had, of another one. */
export async function tellOfAddress(
  tx: Writer,
  user: User,
  site: LinkSite,
  changed: { readonly at: EpochSeconds },
): Promise<void> {
  if (!isTold(user, site)) return
  await queueMail(tx, addressChangedMail(site.mailSite, user, changed), changed.at)
}

function isTold({ email }: User, { mails }: LinkSite): boolean {
  return mails && isEmail(email)
}

function forgotUrl({ home }: LinkSite): string {
  return `${home}/signin/forgot`
}
