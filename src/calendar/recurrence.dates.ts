import { RRuleTemporal } from 'rrule-temporal'
import { basic, type Recurrence } from './recurrence.ts'
import { BadRecurrence, mostDates, type RuleParts } from './recurrence.rule.ts'

/** A rule that gives nothing, such as the 30th of February, is given up after so many periods. */
const mostPeriods = 20_000

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
  const { walls, isWhole } = ruleDates(recurrence, nearer(recurrence, start, after), until)
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

/**
 * A date of the rule from which on it gives the same dates as from its start, and not after the moment: a rule of days or weeks that
 * goes on for years is not followed from its beginning each time. One that counts is.
 */
function nearer(
  { rule }: Recurrence,
  start: Temporal.PlainDateTime,
  moment: Temporal.PlainDateTime | undefined,
): Temporal.PlainDateTime {
  const days = rule && daysOf(rule)
  if (!moment || days === undefined) return start
  const passed = start.toPlainDate().until(moment.toPlainDate()).days
  return start.add({ days: Math.max(0, Math.floor(passed / days) - 1) * days })
}

/** How many days a period of a rule lasts; undefined where they are not always as many, or are counted. */
function daysOf({ freq, interval, count }: RuleParts): number | undefined {
  if (count !== undefined) return undefined
  return { DAILY: interval, WEEKLY: 7 * interval, MONTHLY: undefined, YEARLY: undefined }[freq]
}

/** The dates of the rule alone, at most so many, whether they are excluded or not; without a rule the start. */
export function ruleDates(
  { rule, until: last }: Recurrence,
  start: Temporal.PlainDateTime,
  until: Temporal.PlainDateTime,
  mostWalls = mostLooked,
): { readonly walls: readonly Temporal.PlainDateTime[]; readonly isWhole: boolean } {
  if (!rule) return { walls: [start], isWhole: true }
  const walls: Temporal.PlainDateTime[] = []
  const end = last && Temporal.PlainDateTime.compare(last, until) < 0 ? last : until
  const most = Math.min(rule.count ?? Infinity, mostWalls)
  let isOver = true
  try {
    const followed = new RRuleTemporal({
      rruleString: `DTSTART:${basic(start)}Z\nRRULE:${rule.text}`,
      maxIterations: mostPeriods,
      strict: true,
      cache: false,
    })
    followed.all((occurrence) => {
      const wall = Temporal.PlainDateTime.from(occurrence.toPlainDateTime().toString())
      if (Temporal.PlainDateTime.compare(wall, end) > 0) {
        isOver = end === last
        return false
      }
      walls.push(wall)
      return walls.length < most
    })
  } catch (error) {
    if (walls.length === 0 && !(error instanceof Error && /iterations/i.test(error.message)))
      throw new BadRecurrence('has an RRULE that cannot be followed')
  }
  if (walls.length >= mostWalls && rule.count === undefined) isOver = false
  const ends = rule.count !== undefined || last !== undefined
  return { walls, isWhole: ends && isOver }
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
