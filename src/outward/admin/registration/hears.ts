import { wallNow } from '../dates.ts'
import type { EventRecord } from '../records.ts'

/** Whether somebody comes to the event, or waits to, who is told what becomes of it: nobody is of what is over, or was never public. */
export function hasGuests({ status, registration, end_date }: EventRecord): boolean {
  const { taken = 0, waiting = 0, requested = 0 } = registration ?? {}
  const isKnown = status === 'publish' || status === 'trash'
  return isKnown && taken + waiting + requested > 0 && end_date >= wallNow()
}
