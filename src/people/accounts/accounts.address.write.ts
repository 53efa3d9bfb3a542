import { endLinks, makeLink, takeLink } from '../../http/auth/oneTimeLinks.ts'
import { assertFreeFor, changeAccount, type User, userWithId } from '../../http/auth/users.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { confirmAddressMail } from '../mail/mail.templates.ts'
import { queueMail } from '../mail/mail.write.ts'
import type { LinkSite } from './accounts.links.write.ts'
import { tellOfAddress } from './accounts.notices.write.ts'

/**
 * Mails a link to the address that the user wants to have: it is theirs once they have used it. One at a time; throws 400 for an
 * address that is somebody else’s.
 */
export async function offerAddress(
  tx: Writer,
  { user, email, now }: { readonly user: User; readonly email: string; readonly now: EpochSeconds },
  { home, mailSite }: LinkSite,
): Promise<void> {
  await assertFreeFor(tx, user.id, 'rest_user_invalid_email', email)
  await endLinks(tx, user, 'email')
  const { secret, until } = await makeLink(tx, { kind: 'email', user, now, by: user.id, email })
  const url = `${home}/signin/email/${secret}`
  await queueMail(tx, confirmAddressMail(mailSite, { ...user, email }, { url, until }), now)
}

/**
 * Uses the link up and gives its user the address, of which the former one is told. Throws 410 `rest_link_over` when it does not work,
 * and 400 when somebody else has the address by now.
 */
export async function confirmAddress(
  tx: Writer,
  secret: string,
  { site, now }: { readonly site: LinkSite; readonly now: EpochSeconds },
): Promise<string> {
  const link = await takeLink(tx, secret, now)
  const user =
    link?.kind === 'email' && link.user_id !== null ? await userWithId(tx, link.user_id) : undefined
  if (!link || !user) throw new ApiError('rest_link_over')
  await changeAccount(tx, user, { email: link.email })
  await tellOfAddress(tx, user, site, { at: now })
  return link.email
}
