import { datesUntil, lastOfAll } from '../../pure/calendar/recurrence.dates.ts'
import type { Frequency } from '../../pure/calendar/recurrence.rule.ts'
import { weekStartOf } from '../../pure/calendar/recurrence.shift.ts'
import { weekdays } from '../../pure/calendar/recurrence.rule.ts'
import { changedFieldsOf, type EventRow } from '../rows/event.row.ts'
import type { Schedule } from '../schedules/schedules.row.ts'
import { keyOf, wallOf } from '../schedules/schedules.times.ts'

type Wall = Temporal.PlainDateTime

/** What stands at a date of a series: an occurrence, or that it was left out. */
export interface Place {
  readonly wall: Wall
  /** undefined: the date was left out, and has no row. */
  readonly row: EventRow | undefined
  /**
   * `there`: to come, and in no trash; `gone`: moved to the trash by hand; `out`: left out of the rule; `lost`: in the trash as the
   * rule does not have it; `begun`: it stays where it is.
   */
  readonly is: 'there' | 'gone' | 'out' | 'lost' | 'begun'
  /** Whether EXDATE names it. */
  readonly isExcluded: boolean
  /** Whether the rule has it, or dates of its own, left out or not. */
  readonly isGiven: boolean
}

/** Whether an occurrence was moved to the trash by hand, and so stays there. */
export function isGoneByHand(row: EventRow): boolean {
  return row.status === 'trash' && changedFieldsOf(row).includes('status')
}

/** What an occurrence that was moved to the trash by hand has as its changed fields. */
export function goneByHand(row: EventRow): string {
  return JSON.stringify([...new Set([...changedFieldsOf(row), 'status'])].toSorted())
}

/** The dates of a schedule up to the last of these, those that are left out too. */
export function datesWithExcluded(
  schedule: Schedule,
  until: Wall | undefined,
  after?: Wall,
): readonly Wall[] {
  const whole = { ...schedule.recurrence, excluded: [], excludedDays: [] }
  return datesUntil(whole, schedule.start, until ?? lastOfAll, after).dates
}

/** Whether EXDATE leaves out a date. */
export function isLeftOut({ recurrence }: Pick<Schedule, 'recurrence'>, wall: Wall): boolean {
  const { excluded, excludedDays } = recurrence
  return (
    excluded.some((one) => one.equals(wall)) || excludedDays.some((day) => day.equals(wall.toPlainDate()))
  )
}

/** What stands at the dates of a series before it changes. `rows` are to come, but for those in `begun`. */
export function placesOf(
  schedule: Schedule,
  { rows, begun }: { readonly rows: readonly EventRow[]; readonly begun: readonly EventRow[] },
): readonly Place[] {
  const known = [...rows, ...begun].map(wallIn)
  const all = [...known, ...schedule.recurrence.excluded, ...schedule.recurrence.excludedDays.map(endOf)]
  const last = all.toSorted((one, other) => Temporal.PlainDateTime.compare(one, other)).at(-1)
  const dates = last ? datesWithExcluded(schedule, last) : []
  const given = new Set(dates.map(String))
  const placed = [
    ...rows.map((row): Place => {
      const wall = wallIn(row)
      const isExcluded = isLeftOut(schedule, wall)
      const isGiven = given.has(String(wall))
      return { wall, row, is: standing(row, isGiven && isExcluded), isExcluded, isGiven }
    }),
    ...begun.map((row): Place => ({ wall: wallIn(row), row, is: 'begun', isExcluded: false, isGiven: true })),
  ]
  const taken = new Set(known.map(String))
  const out = dates.filter((wall) => !taken.has(String(wall)) && isLeftOut(schedule, wall))
  return [
    ...placed,
    ...out.map((wall): Place => ({ wall, row: undefined, is: 'out', isExcluded: true, isGiven: true })),
  ]
}

function wallIn(row: EventRow): Wall {
  return wallOf(row.series_key ?? row.start_wall)
}

function standing(row: EventRow, isLeft: boolean): Place['is'] {
  if (row.status !== 'trash') return 'there'
  if (isGoneByHand(row)) return 'gone'
  return isLeft ? 'out' : 'lost'
}

function endOf(day: Temporal.PlainDate): Wall {
  return day.toPlainDateTime('23:59:59')
}

