import { RRuleTemporal } from 'rrule-temporal'
import { messageOf } from '../../text/thrown.ts'

/** A recurring event by its wall clock: rules do not depend on the zone (RFC 5545, 3.3.10). */
export interface Repeating {
  readonly start: Temporal.PlainDateTime
  readonly isDate: boolean
  /** Rules as texts, such as `FREQ=WEEKLY;COUNT=10`, with UNTIL on the same clock. */
  readonly rules: readonly string[]
  /** Further occurrences. */
  readonly added: readonly Temporal.PlainDateTime[]
  /** Occurrences that do not take place. */
  readonly excluded: readonly Temporal.PlainDateTime[]
  /** Days without occurrences. */
  readonly excludedDays: readonly Temporal.PlainDate[]
}

/** The occurrences of a series that are used, and whether there were more. */
export interface Occurrences {
  readonly walls: readonly Temporal.PlainDateTime[]
  readonly isCut: boolean
}

/** The most occurrences of a series: a daily one of nearly three years. The latest are used. */
export const mostOccurrences = 1000

/** How far into the future rules without an end are followed. */
export const horizon = Temporal.Duration.from({ years: 2 })

/** A rule that never matches, such as the 30th of February, is given up after so many periods. */
const mostPeriods = 20_000

/** The most occurrences that are computed: one a day for fifty years. */
const mostLooked = 20_000

/** An event should have one rule (RFC 5545, 3.8.5.3); following them holds up requests. */
const mostRules = 10

/** A rule that cannot be followed: the end of the sentence “Its RRULE …”. */
export class BadRule extends Error {
  override readonly name = 'BadRule'
}

/**
 * The occurrences of a series in their order, each once, up to `until` (RFC 5545, 3.8.5): those of its rules and those
 * added, without those excluded. Throws a {@link BadRule}.
 */
export function expand(repeating: Repeating, until: Temporal.PlainDateTime): Occurrences {
  const { start, rules, added, excluded, excludedDays } = repeating
  if (rules.length > mostRules) throw new BadRule(`has ${rules.length} rules, and ${mostRules} are the most`)
  const found = new Map<string, Temporal.PlainDateTime>()
  const followed = rules.map((rule) => follow(rule, start, until))
  const walls = [...(rules.length === 0 ? [start] : followed.flatMap(({ walls }) => walls)), ...added]
  for (const wall of walls) found.set(wall.toString(), wall)
  for (const wall of excluded) found.delete(wall.toString())
  const days = new Set(excludedDays.map(String))
  const all = [...found.values()]
    .filter((wall) => !days.has(wall.toPlainDate().toString()))
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one, other))
  const isCut = all.length > mostOccurrences || followed.some((each) => each.isCut)
  return { walls: all.slice(-mostOccurrences), isCut }
}

/** The occurrences of a rule, on a clock in UTC, which never jumps. */
function follow(rule: string, start: Temporal.PlainDateTime, until: Temporal.PlainDateTime): Occurrences {
  const walls: Temporal.PlainDateTime[] = []
  const basic = start.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  try {
    const rrule = new RRuleTemporal({
      rruleString: `DTSTART:${basic}Z\nRRULE:${rule}`,
      maxIterations: mostPeriods,
      strict: true,
      cache: false,
    })
    rrule.all((occurrence) => {
      const wall = Temporal.PlainDateTime.from(occurrence.toPlainDateTime().toString())
      if (Temporal.PlainDateTime.compare(wall, until) > 0) return false
      walls.push(wall)
      return walls.length < mostLooked
    })
  } catch (error) {
    // A rule that is given up after some occurrences is only cut.
    if (walls.length === 0) throw new BadRule(`is “${rule}”: ${messageOf(error)}`)
    return { walls, isCut: true }
  }
  return { walls, isCut: walls.length >= mostLooked }
}
