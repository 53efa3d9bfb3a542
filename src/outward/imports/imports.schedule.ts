import type { Zone } from '../../pure/calendar/zone.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { Fault, quote } from '../../pure/params/parameter.ts'

/** When a source is imported again: so long after each run, and at what time of the day where that is said. */
export interface Schedule {
  /** In seconds; null: by hand alone. */
  readonly every_s: number | null
  /** `03:00` in the zone of the site; empty: whenever. */
  readonly at_time: string
}

const units = { m: 60, h: 3_600, d: 86_400 } as const

/** A source that is asked more often than this is asked too often, in seconds. */
const shortest_s = 300
/** Nobody waits for longer. */
const longest_s = 60 * units.d

/** Reads `30m`, `6h` or `1d`, in seconds. Throws a {@link Fault}. */
export function readEvery(text: string): number {
  const [, digits, unit] = /^\s*(\d{1,5})\s*([mhd])\s*$/i.exec(text) ?? []
  const seconds = Number(digits) * units[(unit?.toLowerCase() ?? 'm') as keyof typeof units]
  if (seconds >= shortest_s && seconds <= longest_s) return seconds
  throw new Fault(
    `must be a time from 5m to 60d, such as 30m, 6h or 1d, or null for never, not ${quote(text)}`,
  )
}

/** The time in the largest unit that says it: `6h`. */
export function everyText(every_s: number | null): string | null {
  if (every_s === null) return null
  const unit = (['d', 'h', 'm'] as const).find((one) => every_s % units[one] === 0) ?? 'm'
  return `${Math.round(every_s / units[unit])}${unit}`
}

/** Reads `3:00` or `03:00`, as `03:00`. Throws a {@link Fault}. */
export function readAtTime(text: string): string {
  const [, hour, minute] = /^\s*(\d{1,2}):(\d\d)\s*$/.exec(text) ?? []
  if (Number(hour) < 24 && Number(minute) < 60) return `${hour?.padStart(2, '0')}:${minute}`
  throw new Fault(`must be a time of the day such as 03:00, not ${quote(text)}`)
}

/** Whether a time of the day can be said: only of what is done every so many days. */
export function isByDay({ every_s }: Pick<Schedule, 'every_s'>): boolean {
  return every_s !== null && every_s % units.d === 0
}

/** When the next run is due after a moment at which one has ended, or at which it was set up; null: never. */
export function nextRun(
  schedule: Schedule,
  now: Temporal.Instant,
  siteZone: Pick<Zone, 'id'>,
): EpochSeconds | null {
  const { every_s, at_time } = schedule
  if (every_s === null) return null
  if (at_time === '' || !isByDay(schedule)) return epochSeconds(now) + every_s
  const here = now.toZonedDateTimeISO(siteZone.id)
  const today = here.withPlainTime(at_time)
  const isToCome = Temporal.ZonedDateTime.compare(today, here) > 0
  return epochSeconds((isToCome ? today : today.add({ days: every_s / units.d })).toInstant())
}
