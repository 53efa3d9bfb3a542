import { quote } from '../../../pure/params/parameter.ts'
import type { Zone } from '../../../pure/calendar/zone.ts'
import type { Clock } from '../imports.fields.ts'
import { BadRule, expand, horizon, mostOccurrences, type Repeating } from '../imports.recurrence.ts'
import { readMoment, readTime, type WrittenTime } from './jsonld.moments.ts'
import { fieldsOf, type Occurrence, type Times, zoneIn } from './jsonld.times.ts'
import { type Graph, nameIn, textIn, textsIn, type Thing, thingsIn, valuesIn } from './jsonld.values.ts'

/** A schedule that cannot be followed: the end of the sentence “eventSchedule: …”. */
class BadSchedule extends Error {
  override readonly name = 'BadSchedule'
}

/** A repetition that a schedule has: an event of the same kind each time. */
interface Schedule {
  readonly start: WrittenTime
  readonly length: Temporal.Duration | undefined
  readonly repeating: Repeating
}

/**
 * The dates of the schedules of an event (schema.org, Schedule); undefined where it has none. What a schedule does not say itself is
 * taken from the event. Those that cannot be followed are told, and are undefined if there is no other one.
 */
export function schedulesOf(thing: Thing, graph: Graph, clock: Clock): Partial<Times> & { lost: string[] } {
  const lost: string[] = []
  const found = new Map<string, Occurrence>()
  for (const said of thingsIn(thing['eventSchedule'], graph)) {
    try {
      if (typeof said === 'string') throw new BadSchedule(`it is ${quote(said)}, which is no schedule`)
      for (const each of occurrencesOf(said, thing, { graph, clock, lost })) found.set(each.said, each)
    } catch (error) {
      if (!(error instanceof BadSchedule || error instanceof BadRule || error instanceof RangeError))
        throw error
      lost.push(
        `eventSchedule: ${error instanceof RangeError ? 'it goes beyond all days that there are' : error.message}`,
      )
    }
  }
  if (found.size === 0) return { lost }
  const occurrences = [...found.values()].toSorted((one, other) => (one.said < other.said ? -1 : 1))
  return { occurrences, lost, assumed: [] }
}

/** What an event says of its times that its schedule may leave out. */
function timesIn({ startDate, startTime, endTime, duration, timeZone }: Thing): Thing {
  return { startDate, startTime, endTime, duration, timeZone }
}

function occurrencesOf(
  own: Thing,
  thing: Thing,
  { graph, clock, lost }: { graph: Graph; clock: Clock; lost: string[] },
): Occurrence[] {
  const said = { ...timesIn(thing), ...own }
  const zone = zoneIn(said, clock)
  const itself = timesOf(thing, zone)
  const { start, length: told, repeating } = readSchedule(said, { graph, zone, itself })
  const until = clock.now.toZonedDateTimeISO(zone.id).add(horizon).toPlainDateTime()
  const { walls, isCut } = expand(repeating, until)
  if (isCut)
    lost.push(`eventSchedule: of its dates, the last ${mostOccurrences} until ${until.year} were taken`)
  if (walls.length === 0) throw new BadSchedule('it has no date at all')
  const length = told ?? lengthOfEvent(itself, start, walls)
  return walls.map((wall) => {
    const time = start.time && wall.toPlainTime()
    const end = length && wall.add(length)
    const ends = end && { day: end.toPlainDate(), time: time && end.toPlainTime(), zone: start.zone }
    const said = time ? wall.toString({ smallestUnit: 'second' }) : wall.toPlainDate().toString()
    return { said, fields: fieldsOf({ day: wall.toPlainDate(), time, zone: start.zone }, ends, zone) }
  })
}

/** When an event is by itself, on one clock. */
interface Itself {
  readonly start?: WrittenTime | undefined
  readonly end?: WrittenTime | undefined
}

function timesOf(thing: Thing, zone: Zone): Itself {
  const start = onClock(readMoment(textIn(thing, 'startDate')), zone)
  const end = onClock(readMoment(textIn(thing, 'endDate')), zone)
  return { start, end }
}

/** A moment in UTC, or with the offset of the zone, is on the clock of that, which changes with summer; any other is on its own. */
function onClock(moment: WrittenTime | undefined, { id }: Zone): WrittenTime | undefined {
  const { day, time, zone } = moment ?? {}
  if (!day || !time || zone === undefined) return moment
  const there = day.toZonedDateTime({ timeZone: zone, plainTime: time }).withTimeZone(id)
  const isHere = zone === 'UTC' || there.offset === zone
  return isHere ? { day: there.toPlainDate(), time: there.toPlainTime() } : moment
}

/** How long the event is by itself, where its end is not that of all its dates: then only the time of that counts. */
function lengthOfEvent(
  { start, end }: Itself,
  { time }: Pick<WrittenTime, 'time'>,
  [first, second]: readonly Temporal.PlainDateTime[],
): Temporal.Duration | undefined {
  if (!start || !end || (start.time === undefined) !== (time === undefined)) return undefined
  if (time === undefined) {
    const days = start.day.until(end.day)
    const isOne = !first || !second || Temporal.PlainDateTime.compare(first.add(days), second) < 0
    return days.sign > 0 && isOne ? days : undefined
  }
  if (!start.time || !end.time) return undefined
  const length = start.day.toPlainDateTime(start.time).until(end.day.toPlainDateTime(end.time))
  const isOne = !first || !second || Temporal.PlainDateTime.compare(first.add(length), second) <= 0
  if (length.sign > 0 && isOne) return length
  const isNext = Temporal.PlainTime.compare(end.time, start.time) <= 0
  return start.time.until(end.time).add({ hours: isNext ? 24 : 0 })
}

