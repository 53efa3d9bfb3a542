import { Type, type StaticDecode } from 'typebox'
import { resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { periodOf, periods } from '../../pure/calendar/period.ts'
import { listEventsParams } from '../../records/events/events.params.ts'
import type { Faults } from '../../http/resource.ts'
import { moment, noSuchDay } from '../../pure/params/moments.ts'
import { choice } from '../../pure/params/texts.ts'
import { nightRuns, todayOf } from './today.ts'
import { isOwnName, type OwnName } from './calendar.own.ts'
import type { Visit } from './visit.ts'

const {
  page,
  q,
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
  attendance_mode,
  access,
  time_of_day,
  fields,
  registration,
} = listEventsParams.properties

const collapses = ['series', 'none'] as const

/** The parameters in addresses of the calendar’s views: filters under their names in the service, and days. */
export const pageParams = Type.Object({
  page,
  q,
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
  attendance_mode,
  access,
  time_of_day,
  fields,
  registration,
  collapse: Type.Optional(
    choice(
      [...collapses],
      'With “series” each series once, by its next date; with “none” each of its dates.',
    ),
  ),
  when: Type.Optional(choice([...periods], 'Events in the stretch of time with this name.')),
  from: Type.Optional(moment('Events that are still on on this day.')),
  until: Type.Optional(moment('Events that have begun by this day.')),
})
export type PageParams = StaticDecode<typeof pageParams>

/** The name of a filter in the address of a view. */
export type FilterName = Exclude<keyof PageParams, 'page' | 'fields'> | OwnName

/** One parameter of an address. */
export type Pair = readonly [name: FilterName, value: string]

/** Filters that take several values, separated by commas; forms send each as a parameter of its own. */
const severalValues: readonly string[] = [
  'categories',
  'tags',
  'venue',
  'organizer',
  'attendance_mode',
  'access',
  'time_of_day',
  'registration',
] satisfies FilterName[]

/** Whether a filter takes several values; of a field of one’s own that takes one there are no commas in it. */
export const isSeveral = (name: string) => severalValues.includes(name) || isOwnName(name)

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

/** Days from one on, up to another if it is given. */
export interface Stretch {
  readonly from: Temporal.PlainDate
  readonly until?: Temporal.PlainDate | undefined
  /** The hour of the first day from which events begin, if not all of it counts. */
  readonly fromHour?: number | undefined
  /** Whether the night before the first day still runs and belongs to them: what began from the same hour of the day before. */
  readonly isNight?: boolean | undefined
  /** Whether it is all that is over by the last day, the latest first. */
  readonly isOver?: boolean | undefined
}

/** The days asked for: by default today and everything after. */
export function daysAsked(asked: PageParams, visit: Visit): { days: Stretch; faults: Faults } {
  const today = todayOf(visit)
  const named = asked.when && periodOf(asked.when, today, visit.locale)
  const day = (name: 'from' | 'until') => {
    const moment = asked[name]
    return moment && resolveDateExpression(moment, visit.context.siteZone, visit.now)?.day
  }
  const [from, until] = [day('from'), day('until')]
  const missing = (['from', 'until'] as const).filter((name) => asked[name] && !day(name))
  return {
    days: {
      from: from ?? named?.from ?? today,
      until: until ?? named?.until,
      fromHour: named?.fromHour,
      isNight: named?.fromHour !== undefined && nightRuns(visit),
      isOver: named?.isOver,
    },
    faults: Object.fromEntries(missing.map((name) => [name, noSuchDay])),
  }
}
