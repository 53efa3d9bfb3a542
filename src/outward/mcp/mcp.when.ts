import { parseDateExpression, resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { todayIn } from '../../pure/calendar/day.ts'
import { daySpan, type Days } from '../../pure/calendar/daySpan.ts'
import type { Week } from '../../pure/calendar/period.ts'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { faultSaid } from '../../records/series/sentence/refusal.ts'
import { readStretch, type SaidStretch } from '../../records/series/sentence/stretch.ts'
import type { Language } from '../../pure/text/language.ts'
import { BadInput } from './mcp.tool.ts'

/** From when until when (exclusive) somebody looks, in epoch seconds; undefined: without an end. */
export interface Stretch {
  readonly from: number
  readonly until: number | undefined
}

/** What can be said, for refusals and for those who ask. */
export const whenExamples =
  'today, tonight, this weekend, next week, friday evening, june 2031, 3 to 12 May, friday to sunday, 2031-05-01'

/** Where and when somebody speaks of dates. */
interface Here extends Days {
  readonly now: Temporal.Instant
  /** The language of the site, which is read before all others, and its week. */
  readonly language: Language
  readonly week: Week
}

/** The longest words that are looked at. */
const longest = 200

/**
 * The stretch of time that words mean: periods, months and days in the languages of the pages (`series/sentence/stretch.ts`), or any
 * notation of dates of the interface. Throws where they mean nothing, or several things.
 */
export function readWhen(words: string, here: Here, name = 'when'): Stretch {
  const { siteZone, now, language, week } = here
  const shown = words.slice(0, 60)
  if (words.trim() !== '' && words.length <= longest) {
    const read = readStretch(words, { language, week, today: todayIn(siteZone, now) })
    if (read && 'choices' in read) {
      const choices = read.choices.map(stretchText).join(' or ')
      throw new BadInput(`${name} must say which is meant: “${shown}” may be ${choices}.`)
    }
    if (read && 'fault' in read) throw new BadInput(`${name} ${faultSaid(read.fault, read.language)}.`)
    const stretch = read ? sinceNight(read.stretch, here) : expressedIn(words, here)
    if (stretch) return stretch
  }
  throw new BadInput(
    `${name} must be words such as ${whenExamples}, or the like in German, French, Spanish, Italian, Dutch, Portuguese, Japanese or Arabic; “${shown}” is not understood.`,
  )
}

/** A day in any notation of the interface, whole, or a moment, as long as a second. */
function expressedIn(words: string, { siteZone, now }: Here): Stretch | undefined {
  const text = words.replace(/^(?:at|on|in|for) /i, '')
  const read = parseDateExpression(text)
  const resolved = read && resolveDateExpression(read, siteZone, now)
  if (!resolved) return undefined
  if (resolved.dateOnly) return secondsOf({ from: resolved.day, until: resolved.day }, siteZone)
  const at = epochSeconds(resolved.instant)
  return { from: at, until: at + 1 }
}

/** Tonight is, after midnight, the night that still runs as well as the evening to come (D76): all from now on, as one is told. */
function sinceNight(said: SaidStretch, here: Here): Stretch {
  const stretch = secondsOf(said, here.siteZone)
  const now = epochSeconds(here.now)
  const isLate = now < daySpan(here, todayIn(here.siteZone, here.now)).turn
  return isLate && (said.part === 'evening' || said.part === 'night') ? { ...stretch, from: now } : stretch
}

function secondsOf({ from, until, fromTime, untilTime }: SaidStretch, { id }: Zone): Stretch {
  const at = (day: Temporal.PlainDate, plainTime = new Temporal.PlainTime()) =>
    day.toZonedDateTime({ timeZone: id, plainTime }).epochMilliseconds / 1000
  const begins = at(from, fromTime)
  if (until === undefined) return { from: begins, until: undefined }
  if (untilTime === undefined) return { from: begins, until: at(until.add({ days: 1 })) }
  const ends = at(until, untilTime)
  return { from: begins, until: ends > begins ? ends : at(until.add({ days: 1 }), untilTime) }
}

function stretchText({ from, until }: SaidStretch): string {
  return until === undefined ? `from ${from}` : from.equals(until) ? from.toString() : `${from} to ${until}`
}

/** A stretch of time in words and on the clock of the site: who asks for a Saturday is told which one was looked through. */
export function searchedIn({ from, until }: Stretch, { name, id }: Zone) {
  const [begins, ends] = [from, until].map((at) =>
    at === undefined ? undefined : instantOf(Math.ceil(at)).toZonedDateTimeISO(id),
  )
  return {
    text: wordsOf(begins, ends),
    from: wallOf(begins),
    ...(ends === undefined ? {} : { until: wallOf(ends) }),
    timezone: name,
  }
}

function wordsOf(
  begins: Temporal.ZonedDateTime | undefined,
  ends: Temporal.ZonedDateTime | undefined,
): string {
  if (!begins) return ''
  if (!ends) return `from ${minuteText(begins)} on`
  const [first, last] = [begins.toPlainDate(), ends.subtract({ seconds: 1 }).toPlainDate()]
  const isWhole = [begins, ends].every((at) => at.equals(at.startOfDay()))
  if (!isWhole) return `${minuteText(begins)} to ${minuteText(ends)}`
  return first.equals(last) ? dayText(first) : `${dayText(first)} to ${dayText(last)}`
}

function dayText(day: Temporal.PlainDate): string {
  return `${day.toLocaleString('en-GB', { weekday: 'long' })}, ${day.toString()}`
}

function minuteText(at: Temporal.ZonedDateTime): string {
  return `${dayText(at.toPlainDate())} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
}

function wallOf(at: Temporal.ZonedDateTime | undefined): string {
  return at === undefined ? '' : at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
}
