import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import { say } from '../../pure/locale/locale.ts'
import { writeLetter } from './mail.layout.ts'
import type { MailSite } from './mail.site.ts'
import { mailTexts, type MailTexts } from './mail.texts.ts'
import type { Mail, MailKind } from './mail.write.ts'

/**
 * Whom a mail is to. Nobody may have confirmed that the address of an account is theirs: whatever somebody has typed, even how they
 * are called, would be words of strangers that the calendar sends to others (D74). So mails about accounts do not know it.
 */
export interface MailReader {
  readonly email: string
  /** The BCP 47 tag of the language of their account; empty for that of the site. */
  readonly locale: string
}

/** A link that works once, until it ends. */
export interface MailLink {
  readonly url: string
  readonly until: EpochSeconds
}

/** Tells somebody that they have an account now, and lets them choose its password. */
export function invitationMail(site: MailSite, reader: MailReader, link: MailLink): Mail {
  return linkMail(site, reader, link, 'invitation')
}

/** Lets somebody who has forgotten their password choose another one. */
export function resetMail(site: MailSite, reader: MailReader, link: MailLink): Mail {
  return linkMail(site, reader, link, 'reset')
}

/** Tells somebody that their password was changed, and where to go if that was not them. */
export function passwordChangedMail(
  site: MailSite,
  reader: MailReader,
  { at, forgotUrl }: { readonly at: EpochSeconds; readonly forgotUrl: string },
): Mail {
  return letterTo(site, reader, {
    kind: 'password',
    subject: 'passwordChangedSubject',
    paragraphs: ['passwordChanged', 'changeNotYou'],
    action: ['chooseNewPassword', forgotUrl],
    remarks: [],
    at,
  })
}

/** Ways of signing in that may be added to an account. */
export type MethodName = 'passkey' | 'provider' | 'recoveryCodes'

/** Tells somebody that their account has another way to sign in, and where to go if it was not them who added it. */
export function newMethodMail(
  site: MailSite,
  reader: MailReader,
  added: {
    readonly at: EpochSeconds
    readonly method: MethodName
    /** What the provider is called, by the settings. */
    readonly called?: string
    readonly forgotUrl: string
  },
): Mail {
  return letterTo(site, reader, {
    kind: 'method',
    subject: 'methodSubject',
    paragraphs: ['method', 'methodNotYou'],
    action: ['chooseNewPassword', added.forgotUrl],
    remarks: [],
    at: added.at,
    method: ({ [added.method]: text }) => say(text, { name: added.called ?? '' }),
  })
}

/** Lets somebody confirm that the address to which it goes, which their account is to have, is theirs. */
export function confirmAddressMail(site: MailSite, reader: MailReader, link: MailLink): Mail {
  return linkMail(site, reader, link, 'confirm')
}

/** Tells somebody, at the address that their account had, that it has another one now. */
export function addressChangedMail(
  site: MailSite,
  reader: MailReader,
  { at }: { readonly at: EpochSeconds },
): Mail {
  return letterTo(site, reader, {
    kind: 'address',
    subject: 'addressChangedSubject',
    paragraphs: ['addressChanged', 'tellWhoRuns'],
    remarks: [],
    at,
  })
}

/** Tells an administrator that somebody was not let in whom a provider takes for the holder of an account of somebody else there. */
export function refusedPersonMail(
  site: MailSite,
  reader: MailReader,
  refused: { readonly login: string; readonly called: string; readonly peopleUrl: string },
): Mail {
  return letterTo(site, reader, {
    kind: 'refused',
    subject: 'refusedSubject',
    paragraphs: ['refusedPerson', 'refusedPersonHint'],
    action: ['showPeople', refused.peopleUrl],
    remarks: [],
    method: () => refused.called,
    login: refused.login,
  })
}

/** Shows whoever sets up a mail server that mails arrive. */
export function testMail(site: MailSite, email: string): Mail {
  return letterTo(
    site,
    { email, locale: '' },
    { kind: 'test', subject: 'testSubject', paragraphs: ['test'], remarks: [] },
  )
}

/** A letter by the names of its texts. */
interface Outline {
  readonly kind: MailKind
  readonly subject: keyof MailTexts
  readonly paragraphs: readonly (keyof MailTexts)[]
  readonly action?: readonly [text: keyof MailTexts, url: string]
  readonly remarks: readonly (keyof MailTexts)[]
  readonly until?: EpochSeconds
  readonly at?: EpochSeconds
  /** Whose account it is about; only in what goes to administrators. */
  readonly login?: string
  readonly method?: (texts: MailTexts) => string
}

/** Letters with a link that ends: what it does, and what is said to whom it means nothing. */
const links = {
  invitation: ['choosePassword', 'notExpected'],
  reset: ['chooseNewPassword', 'resetNotYou'],
  confirm: ['confirmAddress', 'notExpected'],
} as const satisfies Partial<Record<MailKind, readonly [keyof MailTexts, keyof MailTexts]>>

function linkMail(site: MailSite, reader: MailReader, link: MailLink, kind: keyof typeof links): Mail {
  const [action, otherwise] = links[kind]
  return letterTo(site, reader, {
    kind,
    subject: `${kind}Subject`,
    paragraphs: [kind],
    action: [action, link.url],
    remarks: ['linkEnds', otherwise],
    until: link.until,
  })
}

function letterTo(site: MailSite, reader: MailReader, outline: Outline): Mail {
  const locale = site.localeFor(reader.locale)
  const texts = mailTexts(locale)
  const words = {
    site: site.name,
    url: site.url,
    address: reader.email,
    ...(outline.login === undefined ? {} : { login: outline.login }),
    ...(outline.until === undefined ? {} : { until: momentText(locale, site, outline.until) }),
    ...(outline.at === undefined ? {} : { at: momentText(locale, site, outline.at) }),
    ...(outline.method ? { method: outline.method(texts) } : {}),
  }
  const subject = say(texts[outline.subject], words)
  const named = (names: readonly (keyof MailTexts)[]) => names.map((name) => texts[name])
  const written = writeLetter(locale, {
    subject,
    words,
    paragraphs: named(outline.paragraphs),
    action: outline.action && { text: texts[outline.action[0]], url: outline.action[1] },
    remarks: named(outline.remarks),
    ending: texts.ending,
  })
  return { kind: outline.kind, to: reader.email, subject, ...written, until: outline.until }
}

/** A moment in the zone of the site, which is named: readers may be anywhere. */
export function momentText({ tag }: Locale, { zone }: MailSite, at: EpochSeconds): string {
  return new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone.id,
    calendar: 'gregory',
  }).format(at * 1000)
}
