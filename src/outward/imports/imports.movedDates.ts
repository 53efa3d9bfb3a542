import { changedFieldsOf } from '../../records/rows/event.row.ts'
import { matched, type Place } from '../../records/series/series.match.ts'
import { scheduleIfSound, type SeriesRow } from '../../records/schedules/schedules.row.ts'
import { keyOf, wallOf } from '../../records/schedules/schedules.times.ts'
import type { Planning } from './imports.planned.ts'
import type { DateHere } from './imports.plannedSeries.ts'
import type { SeriesSaid } from './imports.record.ts'

/** What was found neither by its clock nor by its name. */
interface Unfound {
  readonly said: SeriesSaid
  readonly series: SeriesRow
  readonly dates: SeriesSaid['dates']
  readonly here: readonly DateHere[]
}

/**
 * Which event is which date of a series that was moved at its source, or here: as dates go over to another rule here (D66). By the clock of
 * the source.
 */
export function movedDates(
  { said, series, dates, here }: Unfound,
  { now, siteZone }: Planning['writing'],
): ReadonlyMap<string, DateHere> {
  const schedule = scheduleIfSound(said.schedule, siteZone)
  const before = scheduleIfSound(series, siteZone)
  if (!schedule || !before || dates.length === 0) return new Map()
  const clock = now.toZonedDateTimeISO(schedule.zone.id).toPlainDateTime()
  const isToCome = (wall: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(wall, clock) > 0
  const by = before.start.until(schedule.start, { largestUnit: 'day' })
  const events = new Map<Place, DateHere>()
  for (const date of here) {
    if (date.series_key === null) continue
    const wall = wallOf(date.series_key)
    const place = { wall, row: undefined, is: standing(date), isExcluded: false, isGiven: true }
    if (isToCome(wall)) events.set(place, date)
  }
  const found = matched([...events.keys()], {
    schedule,
    before,
    move: by.blank ? undefined : (wall) => wall.add(by),
    dates: dates.map(({ at }) => wallOf(at)),
    isToCome,
  })
  return new Map(
    [...found].flatMap(([place, wall]) => {
      const date = events.get(place)
      return date ? [[keyOf(wall, schedule), date] as const] : []
    }),
  )
}

function standing(date: DateHere): Place['is'] {
  if (date.status !== 'trash') return 'there'
  return changedFieldsOf(date).includes('status') ? 'gone' : 'lost'
}
