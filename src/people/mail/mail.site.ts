import { type Zone, zoneNamed } from '../../pure/calendar/zone.ts'
import type { Config } from '../../config/config.ts'
import { createLocales, type Locale } from '../../pure/locale/locale.ts'

/** What mails say of the site that sends them. */
export interface MailSite {
  readonly name: string
  /** The public address, where links lead. */
  readonly url: string
  readonly zone: Zone
  /** The locale of a reader by the tag that their account has; that of the site for an empty one. */
  readonly localeFor: (tag: string) => Locale
}

/** Whether mails are sent or written at all: without, links are shown to whoever asked for them. */
export function isMailSet({ smtpUrl, mailFolder }: Pick<Config, 'smtpUrl' | 'mailFolder'>): boolean {
  return smtpUrl !== null || mailFolder !== ''
}

/** The site of the settings. */
export function mailSiteOf({
  siteName,
  siteUrl,
  siteTimezone,
  siteLocale,
}: Pick<Config, 'siteName' | 'siteUrl' | 'siteTimezone' | 'siteLocale'>): MailSite {
  return {
    name: siteName,
    url: siteUrl,
    zone: zoneNamed(siteTimezone),
    localeFor: createLocales(siteLocale),
  }
}
