import {
  countsFromNow,
  type DateExpression,
  resolveDateExpression,
} from '../../pure/calendar/dateExpression.ts'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Faults } from '../../http/resource.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { AmongPosts } from '../../records/posts/posts.among.ts'
import type { WpList } from './wp.params.ts'

const moments = ['after', 'before', 'modified_after', 'modified_before'] as const
type MomentName = (typeof moments)[number]

/** The list that is asked for, in the terms of the events namespace, but for the records that it names. */
export function askedOf<Params extends WpList>(params: Params, siteZone: Zone, now: Temporal.Instant) {
  const { context: _context, include: _include, slug: _slug, author: _author, orderby, ...others } = params
  const {
    after: _after,
    before: _before,
    modified_after: _from,
    modified_before: _until,
    ...undated
  } = others
  const { offset: _offset, ...asked } = undated
  return {
    ...asked,
    // Wire: the order of IDs has no other direction.
    ...(orderby === 'include' ? { order: 'asc' as const } : orderby && { orderby }),
    ...amongOf(params, siteZone, now),
  }
}

/** Wire: neither moment is within. */
function amongOf(params: WpList, siteZone: Zone, now: Temporal.Instant): AmongPosts {
  const range = (after: MomentName, before: MomentName) => {
    const [from, until] = [after, before].map((name) => secondsOf(params[name], siteZone, now))
    if (from === undefined && until === undefined) return undefined
    return { from: from === undefined ? -Infinity : from + 1, until: until ?? Infinity }
  }
  return {
    published: range('after', 'before'),
    changed: range('modified_after', 'modified_before'),
    writers: params.author,
    skipped: params.offset,
    inOrderOf: params.orderby === 'include' ? params.include : undefined,
  }
}

/** Faults of moments that do not exist, and of an order that nothing was given for. */
export function amongFaults(params: Partial<WpList>, siteZone: Zone, now: Temporal.Instant): Faults {
  const outside = moments.filter(
    (name) => params[name] !== undefined && secondsOf(params[name], siteZone, now) === undefined,
  )
  const lacks = params.orderby === 'include' && params.include === undefined
  return {
    ...Object.fromEntries(outside.map((name) => [name, noSuchDay])),
    ...(lacks ? { orderby: 'can be include only with include' } : {}),
  }
}

/** The parameters as the links of a list repeat them: moments as what they were at first. */
export function amongTold(params: WpList, siteZone: Zone, now: Temporal.Instant) {
  const told = moments.map((name) => {
    const seconds = secondsOf(params[name], siteZone, now)
    return [name, seconds === undefined ? undefined : instantOf(seconds).toString()] as const
  })
  return { ...params, ...(Object.fromEntries(told) as Record<MomentName, string | undefined>) }
}

/** Until when the list is the same as long as nothing is written: always, or for this second only. */
export function amongHoldsUntil(params: WpList): number | undefined {
  return moments.some((name) => params[name] && countsFromNow(params[name])) ? undefined : Infinity
}

function secondsOf(moment: DateExpression | undefined, siteZone: Zone, now: Temporal.Instant) {
  const resolved = moment && resolveDateExpression(moment, siteZone, now)
  return resolved && epochSeconds(resolved.instant)
}
