import { assertFollowable, lastOfAll, ruleDates } from '../../pure/calendar/recurrence.dates.ts'
import { BadRecurrence } from '../../pure/calendar/recurrence.rule.ts'
import { type Recurrence, type SentRecurrence, settleRecurrence } from '../../pure/calendar/recurrence.ts'
import { shiftedRule } from '../../pure/calendar/recurrence.shift.ts'
import type { UpdateEvent } from '../events/events.params.ts'
import type { EventRow, TimeColumns } from '../rows/event.row.ts'
import { settleTimes } from '../events/events.span.ts'
import { timesOf, timesAt, wallOf } from '../schedules/schedules.times.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Schedule } from '../schedules/schedules.row.ts'
import { assertDates, asWritten, type Clock } from './series.settle.ts'

/**
 * The parts of a schedule before and from one of its dates on. The second counts the dates that remain; a date that its rule does not
 * give is one of its own. `dates`: those that there are before it.
 */
export function splitAt(
  schedule: Schedule,
  wall: Temporal.PlainDateTime,
  dates: readonly Temporal.PlainDateTime[] = [],
): { readonly before: Schedule; readonly after: Schedule } {
  const { recurrence, start } = schedule
  const { rule, added, excluded, excludedDays } = recurrence
  const isBefore = (one: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(one, wall) < 0
  const walls = ruleDates(recurrence, start, wall).walls.filter(isBefore)
  const remaining = rule?.count === undefined ? undefined : rule.count - walls.length
  const day = wall.toPlainDate()
  const isDayBefore = (one: Temporal.PlainDate) => Temporal.PlainDate.compare(one, day) < 0
  // The first date of the rule from there on; from a date of its own it would be followed as another one.
  const next = ruleDates(recurrence, start, lastOfAll, walls.length + 1).walls[walls.length]
  const isOfRule = rule !== undefined && next !== undefined
  const last = walls.at(-1)
  const later = added.filter((one) => !isBefore(one))
  const isNamed = next?.equals(wall) === true && isOfRule
  return {
    before: withDates(
      {
        ...schedule,
        recurrence: {
          rule: last && rule && { ...rule, count: undefined },
          until: last,
          added: added.filter(isBefore),
          excluded: excluded.filter(isBefore),
          excludedDays: excludedDays.filter(isDayBefore),
        },
      },
      dates.length > 0 ? dates : [start],
    ),
    after: {
      ...schedule,
      start: isOfRule ? next : wall,
      from: undefined,
      recurrence: {
        rule: isOfRule ? { ...rule, count: remaining } : undefined,
        until: isOfRule ? recurrence.until : undefined,
        added: isNamed || later.some((one) => one.equals(wall)) ? later : [wall, ...later],
        // It is there, even if it was left out: what has tickets stays.
        excluded: excluded.filter((one) => !isBefore(one) && !one.equals(wall)),
        excludedDays: excludedDays.filter((one) => !isDayBefore(one) && !one.equals(day)),
      },
    },
  }
}

/** The schedule, with these dates of its own where it would have neither a rule nor any (D67). */
function withDates(schedule: Schedule, dates: readonly Temporal.PlainDateTime[]): Schedule {
  const { rule, added } = schedule.recurrence
  if (rule) return schedule
  const own = added.length > 0 ? added : dates
  const [start = schedule.start] = own
  return { ...schedule, start, recurrence: { ...schedule.recurrence, until: undefined, added: own } }
}

/** What is sent that changes the dates of a series, and the date that it speaks of. */
export interface DatesSent {
  readonly sent: Pick<UpdateEvent, 'start_date' | 'end_date' | 'timezone' | 'all_day'>
  readonly recurrence: SentRecurrence | undefined
  /** The occurrence whose times are sent. */
  readonly anchor: EventRow
}

/** A schedule after a change. */
export interface Changed {
  readonly schedule: Schedule
  /** Where each date goes that is moved with the one that was named; undefined: none is. */
  readonly move: ((wall: Temporal.PlainDateTime) => Temporal.PlainDateTime) | undefined
  /** Whether its rule is what it was: at most dates were added or left out. */
  readonly isSameRule: boolean
}

/** The schedule after a change; undefined while it stays the same. Throws 400 for what cannot be. */
export function changedSchedule(
  schedule: Schedule,
  { sent, recurrence, anchor }: DatesSent,
  clock: Clock,
): Changed | undefined {
  const settled = settleTimes(sent, clock, anchor)
  if ('faults' in settled) throw invalidParams(settled.faults)
  const isOtherTime = isOther(settled.columns, anchor)
  if (!isOtherTime && !recurrence) return undefined
  const timed = isOtherTime ? timedSchedule(schedule, settled.columns, { sent, anchor, clock }) : { schedule }
  const move = 'move' in timed ? timed.move : undefined
  const isStartSent = move !== undefined && sent.start_date !== undefined
  try {
    const changed = recurrence ? withRule(timed.schedule, recurrence, isStartSent) : timed.schedule
    assertDates(changed, clock)
    return { schedule: changed, move, isSameRule: isSameRule(timed.schedule.recurrence, changed.recurrence) }
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

function isSameRule(one: Recurrence, other: Recurrence): boolean {
  return ruleOf(one) === ruleOf(other)
}

function ruleOf({ rule, until }: Recurrence): string {
  return rule ? `${rule.text} ${rule.count} ${until?.toString()}` : ''
}

function isOther(columns: TimeColumns, stored: EventRow): boolean {
  return (Object.keys(columns) as (keyof TimeColumns)[]).some((name) => columns[name] !== stored[name])
}

interface Named extends Pick<DatesSent, 'sent' | 'anchor'> {
  readonly clock: Clock
}

/**
 * The schedule of which one date gets these times (D66, D69): all dates are moved by as much as it is from where it was, by hand or not,
 * and last as long where it lasts another time. Back on its own date it moves none.
 */
function timedSchedule(
  schedule: Schedule,
  columns: TimeColumns,
  { sent, anchor, clock }: Named,
): Pick<Changed, 'schedule'> & Partial<Pick<Changed, 'move'>> {
  const timed = asWritten(columns, sent, clock)
  const was = asGiven(anchor, schedule, clock)
  const isOtherKind = timed.isAllDay !== was.isAllDay
  const own = {
    ...schedule,
    isAllDay: isOtherKind ? timed.isAllDay : schedule.isAllDay,
    zone: sent.timezone === undefined ? schedule.zone : timed.zone,
    duration: isOtherKind || timed.duration !== was.duration ? timed.duration : schedule.duration,
  }
  const key = wallOf(anchor.series_key ?? anchor.start_wall)
  const isBack = timed.start.equals(key) && !was.start.equals(key)
  const isMoved = !timed.start.equals(was.start) && !isBack
  if (!isMoved && !isOtherKind) return { schedule: own }
  const days = isBack ? 0 : was.start.toPlainDate().until(timed.start.toPlainDate()).days
  const clockBy = was.start.toPlainTime().until(timed.start.toPlainTime())
  const time = own.isAllDay ? new Temporal.PlainTime() : timed.start.toPlainTime()
  const move = (wall: Temporal.PlainDateTime) =>
    own.isAllDay || schedule.isAllDay
      ? wall.toPlainDate().add({ days }).toPlainDateTime(time)
      : wall.add({ days }).add(clockBy)
  return { schedule: movedSchedule(own, { from: key, move, days }), move }
}

/** The times of a date, by the clock of its key where clocks skip that on its day. */
function asGiven(anchor: EventRow, schedule: Schedule, { siteZone }: Clock): ReturnType<typeof timesOf> {
  const was = timesOf(anchor, siteZone)
  if (was.isAllDay || anchor.series_key === null) return was
  const start = wallOf(anchor.series_key)
  return timesAt(start, schedule)?.start_wall === anchor.start_wall ? { ...was, start } : was
}

interface Moving {
  readonly from: Temporal.PlainDateTime
  readonly move: (wall: Temporal.PlainDateTime) => Temporal.PlainDateTime
  readonly days: number
}

/** The schedule of which each date is moved, its rule with them. */
function movedSchedule(schedule: Schedule, { from, move, days }: Moving): Schedule {
  const { recurrence } = schedule
  // A date that is none of the rule, as one that stayed when the rule changed, does not say which of its days it is.
  const [last] = ruleDates(recurrence, schedule.start, from).walls.slice(-1)
  const named = last?.equals(from) ? from : schedule.start
  const rule = recurrence.rule && shiftedRule(recurrence.rule, { from: named, to: move(named) })
  // The end of a day stays that.
  const isEndOfDay = recurrence.until?.toPlainTime().equals(endOfDay)
  const until = recurrence.until && (isEndOfDay ? recurrence.until.add({ days }) : move(recurrence.until))
  const moved = {
    ...schedule,
    start: move(schedule.start),
    from: schedule.from && move(schedule.from),
    recurrence: {
      rule,
      until,
      added: recurrence.added.map(move),
      excluded: recurrence.excluded.map(move),
      excludedDays: recurrence.excludedDays.map((day) => day.add({ days })),
    },
  }
  const isNthDay = rule?.freq === 'MONTHLY' && rule.byDay.some(({ ordinal }) => ordinal !== undefined)
  return isNthDay && days !== 0 ? onNthDays(moved) : moved
}

/** The second Wednesdays of months are not as many days after the second Tuesdays in each: each is within the month of that. */
function onNthDays(schedule: Schedule): Schedule {
  const { start, recurrence } = schedule
  const until = recurrence.until?.with({ day: recurrence.until.daysInMonth }).withPlainTime(endOfDay)
  const whole = { ...recurrence, until }
  const [first] = ruleDates(whole, start.with({ day: 1 }), start.add({ years: 60 }), 1).walls
  return { ...schedule, start: first ?? start, recurrence: whole }
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
