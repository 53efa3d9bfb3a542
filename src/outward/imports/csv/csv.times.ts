import { readClock, timeOfDay } from '../../../pure/calendar/clockText.ts'
import { plainForm } from '../../../pure/calendar/dayNames.ts'
import { parseDateExpression, resolveDateExpression } from '../../../pure/calendar/dateExpression.ts'
import { readWhen, type WhenText } from '../../../pure/calendar/whenText.ts'
import type { Zone } from '../../../pure/calendar/zone.ts'
import { quote } from '../../../pure/params/parameter.ts'
import { readDuration } from './csv.duration.ts'
import type { DayReadings } from './csv.days.ts'
import type { Field } from './csv.headers.ts'
import { untilMidnight } from './csv.says.ts'

/** The cell of a field in a row; empty if there is none. */
export type Cells = (field: Field) => string

/** When the event of a row is, as fields of the API, and what could not be read; or why there is no event. */
export type RowTimes =
  | { readonly fields: Readonly<Record<string, unknown>>; readonly lost: readonly string[] }
  | { readonly fault: string }

/** What reading times depends on. */
export interface TimeReading {
  readonly days: DayReadings
  /** The columns of the table. */
  readonly has: (field: Field) => boolean
  /** The zone of the event. */
  readonly zone: Zone
  readonly now: Temporal.Instant
  /** How long an event lasts of which no end is said. */
  readonly duration?: string | undefined
}

/** The start or the end of an event, as its cells say it. */
interface Side extends Omit<WhenText, 'rest' | 'notation'> {
  /** The moment in a notation that is exact whatever the zone. */
  readonly exact?: string
}

/** The columns of each side: those of days, and then those of times. */
const sides = {
  start: { days: ['start_date', 'date'], either: 'start', time: 'start_time' },
  end: { days: ['end_date'], either: 'end', time: 'end_time' },
} as const satisfies Record<string, { days: readonly Field[]; either: Field; time: Field }>

/**
 * Reads when an event is from all the cells that say something about it. An end that is earlier in the day than its start, and has
 * no day of its own, is on the next day; an event without a time is all day. Instants that the table has as well are taken where
 * they are the same moments, as they identify an hour that occurs twice.
 */
export function readTimes(cells: Cells, reading: TimeReading): RowTimes {
  const lost: string[] = []
  const start = sideOf('start', cells, reading, lost)
  const end = sideOf('end', cells, reading, lost)
  const utc = utcOf(cells, reading)
  const day = start.day ?? utc.start?.wall.toPlainDate()
  if (day === undefined) return { fault: faultOf(cells) }
  // Which of two times is meant has to be said (D70).
  if (start.choices && !start.isAllDay)
    return { fault: `Its start must say which time is meant: ${start.choices.join(' or ')}.` }
  const startTime = start.start ?? (start.day ? undefined : utc.start?.wall.toPlainTime())
  const allDay = isAllDay(cells('all_day'), { start, end, startTime }, lost)
  if (allDay) return { fields: wholeDays({ day, start, end }), lost }
  const from = { day, time: startTime ?? new Temporal.PlainTime() }
  const to = endOf(
    from,
    {
      start,
      end,
      utc: start.day ? undefined : utc.end,
      duration: cells('duration'),
      otherwise: reading.duration,
    },
    lost,
  )
  return {
    fields: {
      start_date: written(from, start, utc.start, reading.zone),
      end_date: written(to, to.isOwn ? end : {}, utc.end, reading.zone),
      all_day: false,
    },
    lost,
  }
}

/** A moment on the wall. */
interface Wall {
  readonly day: Temporal.PlainDate
  readonly time: Temporal.PlainTime
}

