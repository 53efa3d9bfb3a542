import { RRuleTemporal } from 'rrule-temporal'
import { lastOfAll } from '../../pure/calendar/recurrence.dates.ts'
import { follow as followOwn, mostPeriods } from '../../pure/calendar/recurrence.follow.ts'
import { BadRecurrence, readRule as readOwn, type RuleParts } from '../../pure/calendar/recurrence.rule.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** A rule of a series: its parts without its end, and that. */
export interface Rule {
  /** As in iCalendar: `FREQ=WEEKLY;BYDAY=MO`. */
  readonly text: string
  /** How many occurrences there are in all, the start among them. */
  readonly count?: number | undefined
  /** The last moment on which one may be, on the clock of the series. */
  readonly until?: Temporal.PlainDateTime | undefined
}

/** A recurring event by its wall clock: rules do not depend on the zone (RFC 5545, 3.3.10). */
export interface Repeating {
  readonly start: Temporal.PlainDateTime
  readonly rules: readonly Rule[]
  /** Rules for occurrences that do not take place. */
  readonly exceptRules?: readonly Rule[]
  /** Further occurrences. */
  readonly added: readonly Temporal.PlainDateTime[]
  /** Occurrences that do not take place. */
  readonly excluded: readonly Temporal.PlainDateTime[]
  /** Days without occurrences. */
  readonly excludedDays: readonly Temporal.PlainDate[]
  /** The start is only an occurrence where a rule has it, as schedules of schema.org mean it; there COUNT does not count it. */
  readonly isFirstByRule?: true
}

/** The occurrences of a series that are used. */
export interface Occurrences {
  readonly walls: readonly Temporal.PlainDateTime[]
  /** Whether there were more. */
  readonly isCut: boolean
  /** What is odd about its rules, each as the end of the sentence “Its RRULE …”. */
  readonly odd: readonly string[]
}

/** The most occurrences of a series: a daily one of nearly three years. The latest are used. */
export const mostOccurrences = 1000

/** How far into the future rules without an end are followed. */
export const horizon = Temporal.Duration.from({ years: 2 })

/** The most occurrences that are computed: one a day for fifty years. */
const mostLooked = 20_000

/** An event should have one rule (RFC 5545, 3.8.5.3); following them holds up requests. */
const mostRules = 10

/** A rule that cannot be followed: the end of the sentence “Its RRULE …”. */
export class BadRule extends Error {
  override readonly name = 'BadRule'
}

/**
 * The occurrences of a series in their order, each once, up to `until` (RFC 5545, 3.8.5): its start, those of its rules and those
 * added, without those excluded. The start is always the first, whether a rule has it or not (3.8.5.3). A rule that gives nothing
 * is told of. Throws a {@link BadRule}.
 */
export function expand(repeating: Repeating, until: Temporal.PlainDateTime): Occurrences {
  const { start, rules, exceptRules = [], added, excluded, excludedDays, isFirstByRule = false } = repeating
  const count = rules.length + exceptRules.length
  if (count > mostRules) throw new BadRule(`has ${count} rules, and ${mostRules} are the most`)
  const found = new Map<string, Temporal.PlainDateTime>(isFirstByRule ? [] : [[start.toString(), start]])
  const followed = rules.map((rule) => follow(rule, start, { until, isFirstByRule }))
  for (const wall of [...followed.flatMap(({ walls }) => walls), ...added]) found.set(wall.toString(), wall)
  // What does not take place is what a rule says alone.
  const left = exceptRules.flatMap((rule) => follow(rule, start, { until, isFirstByRule: true }).walls)
  for (const wall of [...excluded, ...left]) found.delete(wall.toString())
  const days = new Set(excludedDays.map(String))
  const all = [...found.values()]
    .filter((wall) => !days.has(wall.toPlainDate().toString()))
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one, other))
  const isCut = all.length > mostOccurrences || followed.some((each) => each.isCut)
  return { walls: all.slice(-mostOccurrences), isCut, odd: followed.flatMap(({ odd }) => odd) }
}

