import { follow, type Following, mostPeriods } from './recurrence.follow.ts'
import type { Recurrence } from './recurrence.ts'
import { BadRecurrence, mostDates } from './recurrence.rule.ts'

/** The most dates that are looked at: one a day for fifty years. */
const mostLooked = 20_000

/** The last day of all: what is later no calendar here has. */
export const lastOfAll = Temporal.PlainDateTime.from('9998-12-31T23:59:59')

/** The dates of a series up to a moment. */
export interface SeriesDates {
  /** On the clock of the series, ascending, each once. */
  readonly dates: readonly Temporal.PlainDateTime[]
  /** Whether these are all: the rule ends, and there are none after them. */
  readonly isWhole: boolean
}

/**
 * The dates of a recurrence that starts there: those of the rule and of RDATE, without those of EXDATE, which wins (RFC 5545,
 * 3.8.5). Rules are followed on a clock that never jumps. Throws a {@link BadRecurrence} where there are no dates. With `after` only
 * those later than that.
 */
export function datesUntil(
  recurrence: Recurrence,
  start: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
  after?: Temporal.PlainDateTime,
): SeriesDates {
  const { added, excluded, excludedDays } = recurrence
  const { walls, isWhole } = followed(recurrence, start, { until, after, most: mostLooked })
  const all = new Map([...walls, ...added].map((wall) => [wall.toString(), wall]))
  for (const wall of excluded) all.delete(wall.toString())
  const days = new Set(excludedDays.map(String))
  const sorted = [...all.values()]
    .filter((wall) => !days.has(wall.toPlainDate().toString()))
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one, other))
  const within = sorted.filter((wall) => Temporal.PlainDateTime.compare(wall, until) <= 0)
  const dates = after ? within.filter((wall) => Temporal.PlainDateTime.compare(wall, after) > 0) : within
  return { dates, isWhole: isWhole && within.length === sorted.length }
}

/** The dates of the rule alone, at most so many, whether they are excluded or not; without a rule the start. */
export function ruleDates(
  recurrence: Recurrence,
  start: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
  most = mostLooked,
): RuleDates {
  return followed(recurrence, start, { until, most })
}

/** Dates of a rule, and whether there are none after them. */
interface RuleDates {
  readonly walls: readonly Temporal.PlainDateTime[]
  readonly isWhole: boolean
}

function followed(
  { rule, until: last }: Recurrence,
  start: Temporal.PlainDateTime,
  { until, after, most }: Following & { readonly most: number },
): RuleDates {
  if (!rule) return { walls: [start], isWhole: true }
  const ends = last !== undefined && Temporal.PlainDateTime.compare(last, until) < 0
  const wanted = Math.min(rule.count ?? Infinity, most)
  const walls: Temporal.PlainDateTime[] = []
  for (const wall of follow(rule, start, { until: ends ? last : until, after })) {
    walls.push(wall)
    if (walls.length >= wanted) break
  }
  return { walls, isWhole: walls.length === rule.count || (ends && walls.length < most) }
}

/** Throws a {@link BadRecurrence} where a recurrence does not fit its start, or gives no or too many dates. */
export function assertFollowable(recurrence: Recurrence, start: Temporal.PlainDateTime): void {
  const { rule, until } = recurrence
  if (until && Temporal.PlainDateTime.compare(until, start) < 0)
    throw new BadRecurrence('has an UNTIL before the start')
  if (!rule) return
  const ends = rule.count !== undefined || until !== undefined
  // Of a rule without an end the first date says whether it has any; of one with an end it is enough that there are too many.
  const { walls } = ends
    ? ruleDates(recurrence, start, lastOfAll, mostDates + 1)
    : ruleDates(recurrence, start, start.add({ years: 60 }), 1)
  const [first] = walls
  if (first === undefined)
    throw new BadRecurrence(`has an RRULE (${rule.text}) that gives no date within ${mostPeriods} periods`)
  if (!first.equals(start))
    throw new BadRecurrence(
      `has an RRULE that does not give the start, ${start.toString().replace('T', ' ')}; the first date that it gives is ${first.toString().replace('T', ' ')}`,
    )
  if (rule.count !== undefined && walls.length < rule.count)
    throw new BadRecurrence(
      `has COUNT=${rule.count}, and no more than ${walls.length} dates that calendars have`,
    )
  if (ends && walls.length > mostDates)
    throw new BadRecurrence(`has an UNTIL after more than ${mostDates} dates`)
}
