import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { say } from '../../pure/locale/locale.ts'
import { writeLetter } from './mail.layout.ts'
import type { MailSite } from './mail.site.ts'
import { momentText } from './mail.templates.ts'
import { mailTexts } from './mail.texts.ts'
import type { Mail } from './mail.write.ts'

/** What somebody is told of what was asked for under their address. */
export interface SubscriptionMail {
  readonly is: 'Confirm' | 'Already' | 'Full' | 'Settings' | 'Rests'
  readonly about: 'digest' | 'event' | 'series' | 'list' | 'settings'
  /** What the calendar calls it, as plain text; nothing that a stranger has typed (D74). */
  readonly title: string
  readonly url: string
  readonly until: EpochSeconds
}

/** Longer titles would fill the line that programs show of a subject. */
const longestTitle = 80

const about = {
  digest: 'letterAboutDigest',
  event: 'letterAboutEvent',
  series: 'letterAboutSeries',
  list: 'letterAboutList',
  settings: 'letterAboutDigest',
} as const

/** Tells the owner of an address what was asked for under it, and what they can do. */
export function subscriptionMail(
  site: MailSite,
  { email, locale: tag }: { readonly email: string; readonly locale: string },
  told: SubscriptionMail,
): Mail {
  const locale = site.localeFor(tag)
  const texts = mailTexts(locale)
  const letters = [...told.title]
  const title = letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : told.title
  const words = {
    site: site.name,
    url: site.url,
    what: say(texts[about[told.about]], { title }),
    until: momentText(locale, site, told.until),
  }
  const subject = say(texts[`letter${told.is}Subject`], words)
  const isConfirm = told.is === 'Confirm'
  const written = writeLetter(locale, {
    subject,
    words,
    paragraphs: [texts[`letter${told.is}`]],
    action: { text: isConfirm ? texts.letterConfirmAction : texts.letterSettingsAction, url: told.url },
    remarks: isConfirm ? [texts.letterConfirmEnds] : [],
    ending: texts.ending,
  })
  return { kind: 'letters', to: email, subject, ...written, until: told.until }
}
