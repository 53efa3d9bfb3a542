import type { Zone } from '../../pure/calendar/zone.ts'
import type { Rhythm } from './letters.types.ts'

/** Days, the first and the last one among them. */
export interface Days {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/** From this hour on a daily letter is about the next day. */
const nextDayFrom = 15

/**
 * The first moment after another one at which a digest is due: by the wall clock of the zone, also where clocks are changed. An hour that
 * there is not is the one after it, and of one that there is twice the first counts (`disambiguation: 'compatible'`).
 */
export function dueAfter(rhythm: Rhythm, { id }: Zone, after: Temporal.Instant): Temporal.Instant {
  let day = after.toZonedDateTimeISO(id).toPlainDate()
  // The day before a change of clocks may be long: what has passed is skipped day by day.
  for (;;) {
    const due = isDay(rhythm, day) ? at(rhythm, id, day) : undefined
    if (due && Temporal.Instant.compare(due, after) > 0) return due
    day = day.add({ days: 1 })
  }
}

function isDay({ frequency, weekday, day }: Rhythm, date: Temporal.PlainDate): boolean {
  if (frequency === 'weekly') return date.dayOfWeek === weekday
  return frequency === 'daily' || date.day === day
}

function at({ at: clock }: Rhythm, zone: string, day: Temporal.PlainDate): Temporal.Instant {
  return day
    .toPlainDateTime(Temporal.PlainTime.from(clock))
    .toZonedDateTime(zone, { disambiguation: 'compatible' })
    .toInstant()
}

/** Which days a digest is about that is due at a moment: whole days, whatever the hour of sending is. */
export function daysOf(rhythm: Rhythm, zone: Zone, due: Temporal.Instant): Days {
  const { frequency, covers } = rhythm
  const today = dayOf(rhythm, zone, due)
  if (frequency === 'daily') {
    const from = hourOf(rhythm) < nextDayFrom ? today : today.add({ days: 1 })
    return { from, until: from }
  }
  if (frequency === 'monthly') return { from: today, until: today.add({ months: 1 }).subtract({ days: 1 }) }
  if (covers === 'period') return { from: today, until: today.add({ days: 6 }) }
  const sunday = today.add({ days: (7 - today.dayOfWeek) % 7 })
  const friday = sunday.subtract({ days: 2 })
  return { from: Temporal.PlainDate.compare(friday, today) < 0 ? today : friday, until: sunday }
}

/** The day on which it is due. */
function dayOf(rhythm: Rhythm, { id }: Zone, due: Temporal.Instant): Temporal.PlainDate {
  const clock = due.toZonedDateTimeISO(id)
  // An hour before midnight that there is not on a day is one of the next.
  const isPast = Temporal.PlainTime.compare(clock.toPlainTime(), rhythm.at) < 0
  return clock.toPlainDate().subtract({ days: isPast ? 1 : 0 })
}

/** The hour that was asked for: one that there is not on a day is that of the rhythm all the same. */
function hourOf({ at: clock }: Rhythm): number {
  return Temporal.PlainTime.from(clock).hour
}

/** How long a digest may be late, in hours and in days after its own, whichever is over first: then it would be of no use. */
const lives = {
  daily: { hours: 12, days: 1 },
  weekly: { hours: 24, days: 1 },
  monthly: { hours: 48, days: 2 },
} as const

/**
 * From when on a digest that was due at a moment is not sent any more: never beyond the last day that it is about. That of Friday never
 * comes on Sunday, also where the clocks of a Saturday are changed.
 */
export function endOf(rhythm: Rhythm, zone: Zone, due: Temporal.Instant): Temporal.Instant {
  const { hours, days } = lives[rhythm.frequency]
  const lasts = [daysOf(rhythm, zone, due).until, dayOf(rhythm, zone, due).add({ days })]
  const ends = lasts.map((last) => last.add({ days: 1 }).toZonedDateTime(zone.id).toInstant())
  return ends.reduce(
    (first, end) => (Temporal.Instant.compare(end, first) < 0 ? end : first),
    due.add({ hours }),
  )
}
