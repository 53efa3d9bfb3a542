import { changedFieldsOf, type EventRow } from '../rows/event.row.ts'
import { type Crossing, isGoneByHand, isLeftOut, matched, type Place, placesOf } from './series.match.ts'
import type { Schedule } from '../schedules/schedules.row.ts'
import { keyOf } from '../schedules/schedules.times.ts'

/** An occurrence that stays, or comes back. */
export interface Stays {
  readonly row: EventRow
  /** The date that it has from now on; undefined: its own. */
  readonly wall: Temporal.PlainDateTime | undefined
  /** Whether the rule did not have it before. */
  readonly isBack?: boolean
}

/** What happens to the dates of a series. Dates that have begun are in none of these. */
export interface Plan {
  /** Occurrences that stay. */
  readonly changed: readonly Stays[]
  /** Dates that get an occurrence. */
  readonly created: readonly Temporal.PlainDateTime[]
  /** Occurrences whose date is no more, or is left out. */
  readonly removed: readonly EventRow[]
  /** Occurrences whose date is no more, and which were changed by hand: they stay, as single events. */
  readonly kept: readonly EventRow[]
  /** Occurrences that are in the trash, or go there, with the date that they would have: they come back to that. */
  readonly rekeyed: readonly { readonly row: EventRow; readonly wall: Temporal.PlainDateTime }[]
  /** Occurrences that were left out, and whose date is no more: they do not come back with it. */
  readonly buried: readonly EventRow[]
}

/** A plan that does nothing. */
export const nothing: Plan = { changed: [], created: [], removed: [], kept: [], rekeyed: [], buried: [] }

/** The occurrences to come of a series, from a date on. */
export function toCome(
  rows: readonly EventRow[],
  from: string | undefined,
  now_s: number,
): readonly EventRow[] {
  return rows.filter((row) => row.starts_at > now_s && (from === undefined || (row.series_key ?? '') >= from))
}

/** What a change of the fields alone does: every date to come stays. What is in the trash stays as it is. */
export function planFields(rows: readonly EventRow[]): Plan {
  const there = rows.filter(({ status }) => status !== 'trash')
  return { ...nothing, changed: there.map((row) => ({ row, wall: undefined })) }
}

/** What the dates of a changed schedule are matched by. */
export interface Replanned extends Crossing {
  /** The occurrences to come, those in the trash too. */
  readonly rows: readonly EventRow[]
  /** Those that have begun. */
  readonly begun: readonly EventRow[]
  /** Whether only the dates that are added and left out are others, and the rule is the same. */
  readonly isSameRule: boolean
}

/**
 * What another schedule does (D66): each date to come gets the one that it stands for, and its id, address and tickets with it. What was
 * left out or is in the trash stays so, and is left out of the schedule that is answered. Dates without a partner are made or go,
 * unless they were changed by hand; what is left out by name goes, whatever it was before.
 */
export function planDates(replanned: Replanned): { readonly plan: Plan; readonly schedule: Schedule } {
  const { rows, begun, schedule, before, move, isSameRule, isToCome } = replanned
  const places = placesOf(before, { rows, begun })
  const isAgain = (wall: Temporal.PlainDateTime) => isSameRule && !move && !isLeftOut(schedule, wall)
  const found = matched(
    // What was left out by name and is not any more is made anew.
    places.filter(({ row, wall }) => row !== undefined || !isAgain(wall)),
    replanned,
  )
  const isStillOut = ({ is, wall }: Place) => is === 'out' && !isAgain(wall)
  const left = leavingOut(places, found, { ...replanned, isStillOut })
  const outcome = { changed: [], removed: [], kept: [], rekeyed: [], buried: [] } as Outcome
  for (const place of places) {
    const { row, is } = place
    if (row === undefined || is === 'begun') continue
    const wall = found.get(place)
    if (is === 'gone' || isStillOut(place) || (is === 'lost' && !wall)) {
      const next = wall ?? move?.(place.wall)
      if (next) outcome.rekeyed.push({ row, wall: next })
      if (!wall && is === 'out') outcome.buried.push(row)
    } else if (wall && !isLeftOut(left, wall)) outcome.changed.push({ row, wall, isBack: !place.isGiven })
    else if (is === 'lost' || is === 'out') continue
    // It had gone before, and is cancelled, as it has tickets: it only moves with the others.
    else if ((!wall && !place.isGiven) || (wall && place.isExcluded)) {
      const next = wall ?? move?.(place.wall)
      if (next) outcome.rekeyed.push({ row, wall: next })
    } else if (wall || isSameRule || !isChanged(row)) {
      outcome.removed.push(row)
      if (wall) outcome.rekeyed.push({ row, wall })
    } else outcome.kept.push(row)
  }
  const taken = new Set([...found.values()].map(String))
  const created = replanned.dates.filter(
    (wall) => !taken.has(String(wall)) && !isLeftOut(left, wall) && isToCome(wall),
  )
  return { plan: { ...outcome, created }, schedule: left }
}

/** The schedule, without what was left out before, as far as its dates stand for that or there is no row that would remember it. */
function leavingOut(
  places: readonly Place[],
  found: ReadonlyMap<Place, Temporal.PlainDateTime>,
  {
    schedule,
    before,
    move = (wall) => wall,
    isSameRule,
    isStillOut,
  }: Replanned & { readonly isStillOut: (place: Place) => boolean },
): Schedule {
  const known = new Set(places.filter(({ isGiven }) => isGiven).map(({ wall }) => String(wall)))
  const out = places.flatMap((place) => {
    const wall = found.get(place) ?? (place.row === undefined ? move(place.wall) : undefined)
    return wall && isStillOut(place) ? wall : []
  })
  const unmet = isSameRule ? [] : before.recurrence.excluded.filter((wall) => !known.has(String(wall)))
  const added = [...out, ...unmet.map(move)].filter((wall) => !isLeftOut(schedule, wall))
  if (added.length === 0) return schedule
  const excluded = [...schedule.recurrence.excluded, ...added].toSorted((one, other) =>
    Temporal.PlainDateTime.compare(one, other),
  )
  return { ...schedule, recurrence: { ...schedule.recurrence, excluded } }
}

type Outcome = { -readonly [Name in Exclude<keyof Plan, 'created'>]: Plan[Name][number][] }

function isChanged(row: EventRow): boolean {
  return changedFieldsOf(row).length > 0
}

/** What is answered of a plan. */
export interface Applied {
  readonly changed: readonly number[]
  readonly created: readonly string[]
  readonly removed: readonly number[]
  readonly kept: readonly number[]
  /** Of those that are changed, those that keep some of what was sent as they have it; undefined for none. */
  readonly held?: readonly number[]
}

/** Of the occurrences of a plan those that were changed by themselves in one of these fields, as a part of what is told. */
export function heldOf({ changed }: Plan, fields: readonly string[]): Pick<Applied, 'held'> {
  const held = changed.filter(({ row }) => changedFieldsOf(row).some((name) => fields.includes(name)))
  return held.length === 0 ? {} : { held: idsOf(held.map(({ row }) => row)) }
}

/** The plan as it is told: the ids of occurrences, and the dates of new ones. */
export function told({ changed, created, removed, kept }: Plan, schedule: Schedule): Applied {
  return {
    changed: idsOf(changed.map(({ row }) => row).filter((row) => !isGoneByHand(row))),
    created: created.map((wall) => keyOf(wall, schedule)),
    removed: idsOf(removed),
    kept: idsOf(kept),
  }
}

function idsOf(rows: readonly EventRow[]): number[] {
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}