function readSchedule(
  said: Thing,
  { graph, zone, itself }: { readonly graph: Graph; readonly zone: Zone; readonly itself: Itself },
): Schedule {
  const first = onClock(readMoment(textIn(said, 'startDate')), zone)
  if (!first) throw new BadSchedule('it has no startDate that is a day')
  const time = readTime(timeText(said, 'startTime')) ?? first.time ?? itself.start?.time
  const start = { day: first.day, time, zone: first.time ? first.zone : itself.start?.zone }
  const wall = first.day.toPlainDateTime(time ?? '00:00')
  const last = readMoment(textIn(said, 'endDate'))
  const until = last?.day.toPlainDateTime(last.time ?? '23:59:59')
  const count = Number(textIn(said, 'repeatCount') || Number.NaN)
  const rule = {
    text: ruleOf(said, graph),
    ...(Number.isInteger(count) && count > 0 ? { count } : {}),
    ...(until ? { until } : {}),
  }
  const excepted = textsIn(said['exceptDate']).map((text) => readMoment(text))
  if (excepted.includes(undefined)) throw new BadSchedule('one of its exceptDate is no day')
  const repeating: Repeating = {
    start: wall,
    rules: [rule],
    added: [],
    excluded: excepted.flatMap((each) => (each?.time ? each.day.toPlainDateTime(each.time) : [])),
    excludedDays: excepted.flatMap((each) => (each && !each.time ? each.day : [])),
    isFirstByRule: true,
  }
  return { start, length: lengthOf(said, time), repeating }
}

function timeText(said: Thing, name: string): string {
  const text = textIn(said, name)
  // A time may be written as a moment.
  const moment = /^\d{4}-/.test(text) ? readMoment(text)?.time : undefined
  return moment ? moment.toString() : text.replace(/(?:Z|[+-]\d\d:?\d\d)$/i, '')
}

/** How long each lasts: until its endTime, which may be on the next day, or by its duration. */
function lengthOf(said: Thing, time: Temporal.PlainTime | undefined): Temporal.Duration | undefined {
  const end = readTime(timeText(said, 'endTime'))
  if (end && time) {
    const isNext = Temporal.PlainTime.compare(end, time) <= 0
    return time.until(end).add({ hours: isNext ? 24 : 0 })
  }
  try {
    const duration = Temporal.Duration.from(textIn(said, 'duration'))
    return duration.sign > 0 && time ? duration : undefined
  } catch {
    return undefined
  }
}

/** How often, by its words, and by the units of a duration of ISO 8601. */
const frequencies: Readonly<Record<string, string>> = {
  daily: 'DAILY',
  weekly: 'WEEKLY',
  biweekly: 'WEEKLY;INTERVAL=2',
  fortnightly: 'WEEKLY;INTERVAL=2',
  monthly: 'MONTHLY',
  yearly: 'YEARLY',
  annually: 'YEARLY',
  D: 'DAILY',
  W: 'WEEKLY',
  M: 'MONTHLY',
  Y: 'YEARLY',
}

/** The rule of a schedule, as in iCalendar. */
function ruleOf(said: Thing, graph: Graph): string {
  const often = textIn(said, 'repeatFrequency').replace(/^https?:\/\/.*\//, '')
  const [, times, unit] = /^P(\d{1,4})([DWMY])$/.exec(often) ?? []
  const days = daysIn(said['byDay'], graph)
  const frequency =
    unit === undefined ? frequencies[often.toLowerCase()] : `${frequencies[unit]};INTERVAL=${Number(times)}`
  if (often === '' && days.length === 0) throw new BadSchedule('it has no repeatFrequency')
  if (often !== '' && frequency === undefined)
    throw new BadSchedule(`its repeatFrequency is ${quote(often)}, which is none such as P1W`)
  const week = numbersIn(said['byMonthWeek'])
  const rule = frequency ?? 'WEEKLY'
  const weekly = rule.startsWith('MONTHLY') && week.length > 0
  return [
    `FREQ=${rule}`,
    ...part('BYMONTH', numbersIn(said['byMonth'])),
    ...part('BYMONTHDAY', numbersIn(said['byMonthDay'])),
    ...part('BYDAY', weekly ? week.flatMap((number) => days.map((day) => `${number}${day}`)) : days),
  ].join(';')
}

function part(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}=${values.join(',')}`]
}

function numbersIn(value: unknown): string[] {
  return textsIn(value)
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => /^-?[1-9]\d?$/.test(text))
}

/** `https://schema.org/Tuesday`, `Tuesday`, `TU`, `2TU`. Holidays are no days of a week. */
function daysIn(value: unknown, graph: Graph): string[] {
  return valuesIn(value).flatMap((each) => {
    const text = nameIn(each, graph)
    return text.split(',').map((day) => {
      const [, number = '', name] =
        /^([+-]?[1-5])?(mo|tu|we|th|fr|sa|su)[a-z]*$/i.exec(day.trim().replace(/^.*[/:#]/, '')) ?? []
      if (name === undefined)
        throw new BadSchedule(`its byDay is ${quote(text)}, which is no day of the week`)
      return `${number}${name.toUpperCase()}`
    })
  })
}
