import { findZone } from '../../pure/calendar/zone.ts'
import { plainLineOfHtml, plainTextOfHtml } from '../../pure/text/plain.ts'
import { isEmail } from '../../pure/text/address.ts'
import {
  type EventTimes,
  type GuestEvent,
  type GuestMail,
  guestMail,
  guestMessage,
} from '../../people/mail/mail.registration.ts'
import type { Mail } from '../../people/mail/mail.write.ts'
import type { EventRow, TimeColumns } from '../rows/event.row.ts'
import { type EventForGuests, type GuestParts, guestUrl } from './guests.parts.ts'
import type { GuestRow } from './guests.query.ts'
import { blankRegistration, registrationOf } from './registration.row.ts'

/** What somebody is told, beside who they are. */
export interface Telling {
  readonly is: GuestMail
  readonly until?: number | undefined
  readonly word?: string | undefined
  /** Who does not come any more had a place that they had confirmed: they have it in their calendar. */
  readonly hadPlace?: boolean
  /** When it was to be before. */
  readonly before?: Shown | undefined
}

type Shown = Pick<TimeColumns, 'starts_at' | 'all_day' | 'start_wall' | 'end_wall' | 'timezone'>

/** Makes the mails to the guests of an event: what all of them have in common is read once. */
export class GuestMails {
  readonly #parts: GuestParts
  readonly #event: EventRow
  readonly #calendar: EventForGuests

  private constructor(parts: GuestParts, event: EventRow, calendar: EventForGuests) {
    this.#parts = parts
    this.#event = event
    this.#calendar = calendar
  }

  static async of(parts: GuestParts, event: EventRow): Promise<GuestMails> {
    return new GuestMails(parts, event, await parts.eventForGuests(event))
  }

  /** The mail that tells somebody, with what their calendar is told; `at`: when it is written. */
  told(guest: GuestRow, telling: Telling, at: number): Mail {
    const { is, until, word, before } = telling
    const { mailSite } = this.#parts.site()
    const method = methodOf(telling, guest)
    const to = this.#reader(guest)
    const said = {
      method: method ?? 'REQUEST',
      isForOne: is === 'Canceled',
      attendee: guest.email,
      url: to.url,
      at,
    }
    return guestMail(mailSite, this.#about(), to, {
      is,
      until,
      word: word ?? (is === 'EventCanceled' || is === 'Postponed' ? this.#reason() : ''),
      before: before && this.#times(before),
      calendar: method && this.#calendar.message(said),
    })
  }

  /** The mail by which an editor writes to somebody. */
  written(guest: GuestRow, letter: { readonly subject: string; readonly text: string }): Mail {
    return guestMessage(this.#parts.site().mailSite, this.#about(), this.#reader(guest), letter)
  }

  #reader(guest: GuestRow) {
    const { home } = this.#parts.site()
    const { id, email, locale, code } = guest
    return { id, email, locale, code, url: guestUrl(this.#parts, home, guest) }
  }

  #about(): GuestEvent {
    const { note, reply_to } = registrationOf(this.#event) ?? blankRegistration
    return {
      title: plainLineOfHtml(this.#event.title),
      times: this.#times(this.#event),
      place: this.#calendar.place,
      online: this.#event.online_url,
      note,
      replyTo: reply_to,
    }
  }

  #reason(): string {
    return plainTextOfHtml(this.#event.event_status_reason)
  }

  #times({ starts_at, all_day, start_wall, end_wall, timezone }: Shown): EventTimes {
    const zone = findZone(timezone) ?? this.#parts.context.siteZone
    return { starts_at, all_day, start_wall, end_wall, zone }
  }
}

/** What a calendar is told by a mail: only those who have a place at the event have it there. */
function methodOf(
  { is, hadPlace = false }: Telling,
  { state }: Pick<GuestRow, 'state'>,
): 'REQUEST' | 'CANCEL' | undefined {
  if (is === 'Canceled') return hadPlace ? 'CANCEL' : undefined
  if (state !== 'registered') return undefined
  if (is === 'EventCanceled') return 'CANCEL'
  const isNews = is === 'Registered' || is === 'Moved' || is === 'Postponed' || is === 'EventRestored'
  return isNews ? 'REQUEST' : undefined
}

/** Whether somebody can be told anything by mail. */
export function isReached({ site }: Pick<GuestParts, 'site'>, { email }: Pick<GuestRow, 'email'>): boolean {
  return site().mails && isEmail(email)
}
