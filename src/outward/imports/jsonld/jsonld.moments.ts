import { readClock } from '../../../pure/calendar/clockText.ts'
import { plainForm } from '../../../pure/calendar/dayNames.ts'
import { numbersOf, type ReadingDays } from '../../../pure/calendar/dayText.ts'
import { parseDateExpression } from '../../../pure/calendar/dateExpression.ts'
import { readWhen } from '../../../pure/calendar/whenText.ts'
import { quote } from '../../../pure/params/parameter.ts'

/** A day, or a moment on the clock of somewhere. */
export interface WrittenTime {
  readonly day: Temporal.PlainDate
  readonly time?: Temporal.PlainTime | undefined
  /** The offset or zone that is said with the time, as Temporal knows it. */
  readonly zone?: string | undefined
  /** What was understood otherwise than it is written, or where the text leaves it open. */
  readonly assumed?: string | undefined
}

/** ISO 8601 with what programs get wrong in it: blanks, missing zeros and colons, offsets without a sign, all in one. */
const iso =
  /^(\d{4})-?(\d\d?)-?(\d\d?)(?:(?:[T_]|\s+)\s*(\d\d?)(?:[:.]?(\d\d)(?:[:.]?(\d\d)(?:[.,]\d{1,12})?)?)?\s*(\S.{0,60})?)?$/i

/**
 * Reads a moment of JSON-LD: in ISO 8601, as the API reads moments, or in words. Undefined when it is none; what counts from now
 * (`tomorrow`) is none.
 */
export function readMoment(text: string): WrittenTime | undefined {
  const moment = isoMoment(text) ?? notation(text) ?? inWords(text)
  return moment && /^(?:gmt|utc|[+-]00:00)$/i.test(moment.zone ?? '') ? { ...moment, zone: 'UTC' } : moment
}

/** The time of a text, `20:00` or `8 pm`; undefined when it is none. */
export function readTime(text: string): Temporal.PlainTime | undefined {
  const clock = readClock(plainForm(text.replace(/^T(?=\d)/, '')), { alone: true })
  return clock?.rest === '' ? clock.start : undefined
}

function isoMoment(text: string): WrittenTime | undefined {
  const [, year, month = '', date = '', hour, minute = '00', second = '00', rest = ''] = iso.exec(text) ?? []
  if (year === undefined || (text.includes('-') ? false : date.length < 2)) return undefined
  try {
    const day = Temporal.PlainDate.from(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
    if (hour === undefined) return { day }
    const endsDay = Number(hour) === 24
    const clock = `${endsDay ? '00' : hour.padStart(2, '0')}:${minute}:${second === '60' ? '59' : second}`
    const time = Temporal.PlainTime.from(clock)
    const at = { day: endsDay ? day.add({ days: 1 }) : day, time }
    if (rest === '') return at
    const zone = zoneOf(rest)
    if (zone !== undefined) return { ...at, zone }
    if (/^[AaPp]\.?[Mm]/.test(rest)) return undefined
    return { ...at, assumed: `${quote(text)} has no offset that there is, and was read as local time` }
  } catch {
    return undefined // There is no such day or time.
  }
}

/** `Z`, `+01:00`, `+0100`, `-5`, `UTC`, `+01:00[Europe/Berlin]`, `Europe/Berlin`. */
function zoneOf(text: string): string | undefined {
  const [, , named] = /^(?:(Z|[+-]\d\d:?\d\d)?\s*\[([\w/+-]{1,60})\])$/i.exec(text) ?? []
  if (named !== undefined) return named
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 'UTC'
  const [, sign, hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?([+\u2212-])(\d\d?)(?::?(\d\d))?(?::?00)?$/i.exec(text) ?? []
  if (sign !== undefined && Number(hours) <= 14 && Number(minutes) < 60)
    return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
  return /^[A-Z][\w+-]+\/[\w/+-]+$/i.test(text) ? text : undefined
}

function notation(text: string): WrittenTime | undefined {
  const moment = parseDateExpression(text)
  if (moment?.kind === 'instant') {
    const at = Temporal.Instant.fromEpochMilliseconds(moment.seconds * 1000).toZonedDateTimeISO('UTC')
    return { day: at.toPlainDate(), time: at.toPlainTime(), zone: 'UTC' }
  }
  if (!moment || !(moment.day instanceof Temporal.PlainDate)) return undefined
  const { time, zone, endsDay } = moment.parts
  const numbers = numbersOf(plainForm(text))
  return {
    day: endsDay ? moment.day.add({ days: 1 }) : moment.day,
    time,
    zone,
    ...(numbers && numbers.orders.length > 1
      ? { assumed: `${quote(text)} was read as ${moment.day.toString()}` }
      : {}),
  }
}

/** The order in which the API reads numbers, where a text leaves it open. */
const orders: ReadingDays['orders'] = { '/': 'mdy', '.': 'dmy', '-': 'dmy' }

function inWords(text: string): WrittenTime | undefined {
  // A day without a year would mean another one later, and is told.
  const when = readWhen(text, { orders, today: Temporal.PlainDate.from('2000-01-01') })
  if (!when?.day || when.isWithoutYear || when.rest !== '') return undefined
  return { day: when.day, time: when.start, zone: when.zone }
}
