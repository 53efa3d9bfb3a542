import { makeLink } from '../../http/auth/oneTimeLinks.ts'
import type { User } from '../../http/auth/users.ts'
import type { Config } from '../../config/config.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { invitationMail, resetMail } from '../mail/mail.templates.ts'
import { isMailSet, mailSiteOf, type MailSite } from '../mail/mail.site.ts'
import { queueMail } from '../mail/mail.write.ts'
import { isEmail } from '../../pure/text/address.ts'

/** Where links lead, and whether they can be mailed. */
export interface LinkSite {
  /** The public pages, without a slash at the end. */
  readonly home: string
  /** Whether mails are sent, and to a reader whose links are those of SITE_URL. */
  readonly mails: boolean
  readonly mailSite: MailSite
}

/** What links are made of with these settings. Without SITE_URL nothing is mailed: whoever asks would say where its links lead. */
export function linkSiteOf(config: Config, home = config.siteUrl): LinkSite {
  return { home, mails: config.siteUrl !== '' && isMailSet(config), mailSite: mailSiteOf(config) }
}

/** A link by which somebody chooses their password: sent by mail, or else shown this once to whoever has asked for it. */
export interface OfferedLink {
  readonly until: EpochSeconds
  /** Where it was sent; undefined where it was not. */
  readonly mailedTo?: string
  /** The link itself, where it was not sent. */
  readonly url?: string
}

/** The address at which the link of a user is used. */
function linkUrl(home: string, kind: 'invitation' | 'reset', secret: string): string {
  return `${home}/signin/${kind}/${secret}`
}

/**
 * Makes a link by which the user chooses a password, and mails it to them; where there is no mail, or their address is none, the
 * answer has it. Whoever calls has checked that the one who asks may do so.
 */
export async function offerLink(
  tx: Writer,
  wanted: { kind: 'invitation' | 'reset'; user: User; now: EpochSeconds; by?: number | undefined },
  { home, mails, mailSite }: LinkSite,
): Promise<OfferedLink> {
  const { kind, user, now } = wanted
  const { secret, until } = await makeLink(tx, wanted)
  const url = linkUrl(home, kind, secret)
  if (!mails || !isEmail(user.email)) return { until, url }
  const write = kind === 'reset' ? resetMail : invitationMail
  await queueMail(tx, write(mailSite, user, { url, until }), now)
  return { until, mailedTo: user.email }
}
