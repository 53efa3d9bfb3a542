import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { say } from '../../pure/locale/locale.ts'
import { writeLetter } from './mail.layout.ts'
import type { MailSite } from './mail.site.ts'
import { momentText } from './mail.templates.ts'
import { mailTexts } from './mail.texts.ts'
import type { Mail } from './mail.write.ts'

/** What a guest is told. */
export type GuestMail =
  | 'Confirm'
  | 'Registered'
  | 'Waiting'
  | 'Requested'
  | 'Refused'
  | 'Offer'
  | 'OfferOver'
  | 'Canceled'
  | 'Already'
  | 'EventCanceled'
  | 'EventRestored'
  | 'Moved'

/** Whom it is to, about which event; nothing that a guest has typed is in it (D74). */
export interface GuestReader {
  readonly email: string
  readonly locale: string
  /** Plain text. */
  readonly title: string
  readonly starts_at: EpochSeconds
  readonly code: string
}

/** Longer titles would fill the line that programs show of a subject. */
const longestTitle = 80

/** Tells a guest what has become of them; `url`: their own page; `until`: when what it says ends. */
export function guestMail(
  site: MailSite,
  to: GuestReader,
  {
    is,
    url,
    until,
  }: { readonly is: GuestMail; readonly url: string; readonly until?: EpochSeconds | undefined },
): Mail {
  const locale = site.localeFor(to.locale)
  const texts = mailTexts(locale)
  const letters = [...to.title]
  const title = letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : to.title
  const words = {
    site: site.name,
    url: site.url,
    title,
    code: to.code,
    when: momentText(locale, site, to.starts_at),
    ...(until === undefined ? {} : { until: momentText(locale, site, until) }),
  }
  const subject = say(texts[`guest${is}Subject`], words)
  const action = is === 'Confirm' ? texts.guestConfirmAction : texts.guestShow
  const written = writeLetter(locale, {
    subject,
    words,
    paragraphs: [texts[`guest${is}`]],
    action: { text: action, url },
    remarks: is === 'Confirm' && until !== undefined ? [texts.guestConfirmEnds] : [],
    ending: texts.ending,
  })
  return { kind: 'guest', to: to.email, subject, ...written, until }
}
