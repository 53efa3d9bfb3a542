import { endOfToday } from '../../pure/calendar/day.ts'
import { countsFromNow } from '../../pure/calendar/dateExpression.ts'
import {
  type BoundName,
  type Bound,
  boundAt,
  bounds,
  defaultWindow,
  type Limits,
  listBound,
} from '../../pure/calendar/window.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Faults } from '../../http/resource.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { Context } from '../../http/context.ts'
import type { ListEvents } from './events.params.ts'

/** The bounds in force for a list, by the date parameter that sets them. */
export type Window = Partial<Record<BoundName, Bound>>

const names = Object.keys(bounds) as BoundName[]

/** With any of these there is no default date. */
const openEnded = names.filter((name) => name !== 'start_date' && name !== 'end_date')

/** A window, the parameters that it was made from, and the names of bounds that were sent but do not exist. */
interface Made {
  readonly from: readonly unknown[]
  readonly window: Window
  readonly outside: readonly BoundName[]
}

/** The last window for each moment of asking: a request asks for its own three times, and making one takes some 60 µs. */
const made = new WeakMap<Temporal.Instant, Made>()

/**
 * The window of a list: the bounds that were sent, and defaults for `start_date` and `end_date` unless any other bound was
 * sent (D26). `include` allows every date (D28), and so do the days of pages, which are filters of their own.
 */
export function windowOf(
  params: Partial<ListEvents> & { readonly days?: unknown; readonly over?: unknown },
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): Window {
  if (params.days || params.over) return boundsOf(params, siteZone, now)
  return params.include ? {} : madeOf(params, siteZone, now).window
}

function madeOf(params: Partial<ListEvents>, siteZone: Zone, now: Temporal.Instant): Made {
  const from = [siteZone, params.strict_dates, ...names.map((name) => params[name])]
  const known = made.get(now)
  if (known?.from.every((one, index) => one === from[index])) return known
  const given = boundsOf(params, siteZone, now)
  const outside = names.filter((name) => params[name] !== undefined && given[name] === undefined)
  const fresh = { from, window: withDefaults(given, siteZone, now), outside }
  made.set(now, fresh)
  return fresh
}

/** The bounds that were sent and are within the years that exist here. */
function boundsOf(params: Partial<ListEvents>, siteZone: Zone, now: Temporal.Instant): Window {
  const strict = params.strict_dates ?? false
  const given = names.flatMap((name) => {
    const moment = params[name]
    const bound = moment && listBound(moment, name, strict, siteZone, now)
    return bound ? [[name, bound] as const] : []
  })
  return Object.fromEntries(given)
}

function withDefaults(given: Window, siteZone: Zone, now: Temporal.Instant): Window {
  const isOpen = openEnded.some((name) => given[name])
  if (isOpen || (given.start_date && given.end_date)) return given
  const { start, end } = defaultWindow(siteZone, now)
  return { start_date: boundAt(start, siteZone), end_date: boundAt(end, siteZone), ...given }
}

/** The limits that a window sets for each edge of its events. */
export function limitsOf(window: Window): Readonly<Record<'starts_at' | 'ends_at', Limits>> {
  const limits = {
    starts_at: { from: -Infinity, until: Infinity },
    ends_at: { from: -Infinity, until: Infinity },
  }
  for (const [name, { at }] of Object.entries(window)) {
    const { column, operator } = bounds[name as BoundName]
    const limit = limits[column]
    if (operator.startsWith('>')) limit.from = Math.max(limit.from, operator === '>' ? at + 1 : at)
    else limit.until = Math.min(limit.until, operator === '<' ? at : at + 1)
  }
  return limits
}

/** The parameters with these limits instead of their dates; at least one limit is finite. */
export function listBetween<Params extends Partial<ListEvents>>(
  params: Params,
  { starts, ends }: { readonly starts: Limits; readonly ends?: Limits },
) {
  const { start_date: _start, end_date: _end, ends_before: _before, ends_after: _after, ...others } = params
  const { starts_before: _until, starts_after: _from, ...undated } = others
  return {
    ...undated,
    // With any of these there are no default dates.
    strict_dates: true,
    ...at('starts_after', starts.from - 1),
    ...at('starts_before', starts.until),
    ...at('ends_after', ends && ends.from - 1),
    ...at('ends_before', ends?.until),
  }
}

function at(name: BoundName, seconds = Infinity) {
  return Number.isFinite(seconds) ? { [name]: { kind: 'instant', seconds } as const } : {}
}

/**
 * Until when the same parameters give the same list as long as nothing is written, in epoch seconds, not included: until
 * midnight with a default date. Undefined with a date that is relative to the current second.
 */
export function windowHoldsUntil(
  params: Partial<ListEvents>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): number | undefined {
  const given = names.flatMap((name) => params[name] ?? [])
  if (given.some(countsFromNow)) return undefined
  const isFixed = params.include !== undefined || openEnded.some((name) => params[name])
  const isWhole = params.start_date !== undefined && params.end_date !== undefined
  return isFixed || isWhole ? Infinity : endOfToday(siteZone, now)
}

/** Faults of bounds that do not exist, such as ones beyond the year 9999. */
export function windowFaults(
  params: Partial<ListEvents>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): Faults {
  const { outside } = madeOf(params, siteZone, now)
  return Object.fromEntries(outside.map((name) => [name, noSuchDay]))
}
