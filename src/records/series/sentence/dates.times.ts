import type { SentenceFault } from './days.ts'
import type { Said } from './read.ts'
import type { Tongue } from './tongue.ts'

/** When something was until now: what a sentence does not say stays. */
export interface Before {
  readonly start: Temporal.PlainDateTime
  readonly end: Temporal.PlainDateTime
  readonly isAllDay: boolean
}

/** When something is, as a sentence says it. */
export interface SaidDates {
  readonly start: Temporal.PlainDateTime
  readonly end: Temporal.PlainDateTime
  readonly isAllDay: boolean
  /** Lines of iCalendar; none for one date. */
  readonly recurrence: readonly string[]
}

/** What is known where a sentence is read. */
export interface Reader {
  readonly tongue: Tongue
  /** The day on which it is read, on the clock of the event. */
  readonly today: Temporal.PlainDate
  readonly before: Before | undefined
}

/** What is wrong with a sentence; thrown where it is read, and told there. */
export class Wrong extends Error {
  readonly fault: SentenceFault
  constructor(code: SentenceFault['code'], text = '', choices?: readonly string[]) {
    super(code)
    this.fault = { code, text, ...(choices ? { choices } : {}) }
  }
}

/** When it is on a day, or from one to another: the times that are said, else those of before. Throws {@link Wrong}. */
export function timesOn(
  [first, last]: readonly [Temporal.PlainDate, Temporal.PlainDate],
  { parts, times }: Said,
  { before, tongue }: Pick<Reader, 'before' | 'tongue'>,
): Omit<SaidDates, 'recurrence'> {
  const midnight = new Temporal.PlainTime()
  const whole = (isAllDay: boolean, until: Temporal.PlainDate) => ({
    start: first.toPlainDateTime(midnight),
    end: until.toPlainDateTime(midnight),
    isAllDay,
  })
  const overnight = parts.has('overnight')
  if (overnight && !times?.end) throw new Wrong('no_time')
  if (parts.has('allDay')) {
    if (times) throw new Wrong('twice')
    return whole(true, last)
  }
  if (!times?.start) {
    const goesOn = before && !before.start.toPlainDate().equals(before.end.toPlainDate())
    // Of days that follow one another nobody has said a time: they are whole (D70).
    if (!first.equals(last) && !goesOn) return whole(true, last)
    if (!before) throw new Wrong('no_time')
    const days = before.start.toPlainDate().until(before.end.toPlainDate()).days
    const until = first.equals(last) ? last.add({ days }) : last
    if (before.isAllDay) return whole(true, until)
    return {
      start: first.toPlainDateTime(before.start.toPlainTime()),
      end: until.toPlainDateTime(before.end.toPlainTime()),
      isAllDay: false,
    }
  }
  // 24:00 is the midnight that the day ends with.
  const start = first.toPlainDateTime(times.start).add({ days: times.endsDay ? 1 : 0 })
  if (times.end) {
    if (overnight && !first.equals(last)) throw new Wrong('twice')
    const end = last.toPlainDateTime(times.end).add({ days: overnight ? 1 : 0 })
    return {
      start,
      end: overnight ? end : endAfter(start, end, { text: times.text, tongue }),
      isAllDay: false,
    }
  }
  if (!first.equals(last)) throw new Wrong('no_end')
  const length = before && !before.isAllDay ? before.start.until(before.end) : undefined
  const end = length ? start.add(length) : start
  // Whether so long a time is meant of another start, too, nobody has said.
  if (isLong(start, end)) throw new Wrong('no_end', times.text, nightChoices(start, end, tongue))
  return { start, end, isAllDay: false }
}

/** The longest time that an end before its start means without a question, in hours: from noon to two at night. */
const longestNight_h = 14

function isLong(start: Temporal.PlainDateTime, end: Temporal.PlainDateTime): boolean {
  return start.until(end).total('hours') > longestNight_h
}

/** The end; after midnight where it is before the start. Throws where that would be longer than a night: perhaps both are meant the other way round. */
function endAfter(
  start: Temporal.PlainDateTime,
  end: Temporal.PlainDateTime,
  { text, tongue }: { readonly text: string; readonly tongue: Tongue },
): Temporal.PlainDateTime {
  if (Temporal.PlainDateTime.compare(end, start) >= 0) return end
  const next = end.add({ days: 1 })
  if (!isLong(start, next)) return next
  const turned = `${clockOf(end)} - ${clockOf(start)}`
  throw new Wrong('ambiguous_time', text, [turned, ...nightChoices(start, next, tongue)])
}

/** The words for times that end on the next day; none where they end on another one. */
function nightChoices(
  start: Temporal.PlainDateTime,
  end: Temporal.PlainDateTime,
  { spoken }: Tongue,
): readonly string[] {
  const [words = ''] = spoken.forms.overnight ?? []
  const isNext = start.toPlainDate().add({ days: 1 }).equals(end.toPlainDate())
  return isNext ? [`${clockOf(start)} - ${clockOf(end)} ${words}`] : []
}

function clockOf(wall: Temporal.PlainDateTime): string {
  return wall.toPlainTime().toString({ smallestUnit: 'minute' })
}
