import { invalidParams } from '../../http/decodedParameters.ts'
import { faultOfSeries, settleRegistration, type Settling } from '../registration/registration.settle.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { UpdateEvent } from './events.params.ts'

/** What was sent of who may come, as it is stored. Throws 400 where it does not agree with itself. */
export function settledRegistration(
  sent: UpdateEvent['registration'],
  settling: Settling,
): Partial<Pick<EventRow, 'registration'>> {
  if (sent === undefined) return {}
  const settled = settleRegistration(sent, settling)
  if ('fault' in settled) throw invalidParams({ registration: settled.fault })
  return { registration: settled.column }
}

/** Throws 400 where what it says of who may come cannot be that of all dates of a series. */
export function assertOfSeries(event: EventRow): void {
  const fault = faultOfSeries(event)
  if (fault !== undefined) throw invalidParams({ registration: fault })
}
