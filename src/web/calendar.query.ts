import Type, { type StaticDecode } from 'typebox'
import { startOfDate } from '../calendar/day.ts'
import { resolveDateExpression } from '../calendar/dateExpression.ts'
import { wallText } from '../calendar/text.ts'
import { assertAccepted, decode } from '../http/decodedParameters.ts'
import type { Faults } from '../http/resource.ts'
import { listFaults } from '../events/events.faults.ts'
import { type ListEvents, listEventsParams } from '../events/events.params.ts'
import { moment, noSuchDay } from '../params/moments.ts'
import { usualRadius } from '../params/places.ts'
import { choice } from '../params/texts.ts'
import { periodOf, periods } from '../calendar/period.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

const {
  page,
  search,
  categories,
  tags,
  venue,
  organizer,
  featured,
  free,
  geoloc_lat,
  geoloc_lng,
  geoloc_radius,
  geoloc_bbox,
  near,
  within,
} = listEventsParams.properties

/** The parameters in addresses of the calendar’s views: filters under their names in the service, and days. */
const pageParams = Type.Object({
  page,
  search,
  categories,
  tags,
  venue,
  organizer,
  featured,
  free,
  geoloc_lat,
  geoloc_lng,
  geoloc_radius,
  geoloc_bbox,
  near,
  within,
  when: Type.Optional(choice([...periods], 'Events in the stretch of time with this name.')),
  from: Type.Optional(moment('Events that are still on on this day.')),
  until: Type.Optional(moment('Events that have begun by this day.')),
})
type PageParams = StaticDecode<typeof pageParams>

/** The name of a filter in the address of a view. */
export type FilterName = Exclude<keyof PageParams, 'page'>

/** One parameter of an address. */
export type Pair = readonly [name: FilterName, value: string]

/** What of the calendar a view shows. */
export interface CalendarQuery {
  /** The filters as parameters of the service, with the days. */
  readonly params: ListEvents
  /** The filters as in addresses, each name once; a named period is left out where days are given. */
  readonly pairs: readonly Pair[]
  /** The first day. */
  readonly from: Temporal.PlainDate
  /** The last one, if it has one. */
  readonly until?: Temporal.PlainDate | undefined
  /** As in {@link Stretch}. */
  readonly fromHour?: number | undefined
  readonly isOver?: boolean | undefined
  readonly page: number
  /** Whether it is the part of a map. */
  readonly isPart: boolean
  /** The radius, if it is around a place. */
  readonly radius: number | undefined
}

/** Filters that take several values, separated by commas; forms send each as a parameter of its own. */
const severalValues: readonly string[] = ['categories', 'tags', 'venue', 'organizer'] satisfies FilterName[]

/** Reads the filters of an address; throws 400 with every fault. Empty fields are ignored. */
export async function calendarQueryOf(visit: Visit): Promise<CalendarQuery> {
  const sent = sentFilters(visit.query)
  const decoded = decode(pageParams, sent)
  // By declaration; faults are reported below.
  const asked = decoded.values as PageParams
  const { when: _when, from: _from, until: _until, ...filters } = asked
  const { days, faults } = daysAsked(asked, visit)
  const { caller, now } = visit
  const { given } = decoded
  const params: ListEvents = { ...filters, ...overlapping(days, visit) }
  const found = { ...faults, ...(await listFaults(visit.context, { params, given, caller, now })) }
  assertAccepted([pageParams], [decoded], found, sent)
  return {
    params,
    pairs: Object.entries(sent).filter((pair): pair is [FilterName, string] => pair[0] !== 'page'),
    ...days,
    page: asked.page ?? 1,
    isPart: asked.geoloc_bbox !== undefined,
    radius: asked.geoloc_lat === undefined ? undefined : (asked.geoloc_radius ?? usualRadius),
  }
}

/** The parameters of an address that are known here, each once, in the order of their declaration. */
function sentFilters(query: URLSearchParams): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const name of Object.keys(pageParams.properties)) {
    const values = query.getAll(name).filter((value) => value.trim() !== '')
    if (values.length === 0) continue
    sent[name] = severalValues.includes(name) ? values.join(',') : (values.at(-1) ?? '')
  }
  // Days are more exact than the name of a period.
  if ('from' in sent || 'until' in sent) delete sent['when']
  // A form sends its distance although no place is named. Who names one means that, whatever else the address says.
  for (const name of 'near' in sent ? ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'] : ['within'])
    delete sent[name]
  return sent
}

/** The members of a filter that takes several values, as they stand in the address. */
export function valuesOf(pairs: readonly Pair[], name: FilterName): readonly string[] {
  const value = pairs.find(([known]) => known === name)?.[1]
  if (value === undefined) return []
  return severalValues.includes(name) ? value.split(',').map((one) => one.trim()) : [value]
}

/** The filters without one, or without one of its values. */
export function without(pairs: readonly Pair[], name: FilterName, value?: string): readonly Pair[] {
  const others = valuesOf(pairs, name).filter((one) => one !== value)
  if (value === undefined || others.length === 0) return pairs.filter(([known]) => known !== name)
  return pairs.map((pair) => (pair[0] === name ? [name, others.join(',')] : pair))
}

