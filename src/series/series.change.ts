import { assertFollowable, ruleDates } from '../calendar/recurrence.dates.ts'
import { BadRecurrence } from '../calendar/recurrence.rule.ts'
import { type Recurrence, type SentRecurrence, settleRecurrence } from '../calendar/recurrence.ts'
import type { UpdateEvent } from '../events/events.params.ts'
import type { EventRow } from '../events/events.row.ts'
import { settleTimes, type TimeColumns } from '../events/events.span.ts'
import { invalidParams } from '../http/decodedParameters.ts'
import type { Schedule } from './series.row.ts'
import { assertDates, type Clock, timesOf } from './series.settle.ts'
import { wallOf } from './series.times.ts'

/** The parts of a schedule before and from one of its dates on. The second counts the dates that remain. */
export function splitAt(
  schedule: Schedule,
  wall: Temporal.PlainDateTime,
): { readonly before: Schedule; readonly after: Schedule } {
  const { recurrence, start } = schedule
  const { rule, added, excluded, excludedDays } = recurrence
  const isBefore = (one: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(one, wall) < 0
  const walls = ruleDates(recurrence, start, wall).walls.filter(isBefore)
  const remaining = rule?.count === undefined ? undefined : rule.count - walls.length
  const day = wall.toPlainDate()
  const isDayBefore = (one: Temporal.PlainDate) => Temporal.PlainDate.compare(one, day) < 0
  const isOfRule = rule !== undefined && (remaining === undefined || remaining > 0)
  const last = walls.at(-1) ?? start
  return {
    before: {
      ...schedule,
      recurrence: {
        rule: rule && { ...rule, count: undefined },
        until: last,
        added: added.filter(isBefore),
        excluded: excluded.filter(isBefore),
        excludedDays: excludedDays.filter(isDayBefore),
      },
    },
    after: {
      ...schedule,
      start: wall,
      from: undefined,
      recurrence: {
        rule: isOfRule ? { ...rule, count: remaining } : undefined,
        until: recurrence.until,
        added: added.filter((one) => !isBefore(one)),
        excluded: excluded.filter((one) => !isBefore(one)),
        excludedDays: excludedDays.filter((one) => !isDayBefore(one)),
      },
    },
  }
}

/** What is sent that changes the dates of a series, and the date that it speaks of. */
export interface DatesSent {
  readonly sent: Pick<UpdateEvent, 'start_date' | 'end_date' | 'timezone' | 'all_day'>
  readonly recurrence: SentRecurrence | undefined
  /** The occurrence whose times are sent. */
  readonly anchor: EventRow
}

/** The schedule after a change; undefined while it stays the same. Throws 400 for what cannot be. */
export function changedSchedule(
  schedule: Schedule,
  { sent, recurrence, anchor }: DatesSent,
  clock: Clock,
): Schedule | undefined {
  const settled = settleTimes(sent, clock, anchor)
  if ('faults' in settled) throw invalidParams(settled.faults)
  const isMoved = isOther(settled.columns, anchor)
  if (!isMoved && !recurrence) return undefined
  const moved = isMoved ? movedSchedule(schedule, settled.columns, { anchor, clock }) : schedule
  const isStartSent = isMoved && sent.start_date !== undefined
  try {
    const changed = recurrence ? withRule(moved, recurrence, isStartSent) : moved
    assertDates(changed, clock)
    return changed
  } catch (error) {
    if (!(error instanceof BadRecurrence)) throw error
    throw invalidParams(
      recurrence
        ? { recurrence: error.message }
        : {
            start_date: `moves the dates of the series to where its rule has none: send recurrence with it (it ${error.message})`,
          },
    )
  }
}

function isOther(columns: TimeColumns, stored: EventRow): boolean {
  return (Object.keys(columns) as (keyof TimeColumns)[]).some((name) => columns[name] !== stored[name])
}

/** The schedule of which one date is moved to these times: all dates are moved by as much. */
function movedSchedule(
  schedule: Schedule,
  columns: TimeColumns,
  { anchor, clock }: { readonly anchor: EventRow; readonly clock: Clock },
): Schedule {
  const timed = timesOf(columns, clock.siteZone)
  const key = wallOf(anchor.series_key ?? anchor.start_wall)
  const days = key.toPlainDate().until(timed.start.toPlainDate()).days
  const time = timed.isAllDay ? new Temporal.PlainTime() : timed.start.toPlainTime()
  const move = (wall: Temporal.PlainDateTime) => {
    const delta = key.toPlainTime().until(time)
    return timed.isAllDay || schedule.isAllDay
      ? wall.toPlainDate().add({ days }).toPlainDateTime(time)
      : wall.add({ days }).add(delta)
  }
  const { recurrence } = schedule
  // The end of a day stays that.
  const isEndOfDay = recurrence.until?.toPlainTime().equals(endOfDay)
  return {
    ...timed,
    start: move(schedule.start),
    from: schedule.from && move(schedule.from),
    recurrence: {
      ...recurrence,
      until: recurrence.until && (isEndOfDay ? recurrence.until.add({ days }) : move(recurrence.until)),
      added: recurrence.added.map(move),
      excluded: recurrence.excluded.map(move),
      excludedDays: recurrence.excludedDays.map((day) => day.add({ days })),
    },
  }
}

const endOfDay = Temporal.PlainTime.from('23:59:59')

/**
 * The schedule with another rule. Where the rule does not have its start, and no other is sent, it begins with its first date from
 * there on; where that start is remembered from before another rule, it is tried first.
 */
function withRule(schedule: Schedule, sent: SentRecurrence, isStartSent: boolean): Schedule {
  const { isAllDay, zone } = schedule
  const settle = (wall: Temporal.PlainDateTime): Recurrence =>
    settleRecurrence(sent, { wall, isAllDay, zone })
  const recurrence = settle(schedule.start)
  if (isStartSent || !recurrence.rule)
    return { ...schedule, from: isStartSent ? undefined : schedule.from, recurrence }
  const from = schedule.from ?? schedule.start
  const [first] = ruleDates(recurrence, from, from.add({ years: 60 }), 1).walls
  if (first === undefined) assertFollowable(recurrence, from)
  const start = first ?? from
  return { ...schedule, start, from: start.equals(from) ? undefined : from, recurrence: settle(start) }
}
