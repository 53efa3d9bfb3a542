import { onceFor } from '../../pure/calendar/cache.ts'
import { type RegistrationState, registrationStates } from '../../pure/params/guests.ts'
import { common, range, without } from '../../pure/sorted/numbers.ts'
import type { Columns } from './columns.ts'
import type { Filters } from './filters.ts'
import { spanAt, stateAt } from './filters.registration.ts'
import type { Hits } from './hits.ts'
import type { Snapshot } from './snapshot.ts'

/** How many hits there are in each state. */
export function countStates(hits: Hits, now_s: number): ReadonlyMap<RegistrationState, number> {
  const moment = { times: hits.snapshot.times, now_s }
  const counts = new Map<RegistrationState, number>(registrationStates.map((state) => [state, 0]))
  for (const [columns, slots, sign] of hits.counted)
    for (const slot of common(slots, slotsIn(columns))) {
      const state = stateAt(columns, slot, moment)
      if (state) counts.set(state, (counts.get(state) ?? 0) + sign)
    }
  return counts
}

/** When the registration of any event turns next by the clock alone, in epoch seconds; Infinity: never. */
export function nextTurn({ main, closed, tail, times }: Registering, now_s: number): number {
  let next = Infinity
  for (const [columns, slots] of registering({ main, closed, tail }))
    for (const slot of slots) {
      const { opens, closes } = spanAt(columns, slot, times)
      if (closes > now_s) next = Math.min(next, closes)
      if (opens !== null && opens > now_s) next = Math.min(next, opens)
    }
  return next
}

/** What is asked of a snapshot here. */
type Registering = Pick<Snapshot, 'main' | 'closed' | 'tail' | 'times'>

/** Whether anybody registers for any event; that turns only with an event that {@link anyRegistration} chooses, before or after. */
export function hasRegistrations(snapshot: Omit<Registering, 'times'>): boolean {
  return registering(snapshot).some(([, slots]) => slots.length > 0)
}

/** All events for which anybody registers. */
export const anyRegistration: Filters = {
  sight: { reader: 0, sees: () => true },
  registration: { states: ['any'], times: new Map(), now_s: 0 },
}

/** The slots of the events for which anybody registers, in both columns. */
function registering({ main, closed, tail }: Omit<Registering, 'times'>) {
  return [
    [main, without(slotsIn(main), closed)],
    [tail, slotsIn(tail)],
  ] as const
}

/** Those of columns, open or closed: to look through a million anew took longer than to count them. */
const slotsIn = onceFor(({ size, registration }: Columns) =>
  range(0, size).filter((slot) => registration[slot] !== 0),
)