/** The filters with other ones in the place of those of the same names. */
export function replaced(
  pairs: readonly Pair[],
  others: Readonly<Partial<Record<FilterName, string>>>,
): readonly Pair[] {
  const names = Object.keys(others)
  return [
    ...pairs.filter(([name]) => !names.includes(name)),
    ...Object.entries(others).map(([name, value]): Pair => [name as FilterName, value]),
  ]
}

/** The filters that say when. */
export const dayNames = ['when', 'from', 'until'] as const satisfies readonly FilterName[]

/** The filters that say where around. */
export const placeNames = [
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
  'geoloc_bbox',
  'near',
  'within',
] as const satisfies readonly FilterName[]

/** The filters without those of some names. */
export function withoutAll(pairs: readonly Pair[], names: readonly FilterName[]): readonly Pair[] {
  return pairs.filter(([name]) => !names.includes(name))
}

/** The filters without days, in the form of addresses of lists in the service and of feeds. */
function filtersOf({ pairs }: Pick<CalendarQuery, 'pairs'>): readonly Pair[] {
  return pairs.filter(([name]) => Object.hasOwn(listEventsParams.properties, name))
}

/** The filters with the days that were asked for, else with others, in the form of addresses of lists in the service. */
export function filtersWithDays(
  query: Pick<CalendarQuery, 'pairs' | 'from' | 'until' | 'fromHour' | 'isOver'>,
  others: readonly (readonly [name: string, value: string])[] = [],
): readonly (readonly [name: string, value: string])[] {
  const { pairs, from, until, fromHour, isOver } = query
  const filters = filtersOf(query)
  if (!pairs.some(([name]) => (dayNames as readonly string[]).includes(name))) return [...filters, ...others]
  if (isOver && until) {
    const end = startText(until.add({ days: 1 }))
    return [...filters, ['ends_before', end], ['order', 'desc'], ['strict_dates', 'true']]
  }
  return [
    ...filters,
    ['ends_after', startText(from)],
    ...(fromHour === undefined
      ? []
      : [['start_date', wallText(from.toPlainDateTime({ hour: fromHour }))] as const]),
    ...(until ? [['starts_before', startText(until.add({ days: 1 }))] as const] : []),
    ['strict_dates', 'true'],
  ]
}

/** The start of a day as the service reads it. */
function startText(day: Temporal.PlainDate): string {
  return wallText(day.toPlainDateTime())
}

/** The parameters for the events of these days: those that end on the first or later and begin on the last or earlier. */
export function overlapping(
  { from, until, fromHour, isOver }: Stretch,
  { context }: Pick<Visit, 'context'>,
): ListEvents {
  const startOf = (day: Temporal.PlainDate) => ({
    kind: 'instant' as const,
    seconds: startOfDate(day, context.siteZone),
  })
  if (isOver && until) return { strict_dates: true, ends_before: startOf(until.add({ days: 1 })) }
  return {
    strict_dates: true,
    // An event that ends at midnight ends the day before.
    ends_after: startOf(from),
    ...(fromHour === undefined ? {} : { start_date: hourOf(from, fromHour, context.siteZone) }),
    ...(until ? { starts_before: startOf(until.add({ days: 1 })) } : {}),
  }
}

function hourOf(day: Temporal.PlainDate, hour: number, { id }: Visit['context']['siteZone']) {
  const at = day.toZonedDateTime({ timeZone: id, plainTime: { hour } })
  return { kind: 'instant' as const, seconds: Math.floor(at.epochMilliseconds / 1000) }
}

/** Days from one on, up to another if it is given. */
export interface Stretch {
  readonly from: Temporal.PlainDate
  readonly until?: Temporal.PlainDate | undefined
  /** The hour of the first day from which events begin, if not all of it counts. */
  readonly fromHour?: number | undefined
  /** Whether it is all that is over by the last day, the latest first. */
  readonly isOver?: boolean | undefined
}

/** The days asked for: by default today and everything after. */
function daysAsked(asked: PageParams, visit: Visit): { days: Stretch; faults: Faults } {
  const today = todayOf(visit)
  const named = asked.when && periodOf(asked.when, today, visit.locale)
  const day = (name: 'from' | 'until') => {
    const moment = asked[name]
    return moment && resolveDateExpression(moment, visit.context.siteZone, visit.now)?.day
  }
  const [from, until] = [day('from'), day('until')]
  const missing = (['from', 'until'] as const).filter((name) => asked[name] && !day(name))
  const isBackwards = from && until && Temporal.PlainDate.compare(from, until) > 0
  return {
    days: {
      from: from ?? named?.from ?? today,
      until: until ?? named?.until,
      fromHour: named?.fromHour,
      isOver: named?.isOver,
    },
    faults: {
      ...Object.fromEntries(missing.map((name) => [name, noSuchDay])),
      ...(isBackwards ? { until: `must not be before from, and ${until} is before ${from}` } : {}),
    },
  }
}
