import { endOfToday } from '../calendar/day.ts'
import { countsFromNow } from '../calendar/moment.ts'
import {
  type BoundName,
  type Bound,
  boundAt,
  bounds,
  defaultWindow,
  type Limits,
  listBound,
} from '../calendar/window.ts'
import type { Zone } from '../calendar/zone.ts'
import type { Edge } from '../db/listings/listings.days.ts'
import type { Faults } from '../http/resource.ts'
import { noSuchDay } from '../params/moments.ts'
import type { Context } from '../posts/context.ts'
import type { ListEvents } from './events.params.ts'

/** The date parameters in force for a list, each with its bound. */
export type Window = Partial<Record<BoundName, Bound>>

const names = Object.keys(bounds) as BoundName[]

/** Any of these, and no default date is in force. */
const openEnded = names.filter((name) => name !== 'start_date' && name !== 'end_date')

/** A window, what it was made from, and the bounds that were given and lead nowhere. */
interface Made {
  readonly from: readonly unknown[]
  readonly window: Window
  readonly outside: readonly BoundName[]
}

/** The window that was made last of each moment of asking: a request asks for its own several times. */
const made = new WeakMap<Temporal.Instant, Made>()

/**
 * The window of a list: the bounds that were given, and for `start_date` and `end_date` that were not, the default ones,
 * unless any other bound is there (D26). `include` lets every date in (D28).
 */
export function windowOf(
  params: Partial<ListEvents>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): Window {
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

/** The bounds that were given, as far as they lead anywhere. */
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

/** What a window says of each edge of its events. */
export function limitsOf(window: Window): Readonly<Record<Edge, Limits>> {
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

/** The parameters with these limits, at least one of them finite, instead of their dates. */
export function listBetween<Params extends Partial<ListEvents>>(
  params: Params,
  { starts, ends }: { readonly starts: Limits; readonly ends?: Limits },
) {
  const { start_date: _start, end_date: _end, ends_before: _before, ends_after: _after, ...others } = params
  const { starts_before: _until, starts_after: _from, ...undated } = others
  return {
    ...undated,
    // Any of these keeps the default dates out.
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
 * Until when the same parameters make the same list as long as nothing is written, in epoch seconds, not included: until
 * midnight where a default date is in force. Undefined where a date is counted from the second it is.
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

/** Faults of bounds that lead nowhere, such as beyond the year 9999. */
export function windowFaults(
  params: Partial<ListEvents>,
  { siteZone }: Pick<Context, 'siteZone'>,
  now: Temporal.Instant,
): Faults {
  const { outside } = madeOf(params, siteZone, now)
  return Object.fromEntries(outside.map((name) => [name, noSuchDay]))
}
