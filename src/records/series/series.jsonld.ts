import { weekdays } from '../../pure/calendar/recurrence.rule.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { datesJsonLd } from '../events/events.jsonld.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import type { Occurrence } from './series.query.ts'
import { scheduleShown } from '../schedules/schedules.own.ts'
import type { Schedule, SeriesRow } from '../schedules/schedules.row.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const periods = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' } as const

/**
 * The series as a schema.org EventSeries, with its schedule where one can say its rule. Search engines read it as an event and ask for
 * as much: it is what the date of the page is, from the first date to the last.
 */
export function seriesJsonLd(
  series: SeriesRow,
  shown: {
    readonly siteZone: Zone
    readonly url: string
    readonly dates: readonly Occurrence[]
    /** The data of one of the dates. */
    readonly date: Readonly<Record<string, unknown>>
  },
): Record<string, unknown> {
  const { siteZone, url, dates, date } = shown
  const schedule = scheduleIn(scheduleShown(series, dates, siteZone))
  const { previousStartDate: _previous, ...lasting } = date
  const [first, last] = [dates[0], dates.at(-1)]
  const isOff = dates.every(({ event_status }) => event_status === 'canceled')
  return {
    ...lasting,
    '@type': 'EventSeries',
    name: plainTextOfHtml(series.title),
    url,
    eventStatus: `https://schema.org/${isOff ? 'EventCancelled' : 'EventScheduled'}`,
    ...(first && last ? datesJsonLd(first, last, findZone(first.timezone) ?? siteZone) : {}),
    ...(schedule ? { eventSchedule: schedule } : {}),
  }
}

/** A schema.org Schedule; undefined for rules that it has no words for. */
function scheduleIn({ recurrence, start, duration, isAllDay, zone }: Schedule): object | undefined {
  const { rule, until, added, excluded, excludedDays } = recurrence
  if (!rule || added.length > 0) return undefined
  const names = [...rule.numbers.keys()]
  const monthDays = rule.numbers.get('BYMONTHDAY') ?? []
  const isPlain = names.every((name) => name === 'BYMONTHDAY') && monthDays.every((day) => day > 0)
  const isNth = rule.byDay.some(({ ordinal }) => ordinal !== undefined && ordinal < 0)
  if (!isPlain || isNth || (rule.freq === 'YEARLY' && (rule.byDay.length > 0 || monthDays.length > 0)))
    return undefined
  const ordinals = new Set(rule.byDay.map(({ ordinal }) => ordinal))
  if (ordinals.size > 1) return undefined
  const [ordinal] = ordinals
  const end = start.add({ seconds: duration })
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${rule.interval}${periods[rule.freq]}`,
    ...(rule.byDay.length > 0
      ? { byDay: rule.byDay.map(({ weekday }) => `https://schema.org/${days[weekdays.indexOf(weekday)]}`) }
      : {}),
    ...(ordinal === undefined ? {} : { byMonthWeek: ordinal }),
    ...(monthDays.length > 0 ? { byMonthDay: monthDays } : {}),
    startDate: start.toPlainDate().toString(),
    ...(until ? { endDate: until.toPlainDate().toString() } : {}),
    ...(rule.count === undefined ? {} : { repeatCount: rule.count }),
    ...(isAllDay
      ? {}
      : {
          startTime: start.toPlainTime().toString({ smallestUnit: 'second' }),
          endTime: end.toPlainTime().toString({ smallestUnit: 'second' }),
        }),
    scheduleTimezone: zone.id,
    ...(excluded.length + excludedDays.length > 0
      ? { exceptDate: [...excluded.map((wall) => wall.toPlainDate()), ...excludedDays].map(String) }
      : {}),
  }
}
