import { type DaySpan, daySpan, stillOn } from '../../pure/calendar/daySpan.ts'
import { epochSeconds, wallText } from '../../pure/calendar/text.ts'
import { decode } from '../../http/decodedParameters.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { listEventsParams } from '../../records/events/events.params.ts'
import { usualRadius } from '../../pure/params/places.ts'
import { isOwnName, type OwnName, ownSent, withFields } from './calendar.own.ts'
import { readDay } from './days.ts'
import { momentOf, todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import {
  dayNames,
  daysAsked,
  type FilterName,
  type PageParams,
  pageParams,
  type Pair,
  isSeveral,
  type Stretch,
} from './calendar.params.ts'
import { type Misread, understood } from './calendar.understood.ts'

export { dayNames, type FilterName, type Pair, placeNames, type Stretch } from './calendar.params.ts'

/** What of the calendar a view shows. */
export interface CalendarQuery {
  /** The filters as parameters of the service, with the days. */
  readonly params: ListAmong
  /** The same for what is over of today, which comes last; undefined where these are not the events of today. */
  readonly ended: ListAmong | undefined
  /** The filters as in addresses, each name once; a named period is left out where days are given. */
  readonly pairs: readonly Pair[]
  /** The first day. */
  readonly from: Temporal.PlainDate
  /** The last one, if it has one. */
  readonly until?: Temporal.PlainDate | undefined
  /** As in {@link Stretch}. */
  readonly fromHour?: number | undefined
  readonly isNight?: boolean | undefined
  readonly isOver?: boolean | undefined
  readonly page: number
  /** Whether it is the part of a map. */
  readonly isPart: boolean
  /** The radius, if it is around a place. */
  readonly radius: number | undefined
  /** Whether each series is shown once unless the address says otherwise. */
  readonly isOnce: boolean
  /** What of the address was not understood, and is left out. */
  readonly misread: readonly Misread[]
  /** A day that the reader has seen in another view, and comes back to. */
  readonly cameFrom: Temporal.PlainDate | undefined
}

/** A filter that is in force: its text, and the filters that remain without it. */
export interface ActiveFilter {
  readonly text: string
  /** Whether its text is one of the calendar, such as the name of a category. */
  readonly isOwn?: boolean
  /** Its text as it stands in quotes, if that is another. */
  readonly bare?: string
  /** The words, if it is a search. */
  readonly search?: string
  readonly others: readonly Pair[]
}

/** The parameter of {@link CalendarQuery.cameFrom}: no filter, so that links to other pages go without it. */
export const cameFromName = 'day'

/**
 * Reads the filters of an address. Empty fields are ignored, and so is what is not understood, which the page says: whoever has typed
 * it sees the list all the same. `isOnce`: whether each series is shown once unless the address says otherwise.
 */
export async function calendarQueryOf(visit: Visit, { isOnce = false } = {}): Promise<CalendarQuery> {
  const { sent, misread } = await understood(visit, sentFilters(visit))
  const asked = decode(pageParams, withFields(sent)).values as PageParams
  const { when: _when, from: _from, until: _until, collapse = isOnce ? 'series' : 'none', ...own } = asked
  const filters: ListAmong = { ...own, ...(collapse === 'series' ? { collapse } : {}) }
  const { days } = daysAsked(asked, visit)
  const params: ListAmong = { ...filters, ...overlapping(days, visit) }
  const ended = endedOf(days, visit)
  return {
    params,
    ended: ended && { ...filters, ...ended },
    pairs: Object.entries(sent).filter((pair): pair is [FilterName, string] => pair[0] !== 'page'),
    ...days,
    page: asked.page ?? 1,
    isPart: asked.geoloc_bbox !== undefined,
    radius: asked.geoloc_lat === undefined ? undefined : (asked.geoloc_radius ?? usualRadius),
    isOnce,
    misread,
    cameFrom: readDay(visit.query.get(cameFromName) ?? ''),
  }
}

/** The parameters of an address that are known here, each once, in the order of their declaration. */
function sentFilters(visit: Visit): Record<string, string> {
  const { query } = visit
  const sent: Record<string, string> = {}
  for (const name of Object.keys(pageParams.properties)) {
    if (name === 'fields') Object.assign(sent, ownSent(visit, query))
    const values = valuesSent(query, name)
    if (values.length === 0) continue
    sent[name] = isSeveral(name) ? values.join(',') : (values.at(-1) ?? '')
  }
  // Days are more exact than the name of a period.
  if ('from' in sent || 'until' in sent) delete sent['when']
  // A form sends its distance although no place is named. Who names one means that, whatever else the address says.
  for (const name of 'near' in sent ? ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'] : ['within'])
    delete sent[name]
  return sent
}

/** What is sent for a parameter, without empty fields. Words were once searched for as `search`: such links find no less now. */
function valuesSent(query: URLSearchParams, name: string): readonly string[] {
  const values = query.getAll(name).filter((value) => value.trim() !== '')
  return name === 'q' && values.length === 0 ? valuesSent(query, 'search') : values
}

/** The members of a filter that takes several values, as they stand in the address. */
export function valuesOf(pairs: readonly Pair[], name: FilterName): readonly string[] {
  const value = pairs.find(([known]) => known === name)?.[1]
  if (value === undefined) return []
  return isSeveral(name) ? value.split(',').map((one) => one.trim()) : [value]
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
  others: Readonly<Partial<Record<Exclude<FilterName, OwnName>, string>>>,
): readonly Pair[] {
  const names = Object.keys(others)
  return [
    ...pairs.filter(([name]) => !names.includes(name)),
    ...Object.entries(others).map(([name, value]): Pair => [name as FilterName, value]),
  ]
}

/** The filters without those of some names. */
export function withoutAll(pairs: readonly Pair[], names: readonly FilterName[]): readonly Pair[] {
  return pairs.filter(([name]) => !names.includes(name))
}

/** The filters without days, in the form of addresses of lists in the service and of feeds. */
function filtersOf({ pairs }: Pick<CalendarQuery, 'pairs'>): readonly Pair[] {
  return pairs.filter(
    ([name, value]) =>
      isOwnName(name) ||
      (Object.hasOwn(listEventsParams.properties, name) && !(name === 'collapse' && value === 'none')),
  )
}

/** The filters with the days that were asked for, else with others, in the form of addresses of lists in the service. */
export function filtersWithDays(
  query: Pick<CalendarQuery, 'pairs' | 'from' | 'until' | 'fromHour' | 'isNight' | 'isOver'>,
  others: readonly (readonly [name: string, value: string])[] = [],
): readonly (readonly [name: string, value: string])[] {
  const { pairs, from, until, fromHour, isNight, isOver } = query
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
      : [['start_date', hourText(isNight ? dayBefore(from) : from, fromHour)] as const]),
    // What begins in the day between both is left out, as far as one can say it there.
    ...(isNight && !pairs.some(([name]) => name === 'time_of_day')
      ? [['time_of_day', 'evening,night'] as const]
      : []),
    ...(until ? [['starts_before', startText(until.add({ days: 1 }))] as const] : []),
    ['strict_dates', 'true'],
  ]
}

