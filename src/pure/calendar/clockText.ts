import {
  andWords,
  betweenWords,
  type Half,
  halves,
  hourUnits,
  leads,
  namedHours,
  nameLeads,
  rangeWords,
  saysAllDay,
} from './clockWords.ts'
import { timeOf, writtenRules } from './notation.ts'

/** What a text says of the time of day. */
export interface ClockText {
  /** It says that the whole day is meant, and no time. */
  readonly isAllDay?: true
  readonly start?: Temporal.PlainTime
  readonly end?: Temporal.PlainTime
  /** The two times one of which is meant, in digits; `start` and `end` are one of them. */
  readonly choices?: readonly [string, string]
  /** The start is the midnight that the day ends with: 24:00. */
  readonly endsDay?: true
  /** The zone of the times, as Temporal knows it, where one is said. */
  readonly zone?: string
  /** What follows and is no time; empty mostly. */
  readonly rest: string
}

/** A time as it was found: its hour may still be of either half of the day. */
interface FoundTime {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly half: Half | undefined
  /** It is noon or midnight by name, not by digits. */
  readonly isNamed: boolean
  /** Where its own text begins, behind the words in front of it. */
  readonly from: number
  /** Written with a nought before it: an hour of twenty-four. */
  readonly hasNought: boolean
  /** Nothing but one or two digits say that this is a time. */
  readonly isBare: boolean
  readonly end: number
}

/**
 * Reads a time of the day, or a range of two, in any spelling that people and programs write in the languages of the public
 * pages: `19:30`, `19.30 Uhr`, `18h30`, `7.30 p.m.`, `noon`, `1400`, `12 - 2pm`, `von 15 bis 17 Uhr`, `午後7時`. The text is in
 * the form of `plainForm`. Undefined when it does not begin with a time. `alone`: the text is all that is said of the time, so
 * that bare digits are one. This is the only place that decides whether there is a time, and which.
 */
export function readClock(text: string, { alone }: { alone: boolean }): ClockText | undefined {
  if (saysAllDay(text)) return { isAllDay: true, rest: '' }
  const fraction = alone ? fractionOfDay(text) : undefined
  if (fraction) return { start: fraction, rest: '' }
  const found = timesAt(text, { alone })
  if (!found) return undefined
  const { zone, rest } = zoneIn(text.slice(found.until))
  const choices = found.either?.choices
  return { ...found.times, ...(choices ? { choices } : {}), ...(zone === undefined ? {} : { zone }), rest }
}

/** A part of a text that says a time and may mean two; its bounds in the text. */
interface TwoTimes {
  readonly from: number
  readonly to: number
  /** The two, in digits that mean one time each. */
  readonly choices: readonly [string, string]
}

/** A time of the day or a range of two, and where its text ends. */
export interface FoundTimes {
  readonly times: Pick<ClockText, 'start' | 'end' | 'endsDay'>
  readonly until: number
  /** What it may mean besides: a midnight by name, which a day begins and ends with, or an end that is of either half of the day. */
  readonly either?: TwoTimes
}

/** The time or the range of two that a text in plain form begins with; `alone`: bare digits are one, too. */
export function timesAt(text: string, { alone }: { readonly alone: boolean }): FoundTimes | undefined {
  const first = findTime(text, 0)
  if (!first) return undefined
  const second = findSecond(text, first.end)
  if (!alone && first.isBare && (!second || second.isBare)) return undefined
  const [start, end] = second ? inOrder(first, second) : [minutesOf(first), undefined]
  if (start === undefined || (second && end === undefined)) return undefined
  const either = eitherOf(first, second, [start, end])
  return {
    ...(either ? { either } : {}),
    times: {
      ...asTime(start, first),
      ...(second && end !== undefined ? { end: asTime(end, second).start } : {}),
    },
    until: (second ?? first).end,
  }
}

