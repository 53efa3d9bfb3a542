import { type RegistrationState, standingAt } from '../../pure/params/guests.ts'
import { eventStatuses, heldStatuses } from '../../pure/params/words.ts'
import { statesSeen } from './codes.ts'
import type { Columns } from './columns.ts'
import { isTimed, roomOf, type TimesById } from './registration.ts'
import { type Condition, sieveBy } from './sieves.ts'

/** The ids of the events of columns that say times. */
export function timedIn({ id, registration, size }: Columns): number[] {
  const found: number[] = []
  for (let slot = 0; slot < size; slot += 1) if (isTimed(registration[slot] ?? 0)) found.push(id[slot] ?? 0)
  return found
}

const { seen: published } = statesSeen({ reader: 0, sees: ({ status }) => status === 'publish' })
const off = new Set(heldStatuses.map((status) => eventStatuses.indexOf(status)))

/** How the registrations of events stand at a moment. */
export interface Moment {
  readonly times: TimesById
  readonly now_s: number
}

/** The times of the event of a slot, as they hold: it closes at the latest as it begins. */
export function spanAt({ id, starts, registration }: Columns, slot: number, times: TimesById) {
  const said = isTimed(registration[slot] ?? 0) ? times.get(id[slot] ?? 0) : undefined
  const begins = starts[slot] ?? 0
  return { opens: said?.opens ?? null, closes: Math.min(said?.closes ?? begins, begins) }
}

/** How the registration of the event of a slot stands; undefined where nobody registers. */
export function stateAt(
  columns: Columns,
  slot: number,
  { times, now_s }: Moment,
): RegistrationState | undefined {
  const room = roomOf(columns.registration[slot] ?? 0)
  if (room === undefined) return undefined
  const isOff = off.has(columns.happening[slot] ?? 0) || published[columns.state[slot] ?? 0] !== 1
  return isOff ? 'closed' : standingAt({ ...spanAt(columns, slot, times), room }, now_s)
}

/** Which registrations are wanted: in any of these states, or any at all. */
export interface RegistrationFilter extends Moment {
  readonly states: readonly (RegistrationState | 'any')[]
}

/** People register for the event, and that stands as wanted. */
export function registering({ states, ...moment }: RegistrationFilter): Condition {
  const isAny = states.includes('any')
  return (columns) => ({
    sieve: sieveBy((slot) => {
      if (columns.registration[slot] === 0) return 0
      const state = isAny ? 'any' : stateAt(columns, slot, moment)
      return Number(state !== undefined && states.includes(state))
    }),
  })
}