/** The occurrences of a rule, on a clock in UTC, which never jumps. */
function follow(
  rule: Rule,
  start: Temporal.PlainDateTime,
  { until, isFirstByRule }: { until: Temporal.PlainDateTime; isFirstByRule: boolean },
): Occurrences {
  const { text, count = Infinity } = rule
  const isOver = rule.until !== undefined && Temporal.PlainDateTime.compare(rule.until, start) < 0
  if (isOver) return { walls: [], isCut: false, odd: ['ends before it begins, and gives only its start'] }
  const last = rule.until && Temporal.PlainDateTime.compare(rule.until, until) < 0 ? rule.until : until
  const { walls, isCut } = matches(text, start, { last, count })
  const [first] = walls
  // A start that is later than all that is looked at is told of by nobody.
  if (first === undefined && Temporal.PlainDateTime.compare(start, last) > 0) return { walls, isCut, odd: [] }
  if (first === undefined) return { walls, isCut, odd: [`gives nothing (“${text}”), but for its start`] }
  if (isFirstByRule || first.equals(start)) return { walls, isCut, odd: [] }
  const odd = ['does not have its start, which is its first occurrence all the same (RFC 5545, 3.8.5.3)']
  return { walls: [start, ...walls].slice(0, count), isCut, odd }
}

function matches(
  text: string,
  start: Temporal.PlainDateTime,
  { last, count }: { last: Temporal.PlainDateTime; count: number },
): Pick<Occurrences, 'walls' | 'isCut'> {
  const most = Math.min(count, mostLooked)
  const rule = ownRule(text)
  if (!rule) return matchesElsewhere(text, start, { last, most })
  const walls: Temporal.PlainDateTime[] = []
  for (const wall of followOwn(rule, start, { until: last })) {
    walls.push(wall)
    if (walls.length >= most) break
  }
  if (walls.length === 0 && !hasAny(rule, start)) throw new BadRule(`is “${text}”, which gives nothing`)
  return { walls, isCut: walls.length >= mostLooked }
}

/** Whether a rule gives anything at all, as one for the 30th of February does not. */
function hasAny(rule: RuleParts, start: Temporal.PlainDateTime): boolean {
  return followOwn(rule, start, { until: lastOfAll }).next().done !== true
}

/** The rule as series of ours have it; undefined where they do not, as by the hour. */
function ownRule(text: string): RuleParts | undefined {
  try {
    return readOwn(text)
  } catch (error) {
    if (error instanceof BadRecurrence) return undefined
    throw error
  }
}

/** Rules that series of ours do not have are followed as another program reads them. */
function matchesElsewhere(
  text: string,
  start: Temporal.PlainDateTime,
  { last, most }: { last: Temporal.PlainDateTime; most: number },
): Pick<Occurrences, 'walls' | 'isCut'> {
  const walls: Temporal.PlainDateTime[] = []
  const basic = start.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  try {
    const rrule = new RRuleTemporal({
      rruleString: `DTSTART:${basic}Z\nRRULE:${text}`,
      maxIterations: mostPeriods,
      strict: true,
      cache: false,
    })
    rrule.all((occurrence) => {
      const wall = Temporal.PlainDateTime.from(occurrence.toPlainDateTime().toString())
      if (Temporal.PlainDateTime.compare(wall, last) > 0) return false
      walls.push(wall)
      return walls.length < most
    })
  } catch (error) {
    // A rule that is given up after some occurrences is only cut.
    if (walls.length === 0) throw new BadRule(`is “${text}”${reasonOf(error)}`)
    return { walls, isCut: true }
  }
  return { walls, isCut: walls.length >= mostLooked }
}

function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return /\biterations\b/i.test(message) ? ', which gives nothing' : `: ${message}`
}