/** Minutes since midnight as a clock of twenty-four hours shows them. */
function clockOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / hours_min), minutes % hours_min]
  return [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Which of two times is meant, where the words do not say. */
function eitherOf(
  first: FoundTime,
  second: FoundTime | undefined,
  [start, end]: readonly [number, number | undefined],
): TwoTimes | undefined {
  const isMidnight = (first.isNamed || first.half === 'night') && first.hour % 12 === 0 && start === 0
  if (isMidnight) return { from: first.from, to: first.end, choices: ['0:00', '24:00'] }
  if (!second || end === undefined) return undefined
  // “12:00 to 2”: in two hours, or in the night?
  const isOpen = !second.isNamed && second.half === undefined && isTwelfth(second) && !second.hasNought
  const later = (end % (day_min / 2)) + day_min / 2
  if (isOpen && end < start && later > start)
    return { from: second.from, to: second.end, choices: [clockOf(later), clockOf(end)] }
  // “10 to midnight”: in the morning, or in the evening?
  const isOpenStart = first.isBare && first.half === undefined && isTwelfth(first) && !first.hasNought
  if (isOpenStart && second.isNamed && end === 0)
    return {
      from: first.from,
      to: first.end,
      choices: [clockOf(start % (day_min / 2)), clockOf((start % (day_min / 2)) + day_min / 2)],
    }
  return undefined
}

/** How spreadsheets write a time without its format: the part of the day that has passed. `0.30` is half past midnight. */
function fractionOfDay(text: string): Temporal.PlainTime | undefined {
  const [, digits = ''] = /^0[.,](\d+)$/.exec(text) ?? []
  if (digits === '' || (digits.length === 2 && Number(digits) < 60)) return undefined
  return timeOfDay(Number(`0.${digits}`))
}

/** The time when such a part of a day, less than 1, has passed; in whole seconds. */
export function timeOfDay(fraction: number): Temporal.PlainTime {
  const seconds = Math.min(Math.round(fraction * 86_400), 86_399)
  return new Temporal.PlainTime().add({ seconds })
}

/** The names as a pattern, the longest first, as some begin like others. */
const anyOf = (names: Iterable<string>) =>
  [...names].toSorted((one, other) => other.length - one.length).join('|')

const wordEnd = '(?![\\p{L}\\d])'
const lead = new RegExp(`(?:(?:${leads})(?:[.:]? |[.:]|(?=[\\d\\p{Script=Han}])))*`, 'uy')
const namedHour = new RegExp(
  `(?:(?:${nameLeads}) )?(?:12(?:[:.]00)? ?(?:${hourUnits})? ?)?(${anyOf(namedHours.keys())})(?:${wordEnd}|(?=から|まで|に|より))`,
  'uy',
)
const unit = new RegExp(` ?(?:${hourUnits})(?!\\p{L})`, 'uy')
const halfBefore = new RegExp(`(${anyOf(halves.keys())}|[ap]\\.? ?m\\.?) ?(?=\\d)`, 'uy')
const halfBehind = new RegExp(`[ ,]*(${anyOf(halves.keys())})${wordEnd}`, 'uy')
/** `pm`, `p.m.`, `p. m.`, `p`; before another number `a` stands between two times. */
const halfLetters = /[ ,]*([ap])(?:\. ?m\.?|m\.?|\.)?(?![\p{L}\d])(?! (?:\d|las? ))/uy

/** The ways to write digits of a time; those that may as well be something else say so. */
const forms: readonly { pattern: RegExp; isBare: boolean }[] = [
  // 19:30, 19.30, 19:30:15
  { pattern: /(\d{1,2}) ?[:.٫] ?(\d{2})(?: ?[:.] ?(\d{2})(?:[.,]\d+)?)?(?!\d|[:.]\d)/y, isBare: false },
  // 18h30, 19 Uhr 30, 19時30分, 19時半
  {
    pattern: new RegExp(
      `(\\d{1,2}) ?(?:${hourUnits})(?: ?(?:(\\d{2})(?![\\d:.])(?! ?(?:${hourUnits}))(?: ?(?:(?:minut\\p{L}*|min|m)(?!\\p{L})|分))?` +
        `|(半|et demie?|y media|e mezza|e meia)${wordEnd}))?`,
      'uy',
    ),
    isBare: false,
  },
  // 19,30 and 1930, 930 and 19
  { pattern: /(\d{1,2}),(\d{2})(?!\d|,\d)/y, isBare: true },
  { pattern: /(\d{1,2})(\d{2})(?!\d|[:.]\d)/y, isBare: true },
  { pattern: /(\d{1,2})(?!\d)/y, isBare: true },
]

function findTime(text: string, from: number): FoundTime | undefined {
  const place = endOf(lead, text, from)
  const word = match(namedHour, text, place)
  if (word) {
    const hour = namedHours.get(word[1] ?? '') ?? 0
    return {
      hour,
      minute: 0,
      second: 0,
      half: undefined,
      isBare: false,
      isNamed: true,
      hasNought: false,
      from: place,
      end: place + word[0].length,
    }
  }
  const before = match(halfBefore, text, place)
  const at = place + (before?.[0].length ?? 0)
  for (const { pattern, isBare } of forms) {
    const digits = match(pattern, text, at)
    if (!digits) continue
    const unitEnd = endOf(unit, text, at + digits[0].length)
    const behind = before ? null : (match(halfLetters, text, unitEnd) ?? match(halfBehind, text, unitEnd))
    const [, hour, minute = 0, third = ''] = digits
    const isHalfPast = third !== '' && !/^\d/.test(third)
    return {
      hour: Number(hour),
      minute: isHalfPast ? 30 : Number(minute),
      second: isHalfPast ? 0 : Number(third),
      half: halfOf((before ?? behind)?.[1]),
      isNamed: false,
      from: place,
      hasNought: /^0\d/.test(hour ?? ''),
      isBare: isBare && !before && !behind && unitEnd === at + digits[0].length,
      end: unitEnd + (behind?.[0].length ?? 0),
    }
  }
  return undefined
}

function halfOf(said: string | undefined): Half | undefined {
  if (said === undefined) return undefined
  return halves.get(said) ?? (said.startsWith('a') ? 'am' : 'pm')
}

const between = (list: string) => new RegExp(`(?: ?- ?|[ ,]+(?:${list})[ .]+|から ?|bis ?(?=\\d))`, 'y')
const toSecond = between(rangeWords)
const andSecond = between(`${rangeWords}|${andWords}`)

/** The second time of a range. */
function findSecond(text: string, from: number): FoundTime | undefined {
  const pattern = betweenWords.test(text) ? andSecond : toSecond
  const place = endOf(pattern, text, from)
  return place === from ? undefined : findTime(text, place)
}

/** The minutes of a day. */
const hours_min = 60
const day_min = 24 * hours_min

/** The minutes of both times; where only one of them says its half of the day, the other one is as near to it as can be. */
function inOrder(first: FoundTime, second: FoundTime): [number | undefined, number | undefined] {
  const [start, end] = [minutesOf(first), minutesOf(second)]
  if (start === undefined || end === undefined) return [start, end]
  if (first.half === undefined && second.half !== undefined && isTwelfth(first)) {
    const last = end === 0 ? day_min : end
    const both = [start % (day_min / 2), (start % (day_min / 2)) + day_min / 2]
    return [both.findLast((minutes) => minutes < last) ?? start, end]
  }
  // Behind noon and midnight by name comes the nearest such hour, too.
  const isNear = first.half !== undefined || (first.isNamed && !second.isNamed && !second.hasNought)
  if (isNear && second.half === undefined && isTwelfth(second)) {
    const both = [end % (day_min / 2), (end % (day_min / 2)) + day_min / 2]
    const [next] = both.toSorted((one, other) => after(start, one) - after(start, other))
    return [start, next]
  }
  return [start, end]
}

/** How long after a time another one is, at least a minute. */
function after(start: number, minutes: number): number {
  return (minutes - start + day_min - 1) % day_min
}

function isTwelfth({ hour }: FoundTime): boolean {
  return hour >= 1 && hour <= 12
}

/** The minutes since midnight; undefined for what no clock shows. */
function minutesOf({ hour, minute, second, half }: FoundTime): number | undefined {
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0)) return undefined
  // `19:30 PM` is written, and means what it says.
  if (half === undefined || hour > 12) return hour * hours_min + minute
  const isLate = half === 'pm' || (half === 'night' && hour >= firstOfNight && hour < 12)
  return ((hour % 12) + (isLate ? 12 : 0)) * hours_min + minute
}