/** The start of a day as the service reads it. */
function startText(day: Temporal.PlainDate): string {
  return wallText(day.toPlainDateTime())
}

function hourText(day: Temporal.PlainDate, hour: number): string {
  return wallText(day.toPlainDateTime({ hour }))
}

function dayBefore(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: 1 })
}

/** The filter of the events that are on in these days, whenever they began, over or not. */
export function onDays(
  { context }: Pick<Visit, 'context'>,
  from: Temporal.PlainDate,
  until?: Temporal.PlainDate,
): { readonly days: readonly DaySpan[] } {
  return { days: [daySpan(context, from, until)] }
}

/** The filters for the events of these days. What is over is not among those of days that begin today, but among those of the past. */
export function overlapping(days: Stretch, visit: Now): ListAmong {
  const { context } = visit
  const { from, until, isOver } = days
  const moment = momentOf(visit)
  if (isOver && until) {
    const after = daySpan(context, until.add({ days: 1 }))
    return { over: { ...after, turn: Math.min(after.turn, moment) } }
  }
  return {
    ...(from.equals(todayOf(visit))
      ? { days: [stillOn(context, moment, until)] }
      : onDays(visit, from, until)),
    ...startingAt(visit, days),
  }
}

/** The filters for what is over of today, where the days are today alone: it follows what they have, and is told to be over. */
function endedOf(days: Stretch, visit: Now): ListAmong | undefined {
  const { from, until, isOver } = days
  const today = todayOf(visit)
  if (isOver || !from.equals(today) || !until?.equals(today)) return undefined
  return {
    ...onDays(visit, today, today),
    over: stillOn(visit.context, momentOf(visit)),
    ...startingAt(visit, days),
  }
}

/** What pages know of the moment, and of the calendar. */
type Now = Pick<Visit, 'context' | 'now'>

/** Events that begin at an hour of the first day or later; and those of the night before that still runs. */
function startingAt({ context }: Now, { from, fromHour, isNight }: Stretch): Pick<ListAmong, 'hours'> {
  if (fromHour === undefined) return {}
  const at = (day: Temporal.PlainDate) =>
    epochSeconds(
      day.toZonedDateTime({ timeZone: context.siteZone.id, plainTime: { hour: fromHour } }).toInstant(),
    )
  const evening = { from: at(from), until: Infinity }
  if (!isNight) return { hours: [evening] }
  return { hours: [{ from: at(dayBefore(from)), until: daySpan(context, from).turn }, evening] }
}
