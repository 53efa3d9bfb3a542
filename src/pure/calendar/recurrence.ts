import { timesOf } from './recurrence.follow.ts'
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

/**
 * Reads lines of iCalendar, or one text of them (RFC 5545, 3.8.5). Throws a {@link BadRecurrence}. What is stored may be longer than what
 * is sent, as each date that is removed for good is left out.
 */
export function readRecurrence(
  sent: string | readonly string[],
  form: 'sent' | 'stored' = 'sent',
): SentRecurrence {
  const whole = typeof sent === 'string' ? sent : sent.join('\n')
  if (form === 'sent' && whole.length > longest)
    throw new BadRecurrence(`must have at most ${longest} characters`)
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
    if (form === 'sent' && list.length > mostListed)
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

/**
 * The recurrence on the clock of a series. A day alone means the date of that day, or without any the time of the start. What is said
 * in UTC or for a zone is a moment, and means the date that is at it, whatever its clock says. Of whole days `UNTIL` is the day that
 * is written, whether a clock in UTC stands behind it or not.
 */
export function settleRecurrence(sent: SentRecurrence, start: SeriesStart): Recurrence {
  const { rule } = sent
  const { isAllDay } = start
  const times = timesOf(rule ?? { numbers: new Map() }, start.wall)
  const on = (day: Temporal.PlainDate) => times.map((time) => day.toPlainDateTime(time))
  const wallOf = (date: SentDate, datesOn = on): Temporal.PlainDateTime => {
    const { wall, isDay, zone } = date
    if (isAllDay) return dayOf(date, start).toPlainDateTime()
    if (isDay) return wall.toPlainDate().toPlainDateTime(start.wall.toPlainTime())
    return zone ? dateAt(wall.toZonedDateTime(zone.id), start.zone, datesOn) : wall
  }
  const until = rule?.until === undefined ? undefined : dateOf('UNTIL', rule.until, undefined)
  const added = unique(sent.added.map((date) => wallOf(date)))
  const there = (day: Temporal.PlainDate) => [
    ...on(day),
    ...added.filter((wall) => wall.toPlainDate().equals(day)),
  ]
  const excluded = sent.excluded.filter(({ isDay }) => isAllDay || !isDay)
  return {
    rule,
    until: until && lastOf(until, start, on),
    added,
    excluded: unique(
      excluded.filter((date) => isAllDay || !isRepeated(date, start)).map((date) => wallOf(date, there)),
    ),
    excludedDays: isAllDay
      ? []
      : sent.excluded.filter(({ isDay }) => isDay).map(({ wall }) => wall.toPlainDate()),
  }
}

/** The day that is meant: midnight in UTC is how programs write a day, another clock is a moment of it. */
function dayOf({ wall, zone }: SentDate, start: SeriesStart): Temporal.PlainDate {
  const isMoment = zone !== undefined && !wall.toPlainTime().equals(midnightTime)
  return isMoment
    ? wall.toZonedDateTime(zone.id).withTimeZone(start.zone.id).toPlainDate()
    : wall.toPlainDate()
}

/** Whether it is a moment of an hour that the clock of the series shows for the second time: dates are in the first. */
function isRepeated({ wall, zone: saidIn }: SentDate, { zone }: SeriesStart): boolean {
  if (!saidIn) return false
  const moment = wall.toZonedDateTime(saidIn.id)
  return momentOf(moment.withTimeZone(zone.id).toPlainDateTime(), zone) < moment.epochMilliseconds
}

/** On which clocks there may be dates on a day. */
type DatesOn = (day: Temporal.PlainDate) => readonly Temporal.PlainDateTime[]

/** The clock of the date that is at a moment: what a change to summer time skips is at that of a later clock. */
function dateAt(moment: Temporal.ZonedDateTime, zone: Zone, datesOn: DatesOn): Temporal.PlainDateTime {
  const there = moment.withTimeZone(zone.id).toPlainDateTime()
  const isAt = (wall: Temporal.PlainDateTime) => momentOf(wall, zone) === moment.epochMilliseconds
  return datesOn(there.toPlainDate()).find(isAt) ?? there
}

/** The last clock on which dates may be: of a moment, where clocks are changed then, that of the last date that is not after it. */
function lastOf(
  { wall, isDay, zone: saidIn }: SentDate,
  { zone, isAllDay }: SeriesStart,
  datesOn: DatesOn,
): Temporal.PlainDateTime {
  if (isDay || isAllDay) return endOfDay(wall)
  if (!saidIn) return wall
  const moment = wall.toZonedDateTime(saidIn.id)
  const there = moment.withTimeZone(zone.id).toPlainDateTime()
  const dates = datesOn(there.toPlainDate())
  const within = dates.filter((date) => momentOf(date, zone) <= moment.epochMilliseconds)
  const isByClock = dates.every(
    (date) => within.includes(date) === Temporal.PlainDateTime.compare(date, there) <= 0,
  )
  return isByClock ? there : (within.at(-1) ?? there.with(midnight).subtract({ seconds: 1 }))
}

/** The moment of a date, in milliseconds. */
function momentOf(wall: Temporal.PlainDateTime, { id }: Zone): number {
  return wall.toZonedDateTime(id).epochMilliseconds
}

const midnightTime = new Temporal.PlainTime()
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
  {
    isAllDay,
    zone,
    start,
  }: Pick<SeriesStart, 'isAllDay' | 'zone'> & { readonly start?: Temporal.PlainDateTime },
  form: 'stored' | 'feed' = 'stored',
): string[] {
  const valueOf = (wall: Temporal.PlainDateTime) => (isAllDay ? basic(wall).slice(0, 8) : basic(wall))
  const untilText = (wall: Temporal.PlainDateTime) =>
    isAllDay || form === 'stored'
      ? valueOf(wall)
      : `${basic(
          lastMoment(wall, timesOf(rule ?? { numbers: new Map() }, start ?? wall), zone)
            .withTimeZone('UTC')
            .toPlainDateTime(),
        )}Z`
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

/** The moment of the last clock on which dates may be: where clocks are changed on its day, that of the last date until then. */
function lastMoment(
  wall: Temporal.PlainDateTime,
  times: readonly Temporal.PlainTime[],
  { id }: Zone,
): Temporal.ZonedDateTime {
  const day = wall.toPlainDate()
  const moment = wall.toZonedDateTime(id)
  if (day.toZonedDateTime(id).hoursInDay === 24) return moment
  const last = times
    .map((time) => day.toPlainDateTime(time))
    .filter((date) => Temporal.PlainDateTime.compare(date, wall) <= 0)
    .map((date) => date.toZonedDateTime(id))
    .toSorted((one, other) => Temporal.ZonedDateTime.compare(one, other))
    .at(-1)
  return last ?? day.toZonedDateTime(id).subtract({ seconds: 1 })
}

/** A wall clock as `YYYYMMDDTHHMMSS`. */
export function basic(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}