/** Takes the first day and the first time that the cells of a side say; what they say besides is told. */
function sideOf(name: 'start' | 'end', cells: Cells, reading: TimeReading, lost: string[]): Side {
  const { days, either, time } = sides[name]
  const hasDays = (['start_date', 'date', 'end_date'] as const).some(reading.has)
  const side: Side = {}
  for (const field of [...days, either, time]) {
    const text = cells(field)
    if (text === '') continue
    const isTime = field === time || (field === either && hasDays)
    const said = isTime ? timeIn(text, reading, field) : readWhen(text, reading.days.of(field))
    if (!said) {
      if (name === 'end' || isTime || side.day) lost.push(`${field} ${unreadable(text, isTime)}`)
      continue
    }
    const { rest, notation, ...when } = said
    // What was said first counts.
    Object.assign(side, { ...(notation === undefined ? when : momentIn(notation, reading)), ...side })
    if (rest !== '') lost.push(`${field}: of ${quote(text)}, “${rest}” was not understood and left out`)
    if (when.contradicts !== undefined && when.day)
      lost.push(`${field}: the day of the week in ${quote(text)} is not that of ${when.day}, which was taken`)
    if (when.isWithoutYear && when.day)
      lost.push(`${field}: ${quote(text)} has no year; the nearest one was taken: ${when.day.year}`)
  }
  return side
}

/** The date that spreadsheets put before a time that has none: the day before their first one. */
const noDay =
  /^(?:1\/0\/1900|0?0[./]0?1[./]1900|30[./-]12[./-]1899|12[./-]30[./-]1899|1899-12-3[01]|1900-01-00)[ T]/i

/** A time, in a column of times; if there is more in it, what that says. */
function timeIn(cell: string, reading: TimeReading, field: Field): WhenText | undefined {
  const text = cell.replace(noDay, '')
  const clock = text.length > longestTime ? undefined : readClock(plainForm(text), { alone: true })
  if (clock?.rest === '') return clock
  return readWhen(text, reading.days.of(field)) ?? clock
}

const longestTime = 200

/** A notation that names its instant, on the clocks of the zone. */
function momentIn(notation: string, { zone, now }: TimeReading): Side {
  const moment = parseDateExpression(notation)
  const resolved = moment && resolveDateExpression(moment, zone, now)
  if (!resolved) return {}
  return { day: resolved.wall.toPlainDate(), start: resolved.wall.toPlainTime(), exact: notation }
}

