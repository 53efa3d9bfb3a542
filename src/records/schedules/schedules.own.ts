import { parseWall } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { EventRow } from '../rows/event.row.ts'
import { type Schedule, scheduleIfSound, type SeriesRow } from './schedules.row.ts'
import { timesOf } from './schedules.times.ts'

type Date = Pick<EventRow, 'start_wall' | 'end_wall' | 'all_day' | 'timezone' | 'series_key'>

/** When a series takes place; where what is stored says none, on the dates that it has (D67). */
export function scheduleShown(series: SeriesRow, dates: readonly Date[], siteZone: Zone): Schedule {
  return scheduleIfSound(series, siteZone) ?? ownDates(series, dates, siteZone)
}

/** The dates that there are as a schedule of dates of its own. */
function ownDates({ timezone }: SeriesRow, dates: readonly Date[], siteZone: Zone): Schedule {
  const added = [...new Set(dates.flatMap(keyIn))].toSorted().map((key) => parseWall(key))
  const first = dates.find(({ start_wall, end_wall }) => isWall(start_wall) && isWall(end_wall))
  const timed = first && timesOf({ ...first, starts_at: 0, ends_at: 0, timezone_abbr: '' }, siteZone)
  return {
    zone: findZone(timezone) ?? siteZone,
    isAllDay: timed?.isAllDay ?? false,
    start: added[0] ?? Temporal.PlainDateTime.from('1970-01-01'),
    duration: timed?.duration ?? 0,
    recurrence: { rule: undefined, until: undefined, added, excluded: [], excludedDays: [] },
  }
}

/** The wall clock by which a date belongs to its series, or that at which it starts. */
function keyIn({ series_key, start_wall }: Date): string[] {
  const key = series_key === null || !isWall(series_key) ? start_wall : series_key
  return isWall(key) ? [key] : []
}

/** Whether a text is a wall clock that there is. */
export function isWall(text: string): boolean {
  try {
    parseWall(text)
    return true
  } catch {
    return false
  }
}
