import { epochSeconds, isoWithOffset } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { RegistrationState } from '../../pure/params/guests.ts'
import type { EventRow } from '../rows/event.row.ts'
import { closesAt, registrationOf, remainingOf, spanOf, stateOf } from './registration.row.ts'

type Shown = Parameters<typeof stateOf>[1]

/** How many may come to an event, and how many still may where that is told, as schema.org says it. */
export function attendeeCapacity(event: Shown): Record<string, number> {
  const registration = registrationOf(event)
  if (!registration || registration.mode === 'external' || registration.capacity === null) return {}
  const remaining = remainingOf(event)
  return {
    maximumAttendeeCapacity: registration.capacity,
    ...(remaining === null ? {} : { remainingAttendeeCapacity: remaining }),
  }
}

/** The schema.org availability of a place. */
const availabilities: Readonly<Record<RegistrationState, string>> = {
  upcoming: 'https://schema.org/PreOrder',
  open: 'https://schema.org/InStock',
  waiting_list: 'https://schema.org/SoldOut',
  full: 'https://schema.org/SoldOut',
  closed: 'https://schema.org/SoldOut',
}

/** What is offered to who registers: whether there is a place, from when on, up to when, and where. */
export interface PlaceOffer {
  readonly availability: string
  readonly validFrom: string
  readonly validThrough: string
  readonly url: string
}

/** The place that an event offers; undefined where nobody registers. Moments have the offset of its zone. */
export function placeOffer(
  event: Shown & Pick<EventRow, 'date_at'>,
  { url, zone, now }: { readonly url: string; readonly zone: Zone; readonly now: Temporal.Instant },
): PlaceOffer | undefined {
  const registration = registrationOf(event)
  if (!registration) return undefined
  const state = stateOf(registration, event, epochSeconds(now))
  const isFew = state === 'open' && registration.mode !== 'external' && remainingOf(event) !== null
  return {
    availability: isFew ? 'https://schema.org/LimitedAvailability' : availabilities[state],
    validFrom: isoWithOffset(spanOf(registration, event.starts_at).opens ?? event.date_at, zone),
    validThrough: isoWithOffset(closesAt(registration, event), zone),
    url: registration.mode === 'external' ? registration.url : `${url}#register`,
  }
}
