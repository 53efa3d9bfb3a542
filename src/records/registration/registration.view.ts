import { epochSeconds, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { RegistrationRecord } from './registration.record.ts'
import {
  type Counts,
  type Registered,
  registrationOf,
  remainingOf,
  spanOf,
  stateOf,
} from './registration.row.ts'

/** What a record of a registration is made with. */
export interface Showing {
  /** The page of the event. */
  readonly url: string
  readonly siteZone: Zone
  readonly now: Temporal.Instant
  /** Where they are there, it is for who may edit the event. */
  readonly counts?: Counts | undefined
}

type Shown = Registered & Pick<EventRow, 'timezone' | 'registration_taken'>

const utc = (at: number | null) => (at === null ? null : utcText(at))

/** Who may come to an event, as its record says; undefined where nobody registers. */
export function registrationView(
  event: Shown,
  { url, siteZone, now, counts }: Showing,
): RegistrationRecord | undefined {
  const registration = registrationOf(event)
  if (!registration) return undefined
  const { mode, capacity, waiting_list, party_max } = registration
  const { opens, closes } = spanOf(registration, event.starts_at)
  const zone = findZone(event.timezone) ?? siteZone
  const wall = (at: number | null) => (at === null ? null : wallTextAt(at, zone))
  return {
    mode,
    state: stateOf(registration, event, epochSeconds(now)),
    capacity,
    remaining: remainingOf(event),
    waiting_list,
    party_max,
    opens: wall(opens),
    opens_utc: utc(opens),
    closes: wall(closes),
    closes_utc: utc(closes),
    url: mode === 'external' ? registration.url : `${url}#register`,
    ...(counts ? ofEditors(event, counts) : {}),
  }
}

function ofEditors(event: Shown, counts: Counts): Partial<RegistrationRecord> {
  const registration = registrationOf(event)
  if (!registration) return {}
  const { opens_before, closes_before, offer_hours, consent, note, reply_to, reminder } = registration
  return {
    opens_before,
    closes_before,
    offer_hours,
    questions: [...registration.questions],
    consent,
    note,
    reply_to,
    reminder,
    taken: event.registration_taken,
    ...counts,
  }
}
