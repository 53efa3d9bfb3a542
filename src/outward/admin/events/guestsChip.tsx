import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import { t } from './texts.ts'

/** How many come to an event, of how many places, and how many wait or are to be approved: the way to them. */
export function GuestsChip({ event: { id, registration } }: { readonly event: EventRecord }) {
  // Who may not edit the event is not told.
  if (registration?.taken === undefined || registration.mode === 'external') return null
  const { capacity, taken, waiting = 0, requested = 0 } = registration
  const places = [taken, ...(capacity === null ? [] : [capacity])].map(numberText).join('/')
  const others = waiting + requested
  const says = others > 0 ? `${places} · ${numberText(others)}` : places
  return (
    <a class="tag" href={to(`events/${id}/guests`)} aria-label={`${t('guests')}: ${says}`} dir="ltr">
      {says}
    </a>
  )
}