/** How dates go over to those of another schedule. */
export interface Crossing {
  readonly schedule: Schedule
  /** The schedule before it, whose rule may have longer periods. */
  readonly before: Schedule
  /** Where a date goes that is moved with all others; undefined: nothing was moved. */
  readonly move: ((wall: Wall) => Wall) | undefined
  /** The dates that there are from now on, those that are left out too. */
  readonly dates: readonly Wall[]
  /** Whether a date is to come. */
  readonly isToCome: (wall: Wall) => boolean
}

/**
 * Which date each place gets: the same or the one that it is moved to, whichever more of them have; then by order within the period of
 * the rule. What the rule had lost comes back where nothing else stands.
 */
export function matched(places: readonly Place[], crossing: Crossing): ReadonlyMap<Place, Wall> {
  const { schedule, dates, move } = crossing
  const open = new Map(dates.map((wall) => [keyOf(wall, schedule), wall]))
  const found = new Map<Place, Wall>()
  const same = (wall: Wall) => keyOf(wall, schedule)
  const shifted = move && ((wall: Wall) => keyOf(move(wall), schedule))
  const standing = places.filter(({ is }) => is !== 'lost')
  const hits = (way: (wall: Wall) => string) => standing.filter(({ wall }) => open.has(way(wall))).length
  const ways = !shifted ? [same] : hits(shifted) >= hits(same) ? [shifted, same] : [same, shifted]
  const take = (place: Place, key: string) => {
    const wall = found.has(place) ? undefined : open.get(key)
    if (wall === undefined || (isMovable(place) && !crossing.isToCome(wall))) return
    found.set(place, wall)
    open.delete(key)
  }
  for (const way of ways) for (const place of standing) take(place, way(place.wall))
  const lost = places.filter(({ is }) => is === 'lost')
  const [first = same] = ways
  for (const place of lost) take(place, first(place.wall))
  for (const some of [standing, lost]) {
    const left = some.filter((place) => !found.has(place) && place.is !== 'begun')
    const free = [...open.values()].filter(crossing.isToCome)
    for (const [place, wall] of byOrder(left, free, crossing)) take(place, keyOf(wall, schedule))
  }
  return found
}

/** Whether an occurrence is there that is to come, and stays so: what is over got no other date. */
const isMovable = ({ row, is }: Place) => row !== undefined && is !== 'begun'

/** Places and dates of the same period, each in its order. */
function byOrder(
  places: readonly Place[],
  dates: readonly Wall[],
  crossing: Pick<Crossing, 'schedule' | 'before'>,
): [Place, Wall][] {
  const period = periodOf(crossing)
  const inOrder = places.toSorted((one, other) => Temporal.PlainDateTime.compare(one.wall, other.wall))
  const byPeriod = Map.groupBy(inOrder, ({ wall }) => period(wall))
  const datesBy = Map.groupBy(
    dates.toSorted((one, other) => Temporal.PlainDateTime.compare(one, other)),
    period,
  )
  return [...byPeriod].flatMap(([name, some]) => {
    const free = datesBy.get(name) ?? []
    return some.flatMap((place, at): [Place, Wall][] => {
      const wall = free[at]
      return wall ? [[place, wall]] : []
    })
  })
}

/** How long a period of each rule is, from the shortest: days are told apart by their weeks. */
const lengths: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/** The name of the period in which a date is: of the longer one of both rules. */
function periodOf({ schedule, before }: Pick<Crossing, 'schedule' | 'before'>): (wall: Wall) => string {
  const rules = [schedule, before].flatMap(({ recurrence: { rule } }) => rule ?? [])
  const longest = Math.max(1, ...rules.map(({ freq }) => lengths.indexOf(freq)))
  if (lengths[longest] === 'YEARLY') return (wall) => String(wall.year)
  if (lengths[longest] === 'MONTHLY') return (wall) => `${wall.year}-${wall.month}`
  const first = weekdays.indexOf(rules[0] ? weekStartOf(rules[0]) : 'MO') + 1
  return (wall) => {
    const day = wall.toPlainDate()
    return day.subtract({ days: (day.dayOfWeek - first + 7) % 7 }).toString()
  }
}

/** The most days by which a period of a rule goes back. */
export function periodDays({ schedule, before }: Pick<Crossing, 'schedule' | 'before'>): number {
  const rules = [schedule, before].flatMap(({ recurrence: { rule } }) => rule ?? [])
  const longest = Math.max(1, ...rules.map(({ freq }) => lengths.indexOf(freq)))
  return [7, 7, 31, 366][longest] ?? 366
}