/** `5 at night` is in the evening of no language, `9 at night` is. */
const firstOfNight = 6

function asTime(
  minutes: number,
  { second }: FoundTime,
): Pick<ClockText, 'endsDay'> & { start: Temporal.PlainTime } {
  const start = timeOf(Math.floor(minutes / hours_min) % 24, minutes % hours_min, second)
  return { start: start ?? new Temporal.PlainTime(), ...(minutes === day_min ? { endsDay: true } : {}) }
}

/** What may follow a time and says nothing more. */
const fillers = /^(?:[ .,;]|まで|から|onwards?|open end|ff|uhr|h)*$/

const germanZones: Readonly<Record<string, string>> = { mez: '+01:00', mesz: '+02:00' }

function zoneIn(behind: string): { zone?: string; rest: string } {
  if (fillers.test(behind)) return { rest: '' }
  const name = behind.replace(/^[ (]+/, '').replace(/[ .)]+$/, '')
  const german = germanZones[name]
  if (german !== undefined) return { zone: german, rest: '' }
  for (const { pattern, read } of writtenRules.zones) {
    const found = match(pattern, name, 0)
    const zone = found?.[0].length === name.length ? read(...found.slice(1))?.zone : undefined
    if (zone !== undefined) return { zone, rest: '' }
  }
  return { rest: behind.trim() }
}

function match(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place
  return pattern.exec(text)
}

function endOf(pattern: RegExp, text: string, place: number): number {
  return place + (match(pattern, text, place)?.[0].length ?? 0)
}
