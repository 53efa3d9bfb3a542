import { type BoundName, type Bound, boundAt, bounds, defaultWindow, listBound } from '../calendar/window.ts'
import type { Faults } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import type { ListEvents } from './events.params.ts'

/** The date parameters in force for a list, each with its bound. */
export type Window = Partial<Record<BoundName, Bound>>

const names = Object.keys(bounds) as BoundName[]

/**
 * The window of a list: the bounds that were given, and for `start_date` and `end_date` that were not, the default ones,
 * unless any other bound is there (D26). `include` lets every date in (D28).
 */
export function windowOf(
  params: Partial<ListEvents>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): Window {
  if (params.include) return {}
  const strict = params.strict_dates ?? false
  const given = names.flatMap((name) => {
    const moment = params[name]
    const bound = moment && listBound(moment, name, strict, siteZone, now)
    return bound ? [[name, bound] as const] : []
  })
  const isOpen = given.some(([name]) => name !== 'start_date' && name !== 'end_date')
  if (isOpen) return Object.fromEntries(given)
  const { start, end } = defaultWindow(siteZone, now)
  return {
    start_date: boundAt(start, siteZone),
    end_date: boundAt(end, siteZone),
    ...Object.fromEntries(given),
  }
}

/** Faults of bounds that lead nowhere, such as beyond the year 9999. */
export function windowFaults(
  params: Partial<ListEvents>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): Faults {
  const outside = names.filter((name) => {
    const moment = params[name]
    return moment !== undefined && !listBound(moment, name, false, siteZone, now)
  })
  return Object.fromEntries(
    outside.map((name) => [name, 'must be a day that there is, within the years 1 to 9999']),
  )
}
