import { tokenFor } from '../../http/auth/seal.ts'
import type { Context } from '../../http/context.ts'
import type { MailSite } from '../../people/mail/mail.site.ts'
import type { GuestRow } from './guests.query.ts'

/** What is needed to deal with guests; settings are read when they are needed. */
export interface GuestParts {
  readonly context: Context
  /** The secret of the installation, by which links are sealed. */
  readonly secret: Buffer
  readonly now: () => Temporal.Instant
  /** Where links lead, and whether mails are sent. */
  readonly site: () => { readonly home: string; readonly mails: boolean; readonly mailSite: MailSite }
  /** How long a place is kept for who has not confirmed yet; 0: nobody has to. */
  readonly confirmMinutes: () => number
  /** How many a network may register in an hour. */
  readonly hourly: () => number
  readonly privacyUrl: () => string
  /** How long guests are known after the event, in days. */
  readonly keptDays: () => number
}

/** The address of a guest’s own page. */
export function guestUrl(
  { secret }: Pick<GuestParts, 'secret'>,
  home: string,
  guest: Pick<GuestRow, 'id' | 'created_at' | 'locale'>,
): string {
  const language = guest.locale === '' ? '' : `?lang=${guest.locale}`
  return `${home}/registration/${tokenFor(secret, 'guest', guest)}${language}`
}

/** Nothing about who comes is kept by anybody between. */
export const unkept = { 'Cache-Control': 'private, no-store' } as const
