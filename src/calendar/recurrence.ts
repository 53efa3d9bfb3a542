import { BadRecurrence, readRule, type RuleParts } from './recurrence.rule.ts'
import { findZone, type Zone } from './zone.ts'

/** The lines of a recurrence as they were sent, read as far as that needs no start. */
export interface SentRecurrence {
  readonly rule: RuleParts | undefined
  readonly added: readonly SentDate[]
  readonly excluded: readonly SentDate[]
}

/** A date of RDATE or EXDATE, or of UNTIL, as it was written: a day alone, or a clock in UTC, in a named zone or where the series is. */
interface SentDate {
  readonly wall: Temporal.PlainDateTime
  readonly isDay: boolean
  readonly zone: Zone | undefined
}

/** When a series takes place, by its wall clock, which does not depend on the zone. Days of all-day series begin at midnight. */
export interface Recurrence {
  readonly rule: RuleParts | undefined
  /** The last moment on which a date of the rule may be. */
  readonly until: Temporal.PlainDateTime | undefined
  readonly added: readonly Temporal.PlainDateTime[]
  readonly excluded: readonly Temporal.PlainDateTime[]
  /** Days on which no date is. */
  readonly excludedDays: readonly Temporal.PlainDate[]
}

/** The most lines, dates and characters of a recurrence. */
const [mostListed, longest] = [500, 40_000]

/** Reads lines of iCalendar, or one text of them (RFC 5545, 3.8.5). Throws a {@link BadRecurrence}. */
export function readRecurrence(sent: string | readonly string[]): SentRecurrence {
  const whole = typeof sent === 'string' ? sent : sent.join('\n')
  if (whole.length > longest) throw new BadRecurrence(`must have at most ${longest} characters`)
  const lines = whole
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  let rule: RuleParts | undefined
  const [added, excluded]: [SentDate[], SentDate[]] = [[], []]
  for (const line of lines) {
    const [, name = '', params = '', value = ''] = /^([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [
      '',
      /^FREQ=/i.test(line) ? 'RRULE' : '',
      '',
      line,
    ]
    switch (name.toUpperCase()) {
      case 'RRULE':
        if (rule) throw new BadRecurrence('has more than one RRULE')
        rule = readRule(value)
        break
      case 'RDATE':
        added.push(...datesOf('RDATE', params, value))
        break
      case 'EXDATE':
        excluded.push(...datesOf('EXDATE', params, value))
        break
      default:
        throw new BadRecurrence(
          `has the line “${line.slice(0, 60)}”: its lines are RRULE, RDATE and EXDATE, and the start is start_date`,
        )
    }
  }
  for (const [name, list] of [
    ['RDATE', added],
    ['EXDATE', excluded],
  ] as const)
    if (list.length > mostListed)
      throw new BadRecurrence(`has ${list.length} dates in ${name}, and ${mostListed} are the most`)
  if (!rule && added.length === 0) throw new BadRecurrence('must have an RRULE or an RDATE')
  if (rule?.until !== undefined) dateOf('UNTIL', rule.until, undefined)
  return { rule, added, excluded }
}

function datesOf(name: string, params: string, value: string): SentDate[] {
  if (/;VALUE=PERIOD/i.test(params))
    throw new BadRecurrence(`has periods in ${name}, which are not accepted: give dates`)
  const [, tzid] = /;TZID="?([^";:]+)"?/i.exec(params) ?? []
  const zone = tzid === undefined ? undefined : findZone(tzid)
  if (tzid !== undefined && !zone)
    throw new BadRecurrence(`has ${name} in the zone ${tzid.slice(0, 60)}, which is not known`)
  const dates = value.split(',').filter((each) => each.trim() !== '')
  if (dates.length === 0) throw new BadRecurrence(`has an empty ${name}`)
  return dates.map((each) => dateOf(name, each.trim(), zone))
}

