/** A day: fixed, or found from the current day; there may be none (a fifth monday). */
export type Day = Temporal.PlainDate | ((today: Temporal.PlainDate) => Temporal.PlainDate | undefined)

/** The parts of a notation. */
export interface Parts {
  readonly day?: Day
  readonly time?: Temporal.PlainTime
  /** The time is the midnight that the day ends with: 24:00 (ISO 8601). */
  readonly endsDay?: true
  /** A Temporal zone id. */
  readonly zone?: string
  /** 1 (Monday) to 7, said of the day. */
  readonly weekday?: number
  /** Years, months, weeks and days to add by the calendar, in their order. */
  readonly calendarShifts?: readonly Temporal.Duration[]
  /** Hours, minutes and seconds to add by the clock. */
  readonly clockShifts?: readonly Temporal.Duration[]
  readonly ago?: true
  readonly now?: true
}

/** One way to write one part: where it matches, `read` turns what the pattern captured into parts, or refuses. */
export interface Rule {
  readonly pattern: RegExp
  readonly read: (...captured: (string | undefined)[]) => Parts | undefined
}

/** A rule that matches `source` at the current position, in lower-case text with single blanks. */
export function rule(source: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(source, 'y'), read }
}

/**
 * Reads a text from left to right, at each position by the first rule that matches. Undefined when a part is not understood,
 * contradicts the calendar, or is repeated.
 */
export function scanParts(text: string, rules: readonly Rule[]): Parts | undefined {
  let parts: Parts | undefined = {}
  let place = endOf(between, text, 0)
  while (parts !== undefined && place < text.length) {
    const found = firstMatch(text, place, rules)
    parts = found && merge(parts, found.parts)
    place = found === undefined ? text.length : endOf(between, text, found.end)
  }
  return parts
}

/** What may stand between two pieces. */
const between = /(?:[ ,]|(?:at|on)(?= ))*/y

function endOf(pattern: RegExp, text: string, place: number): number {
  pattern.lastIndex = place
  return pattern.test(text) ? pattern.lastIndex : place
}

function firstMatch(text: string, place: number, rules: readonly Rule[]) {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (match === null) continue
    const parts = read(...match.slice(1))
    return parts && { parts, end: pattern.lastIndex }
  }
  return undefined
}

function merge(said: Parts, more: Parts): Parts | undefined {
  const { calendarShifts = [], clockShifts = [] } = said
  const twice = Object.keys(more).some((key) => key in said && !key.endsWith('Shifts'))
  return twice
    ? undefined
    : {
        ...said,
        ...more,
        calendarShifts: [...calendarShifts, ...(more.calendarShifts ?? [])],
        clockShifts: [...clockShifts, ...(more.clockShifts ?? [])],
      }
}
