import { tokenFor } from '../../http/auth/seal.ts'
import type { Context } from '../../http/context.ts'
import type { MailSite } from '../../people/mail/mail.site.ts'
import type { CalendarMessage } from '../../people/mail/mail.write.ts'
import type { GuestDeed } from '../../people/metrics/guests.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { GuestRow } from './guests.query.ts'

/** An event as who comes to it has it in their calendar. */
export interface EventForGuests {
  /** Where it is, on one line; empty where that is not known. */
  readonly place: string
  /** As a file that is added to a calendar; `url`: the guest’s own page; `isIn`: they have a place, and may know the way in. */
  readonly file: (url: string, isIn: boolean) => string
  /** As what a mail tells a calendar. */
  readonly message: (said: ToCalendar) => CalendarMessage
}

/** What a calendar is told: to whom, and whether the event takes place at all. */
export interface ToCalendar {
  readonly method: 'REQUEST' | 'CANCEL'
  /** It takes place, but not for them. */
  readonly isForOne: boolean
  readonly attendee: string
  readonly url: string
  readonly at: EpochSeconds
}

/** What is needed to deal with guests; settings are read when they are needed. */
export interface GuestParts {
  readonly context: Context
  /** The secret of the installation, by which links are sealed. */
  readonly secret: Buffer
  readonly now: () => Temporal.Instant
  /** Where links lead, and whether mails are sent. */
  readonly site: () => { readonly home: string; readonly mails: boolean; readonly mailSite: MailSite }
  /** Events as their guests have them in their calendars; `home`: where the site is, where no setting says it. */
  readonly eventForGuests: (event: EventRow, home?: string) => Promise<EventForGuests>
  /** How long a place is kept for who has not confirmed yet; 0: nobody has to. */
  readonly confirmMinutes: () => number
  /** How many a network may register in an hour. */
  readonly hourly: () => number
  readonly privacyUrl: () => string
  /** Counts what was done, without saying of whom. */
  readonly count: (deed: GuestDeed, times?: number) => void
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
