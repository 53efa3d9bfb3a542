import Type, { type StaticDecode } from 'typebox'
import { startOfDate } from '../calendar/day.ts'
import { resolveMoment } from '../calendar/moment.ts'
import { wallText } from '../calendar/text.ts'
import { assertAccepted, decode } from '../http/decode.ts'
import type { Faults } from '../http/resource.ts'
import { listFaults } from '../events/events.faults.ts'
import { type ListEvents, listEventsParams } from '../events/events.params.ts'
import { moment, noSuchDay } from '../params/moments.ts'
import { usualRadius } from '../params/places.ts'
import { choice } from '../params/texts.ts'
import { periodOf, periods } from './period.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

const { page, search, categories, tags, venue, organizer, featured, geoloc_lat, geoloc_lng, geoloc_radius } =
  listEventsParams.properties

/** The parameters in the address of a list: filters under their names in the service, and days. */
const pageParams = Type.Object({
  page,
  search,
  categories,
  tags,
  venue,
  organizer,
  featured,
  geoloc_lat,
  geoloc_lng,
  geoloc_radius,
  when: Type.Optional(choice([...periods], 'Events in the stretch of time with this name.')),
  from: Type.Optional(moment('Events that are still on on this day.')),
  until: Type.Optional(moment('Events that have begun by this day.')),
})
type PageParams = StaticDecode<typeof pageParams>

/** The filters of a list. */
export interface Narrowing {
  /** As parameters of the service. */
  readonly params: ListEvents
  /** As in addresses, without the page, and without a named period that days were given in place of. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
  /** The first day of the list. */
  readonly from: Temporal.PlainDate
  /** The last one, if it has one. */
  readonly until?: Temporal.PlainDate | undefined
  readonly page: number
  /** The radius, if the list is around a place. */
  readonly radius: number | undefined
}

/** Reads the filters of an address; throws 400 with every fault. Empty fields are ignored. */
export async function narrowingOf(visit: Visit): Promise<Narrowing> {
  const pairs = [...visit.query].filter(
    ([name, value]) => value.trim() !== '' && Object.hasOwn(pageParams.properties, name),
  )
  const sent = Object.fromEntries(pairs)
  // Days are more exact than the name of a period.
  if ('from' in sent || 'until' in sent) delete sent['when']
  const decoded = decode(pageParams, sent)
  // By declaration; faults are reported below.
  const asked = decoded.values as PageParams
  const { when: _when, from: _from, until: _until, ...filters } = asked
  const { days, faults } = daysAsked(asked, visit)
  const { caller, now } = visit
  const params: ListEvents = { ...filters, ...overlapping(days, visit) }
  const found = { ...faults, ...(await listFaults(visit.context, { params, caller, now })) }
  assertAccepted([pageParams], [decoded], found, sent)
  return {
    params,
    pairs: Object.entries(sent).filter(([name]) => name !== 'page'),
    ...days,
    page: asked.page ?? 1,
    radius: asked.geoloc_lat === undefined ? undefined : (asked.geoloc_radius ?? usualRadius),
  }
}

/** The filters without days, in the form of addresses of lists in the service and of feeds. */
export function filtersOf({ pairs }: Pick<Narrowing, 'pairs'>): Narrowing['pairs'] {
  return pairs.filter(([name]) => Object.hasOwn(listEventsParams.properties, name))
}

/** The filters with the days that were asked for, if any were, in the form of addresses of lists in the service. */
export function filtersWithDays(narrowing: Pick<Narrowing, 'pairs' | 'from' | 'until'>): Narrowing['pairs'] {
  const { pairs, from, until } = narrowing
  const filters = filtersOf(narrowing)
  if (!pairs.some(([name]) => dayNames.includes(name))) return filters
  return [
    ...filters,
    ['ends_after', startText(from)],
    ...(until ? [['starts_before', startText(until.add({ days: 1 }))] as const] : []),
    ['strict_dates', 'true'],
  ]
}

/** The parameters of days. */
const dayNames: readonly string[] = ['when', 'from', 'until'] satisfies (keyof PageParams)[]

/** The start of a day as the service reads it. */
function startText(day: Temporal.PlainDate): string {
  return wallText(day.toPlainDateTime())
}

/** The parameters for the events of these days: those that end on the first or later and begin on the last or earlier. */
export function overlapping({ from, until }: Stretch, { context }: Pick<Visit, 'context'>): ListEvents {
  const startOf = (day: Temporal.PlainDate) => ({
    kind: 'instant' as const,
    seconds: startOfDate(day, context.siteZone),
  })
  return {
    strict_dates: true,
    // An event that ends at midnight ends the day before.
    ends_after: startOf(from),
    ...(until ? { starts_before: startOf(until.add({ days: 1 })) } : {}),
  }
}

/** Days from one on, up to another if it is given. */
interface Stretch {
  readonly from: Temporal.PlainDate
  readonly until?: Temporal.PlainDate | undefined
}

/** The days asked for: by default today and everything after. */
function daysAsked(asked: PageParams, visit: Visit): { days: Stretch; faults: Faults } {
  const today = todayOf(visit)
  const named = asked.when && periodOf(asked.when, today, visit.locale.weekend)
  const day = (name: 'from' | 'until') => {
    const moment = asked[name]
    return moment && resolveMoment(moment, visit.context.siteZone, visit.now)?.day
  }
  const [from, until] = [day('from'), day('until')]
  const missing = (['from', 'until'] as const).filter((name) => asked[name] && !day(name))
  const isBackwards = from && until && Temporal.PlainDate.compare(from, until) > 0
  return {
    days: { from: from ?? named?.from ?? today, until: until ?? named?.until },
    faults: {
      ...Object.fromEntries(missing.map((name) => [name, noSuchDay])),
      ...(isBackwards ? { until: `must not be before from, and ${until} is before ${from}` } : {}),
    },
  }
}
