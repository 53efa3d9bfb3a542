import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { type Locale, say } from '../../pure/locale/locale.ts'
import { writeLetter } from './mail.layout.ts'
import type { MailSite } from './mail.site.ts'
import { momentText } from './mail.templates.ts'
import { mailTexts, type MailTexts } from './mail.texts.ts'
import type { Mail } from './mail.write.ts'

/** Who proposed something, and what it is called, as plain text. */
export interface Submitter {
  readonly email: string
  /** Empty where they have not said it. */
  readonly name: string
  /** The BCP 47 tag of their language; empty for that of the site. */
  readonly locale: string
  readonly title: string
}

/** Lets somebody confirm that it was them who proposed something: nothing of what was typed goes to an address that may be another’s (D74). */
export function confirmMail(
  site: MailSite,
  { email, locale }: Pick<Submitter, 'email' | 'locale'>,
  { url, until }: { readonly url: string; readonly until: EpochSeconds },
): Mail {
  const to = { email, locale, name: '', title: '' }
  return letterTo(site, to, {
    subject: 'submissionConfirmSubject',
    says: 'submissionConfirm',
    action: ['submissionConfirmAction', url],
    remarks: ['submissionConfirmEnds'],
    until,
  })
}

/** Asks who proposed something a question. */
export function askedMail(
  site: MailSite,
  to: Submitter,
  asked: { readonly url: string; readonly message: string },
): Mail {
  return letterTo(site, to, {
    subject: 'submissionAskedSubject',
    says: 'submissionAsked',
    message: asked.message,
    action: ['submissionAskedAction', asked.url],
  })
}

/** What has become of a proposal that was accepted. */
export type AcceptedAs = 'new' | 'change' | 'report'

const accepted = {
  new: ['submissionAcceptedSubject', 'submissionAccepted'],
  change: ['submissionChangedSubject', 'submissionChanged'],
  report: ['submissionReportSubject', 'submissionReport'],
} as const satisfies Record<AcceptedAs, readonly [keyof MailTexts, keyof MailTexts]>

/** Tells who proposed something that it was accepted, and where it is. */
export function acceptedMail(
  site: MailSite,
  to: Submitter,
  told: { readonly as: AcceptedAs; readonly url: string; readonly message: string },
): Mail {
  const [subject, says] = accepted[told.as]
  return letterTo(site, to, { subject, says, message: told.message, action: ['submissionShow', told.url] })
}

/** Tells who proposed something that it is not taken up, and why: a word of the reasons that have a text, or none. */
export function rejectedMail(
  site: MailSite,
  to: Submitter,
  told: { readonly reason: string; readonly url: string; readonly message: string },
): Mail {
  return letterTo(site, to, {
    subject: 'submissionRejectedSubject',
    says: 'submissionRejected',
    reason: told.reason,
    message: told.message,
    action: ['submissionState', told.url],
  })
}

/** Tells an editor what waits: the titles, and how many there are in all. */
export function digestMail(
  site: MailSite,
  to: Omit<Submitter, 'title'>,
  waiting: { readonly titles: readonly string[]; readonly count: number; readonly url: string },
): Mail {
  const { titles, count, url } = waiting
  const lines = titles.map((title) => `• ${title}`)
  return {
    ...letterTo(
      site,
      { ...to, title: '' },
      {
        subject: 'submissionDigestSubject',
        says: 'submissionDigest',
        message: [...lines, ...(count > titles.length ? ['…'] : [])].join('\n'),
        action: ['submissionDigestAction', url],
        count,
      },
    ),
    kind: 'digest',
  }
}

interface Outline {
  readonly subject: keyof MailTexts
  readonly says: keyof MailTexts
  readonly reason?: string
  readonly message?: string
  readonly action: readonly [text: keyof MailTexts, url: string]
  readonly remarks?: readonly (keyof MailTexts)[]
  readonly until?: EpochSeconds
  readonly count?: number
}

/** Longer titles would fill the line that programs show of a subject. */
const longestTitle = 80

function letterTo(site: MailSite, to: Submitter, outline: Outline): Mail {
  const locale: Locale = site.localeFor(to.locale)
  const texts = mailTexts(locale)
  const letters = [...to.title]
  const title = letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : to.title
  const lines = (outline.message ?? '').split('\n').filter((line) => line.trim() !== '')
  const words = {
    site: site.name,
    url: site.url,
    name: to.name,
    title,
    count: String(outline.count ?? 0),
    ...(outline.until === undefined ? {} : { until: momentText(locale, site, outline.until) }),
    // What people have written is a word of its own, so that nothing in it is taken for a place to be filled.
    ...Object.fromEntries(lines.map((line, at) => [`line${at}`, line])),
  }
  const reason = texts[`submissionReason_${outline.reason ?? ''}` as keyof MailTexts]
  const subject = say(texts[outline.subject], words)
  const written = writeLetter(locale, {
    subject,
    words,
    paragraphs: [
      ...(to.name === '' ? [] : [texts.greeting]),
      texts[outline.says],
      ...(reason === undefined ? [] : [reason]),
      ...lines.map((_, at) => `{line${at}}`),
    ],
    action: { text: texts[outline.action[0]], url: outline.action[1] },
    remarks: (outline.remarks ?? []).map((name) => texts[name]),
    ending: texts.ending,
  })
  return { kind: 'submission', to: to.email, subject, ...written, until: outline.until }
}