function unreadable(text: string, isTime: boolean): string {
  if (/^#+$/.test(text)) return narrow
  return `is ${quote(text)}, which is no ${isTime ? 'time' : 'date'} that can be read`
}

const narrow = 'is “####”: the column was too narrow when a spreadsheet wrote it'

function faultOf(cells: Cells): string {
  const said = (['start_date', 'date', 'start', 'start_time'] as const).map(cells).find((text) => text !== '')
  if (said === undefined) return 'Its start_date is missing.'
  if (/^#+$/.test(said)) return `Its start_date ${narrow}.`
  return `Its start_date must be a day, such as “2031-05-01”, “1 May 2031” or “1.5.2031 18:00”, not ${quote(said)}.`
}

/** A UTC column as a moment on the clocks of the event’s zone; its text is exact. */
interface UtcEdge {
  readonly text: string
  readonly wall: Temporal.PlainDateTime
  readonly hasSeconds: boolean
}

function utcOf(cells: Cells, reading: TimeReading): { start?: UtcEdge; end?: UtcEdge } {
  const edge = (field: 'utc_start_date' | 'utc_end_date') => {
    const text = cells(field)
    const said = text === '' ? undefined : readWhen(text, reading.days.of(field))
    if (!said?.day || said.notation !== undefined || said.rest !== '') return {}
    const utc = said.day.toPlainDateTime(said.start)
    const wall = utc.toZonedDateTime('UTC').withTimeZone(reading.zone.id).toPlainDateTime()
    const written = `${utc.toString({ smallestUnit: 'second' }).replace('T', ' ')} UTC`
    const found: UtcEdge = { text: written, wall, hasSeconds: /\d:\d\d:\d\d/.test(text) }
    return field === 'utc_start_date' ? { start: found } : { end: found }
  }
  return { ...edge('utc_start_date'), ...edge('utc_end_date') }
}

function isAllDay(
  said: string,
  { start, end, startTime }: { start: Side; end: Side; startTime: Temporal.PlainTime | undefined },
  lost: string[],
): boolean {
  const isSaid = start.isAllDay === true || end.isAllDay === true
  if (said === '') return isSaid || startTime === undefined
  const answer = readYes(said)
  if (answer === undefined) {
    lost.push(`all_day is ${quote(said)}, which is neither yes nor no`)
    return isSaid || startTime === undefined
  }
  return answer || isSaid
}

/** Whole days; an end at a midnight that is said as a time is before that midnight. */
function wholeDays({ day, start, end }: { day: Temporal.PlainDate; start: Side; end: Side }) {
  const last = end.day ?? start.lastDay ?? end.lastDay ?? day
  const isMidnight = end.start !== undefined && isStartOfDay(end.start)
  const isBeforeIt = isMidnight && Temporal.PlainDate.compare(last, day) > 0
  return {
    start_date: String(day),
    end_date: String(isBeforeIt ? last.subtract({ days: 1 }) : last),
    all_day: true,
  }
}

function isStartOfDay(time: Temporal.PlainTime): boolean {
  return Temporal.PlainTime.compare(time, new Temporal.PlainTime()) === 0
}

/**
 * The end, by the first that says something: its own cells, the range of the start, the duration, what is said of the table; else the
 * start itself.
 */
function endOf(
  from: Wall,
  said: { start: Side; end: Side; utc: UtcEdge | undefined; duration: string; otherwise: string | undefined },
  lost: string[],
): Wall & { isOwn: boolean } {
  const { start, end, utc, duration, otherwise } = said
  const day = end.day ?? end.lastDay ?? start.lastDay
  const time = end.start ?? end.end ?? start.end
  const isOwn = end.start !== undefined
  if (day && time) return { day, time, isOwn }
  if (time) {
    const isNextDay = Temporal.PlainTime.compare(time, from.time) < 0
    return { day: isNextDay ? from.day.add({ days: 1 }) : from.day, time, isOwn }
  }
  if (day && Temporal.PlainDate.compare(day, from.day) > 0) return { day, time: lastTime, isOwn: false }
  if (utc) return { day: utc.wall.toPlainDate(), time: utc.wall.toPlainTime(), isOwn: true }
  const own = readDuration(duration)
  if (own === undefined && duration !== '') lost.push(`duration is ${quote(duration)}, which cannot be read`)
  if (own === undefined && otherwise === untilMidnight) return { day: from.day, time: lastTime, isOwn: false }
  const minutes = own ?? readDuration(otherwise ?? '') ?? 0
  const until = from.day.toPlainDateTime(from.time).add({ minutes })
  return { day: until.toPlainDate(), time: until.toPlainTime(), isOwn: false }
}

/** Until when an event goes on of which only the last day is known. */
const lastTime = timeOfDay(0.999_999)

/** A moment as the API reads it: exact where the table says it exactly and means the same. */
function written({ day, time }: Wall, side: Side, utc: UtcEdge | undefined, zone: Zone): string {
  if (side.exact !== undefined) return side.exact
  const wall = day.toPlainDateTime(time)
  if (side.zone !== undefined) {
    const zoned = wall.toZonedDateTime(side.zone)
    return zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' })
  }
  if (utc && isSame(wall, utc, zone)) return utc.text
  return wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** Whether an instant is the same moment: to the minute, where a spreadsheet has dropped the seconds of either. */
function isSame(wall: Temporal.PlainDateTime, utc: UtcEdge, zone: Zone): boolean {
  const smallestUnit = utc.hasSeconds && wall.second !== 0 ? 'second' : 'minute'
  const [one, other] = [wall, utc.wall].map((moment) => moment.round({ smallestUnit, roundingMode: 'floor' }))
  if (one && other && one.equals(other)) return true
  // A clock that is skipped in the zone is read as a later one.
  const moved = wall.toZonedDateTime(zone.id).toPlainDateTime()
  return moved.round({ smallestUnit, roundingMode: 'floor' }).equals(other ?? wall)
}

const yes = new Set(
  'yes y true 1 x on ein aan ja j oui o si s sim wahr vrai verdadero vero verdadeiro waar はい ○ 〇 ✓ ✔ نعم'.split(
    ' ',
  ),
)
const no = new Set(
  'no n false 0 off aus uit nein non nao falsch faux falso onwaar nee いいえ × - لا'.split(' '),
)

/** What a cell answers that may say yes or no, in the languages of the public pages; undefined for other texts. */
export function readYes(text: string): boolean | undefined {
  const plain = plainForm(text)
  return yes.has(plain) ? true : no.has(plain) ? false : undefined
}
