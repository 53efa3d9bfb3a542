import { type RegistrationState, registrationStates } from '../../pure/params/guests.ts'
import type { Columns } from './columns.ts'
import { spanAt, stateAt } from './filters.registration.ts'
import type { Hits } from './hits.ts'
import type { TimesById } from './registration.ts'

/** How many hits there are in each state. */
export function countStates(hits: Hits, now_s: number): ReadonlyMap<RegistrationState, number> {
  const moment = { times: hits.snapshot.times, now_s }
  const { main, tail } = hits.snapshot
  const counts = new Map<RegistrationState, number>(registrationStates.map((state) => [state, 0]))
  for (const slot of hits.slots) {
    const [columns, at] = slot < main.size ? [main, slot] : [tail, slot - main.size]
    if (columns.registration[at] === 0) continue
    const state = stateAt(columns, at, moment)
    if (state) counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return counts
}

/** When the registration of any event turns next by the clock alone, in epoch seconds; Infinity: never. */
export function nextTurn(
  { main, tail, times }: { readonly main: Columns; readonly tail: Columns; readonly times: TimesById },
  now_s: number,
): number {
  let next = Infinity
  for (const columns of [main, tail])
    for (let slot = 0; slot < columns.size; slot += 1) {
      if (columns.registration[slot] === 0) continue
      const { opens, closes } = spanAt(columns, slot, times)
      if (closes > now_s) next = Math.min(next, closes)
      if (opens !== null && opens > now_s) next = Math.min(next, opens)
    }
  return next
}

/** Whether anybody registers for any event. */
export function hasRegistrations({
  main,
  tail,
}: {
  readonly main: Columns
  readonly tail: Columns
}): boolean {
  return [main, tail].some(({ registration }) => registration.some((code) => code !== 0))
}