function dateOf(name: string, text: string, zone: Zone | undefined): SentDate {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)(Z)?)?$/i.exec(text)
  const [, year, month, day, hour, minute, second, utc] = match ?? []
  try {
    const wall = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour ?? 0),
        minute: Number(minute ?? 0),
        second: Number(second ?? 0),
      },
      { overflow: 'reject' },
    )
    return { wall, isDay: hour === undefined, zone: utc ? findZone('UTC') : zone }
  } catch {
    throw new BadRecurrence(
      `has ${name} “${text.slice(0, 40)}”, which is no date such as 20261222 or 20261222T190000`,
    )
  }
}

/** The start of a series, on its clock. */
export interface SeriesStart {
  readonly wall: Temporal.PlainDateTime
  readonly isAllDay: boolean
  readonly zone: Zone
}

/** The recurrence on the clock of a series. A day alone means the date of that day, or without any the time of the start. */
export function settleRecurrence(sent: SentRecurrence, start: SeriesStart): Recurrence {
  const { rule } = sent
  const until = rule?.until === undefined ? undefined : dateOf('UNTIL', rule.until, undefined)
  const wallOf = (date: SentDate): Temporal.PlainDateTime => {
    if (date.zone) {
      const there = date.wall.toZonedDateTime(date.zone.id).withTimeZone(start.zone.id).toPlainDateTime()
      return start.isAllDay ? there.with(midnight) : there
    }
    if (start.isAllDay) return date.wall.with(midnight)
    return date.isDay ? date.wall.toPlainDate().toPlainDateTime(start.wall.toPlainTime()) : date.wall
  }
  return {
    rule,
    until: until && (until.isDay ? endOfDay(until.wall) : wallOf(until)),
    added: unique(sent.added.map(wallOf)),
    excluded: unique(sent.excluded.filter(({ isDay }) => start.isAllDay || !isDay).map(wallOf)),
    excludedDays: start.isAllDay
      ? []
      : sent.excluded.filter(({ isDay }) => isDay).map(({ wall }) => wall.toPlainDate()),
  }
}

const midnight = { hour: 0, minute: 0, second: 0 }

function endOfDay(wall: Temporal.PlainDateTime): Temporal.PlainDateTime {
  return wall.with({ hour: 23, minute: 59, second: 59 })
}

function unique(walls: readonly Temporal.PlainDateTime[]): Temporal.PlainDateTime[] {
  const byText = new Map(walls.map((wall) => [wall.toString(), wall]))
  return [...byText.values()].toSorted((one, other) => Temporal.PlainDateTime.compare(one, other))
}

/** The lines of a recurrence, as `readRecurrence` reads them: on the clock of the series, or with `UNTIL` in UTC as feeds must have it. */
export function linesOf(
  { rule, until, added, excluded, excludedDays }: Recurrence,
  { isAllDay, zone }: Pick<SeriesStart, 'isAllDay' | 'zone'>,
  form: 'stored' | 'feed' = 'stored',
): string[] {
  const valueOf = (wall: Temporal.PlainDateTime) => (isAllDay ? basic(wall).slice(0, 8) : basic(wall))
  const untilText = (wall: Temporal.PlainDateTime) =>
    isAllDay || form === 'stored'
      ? valueOf(wall)
      : `${basic(wall.toZonedDateTime(zone.id).withTimeZone('UTC').toPlainDateTime())}Z`
  const end = rule?.count === undefined ? (until ? `;UNTIL=${untilText(until)}` : '') : `;COUNT=${rule.count}`
  const days = excludedDays.map((day) => day.toString().replaceAll('-', ''))
  return [
    ...(rule ? [`RRULE:${rule.text}${end}`] : []),
    ...(added.length > 0 ? [`RDATE:${added.map(valueOf).join(',')}`] : []),
    ...([...excluded.map(valueOf), ...days].length > 0
      ? [`EXDATE:${[...excluded.map(valueOf), ...days].join(',')}`]
      : []),
  ]
}

/** A wall clock as `YYYYMMDDTHHMMSS`. */
export function basic(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}
