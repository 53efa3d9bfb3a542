import { changedFieldsOf } from '../events/events.series.ts'
import type { EventRow } from '../events/events.row.ts'
import type { Schedule } from './series.row.ts'
import { keyOf, wallOf } from './series.times.ts'

/** What happens to the dates of a series. Dates that have begun are in none of these. */
export interface Plan {
  /** Occurrences that stay, with the date that they have from now on; undefined: their own. */
  readonly changed: readonly { readonly row: EventRow; readonly wall: Temporal.PlainDateTime | undefined }[]
  /** Dates that get an occurrence. */
  readonly created: readonly Temporal.PlainDateTime[]
  /** Occurrences whose date is no more. */
  readonly removed: readonly EventRow[]
  /** Occurrences whose date is no more, and which were changed by hand: they stay, as single events. */
  readonly kept: readonly EventRow[]
}

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
  return { changed: there.map((row) => ({ row, wall: undefined })), created: [], removed: [], kept: [] }
}

/** Whether an occurrence was moved to the trash by hand, and so stays there. */
export function isGoneByHand(row: EventRow): boolean {
  return row.status === 'trash' && changedFieldsOf(row).includes('status')
}

/**
 * What new dates do: they are matched to occurrences by their keys, then by their days, so that ids, addresses and tickets survive.
 * Occurrences that the dates no longer have go, unless they were changed by hand; those that went that way before come back.
 */
export function planDates(
  rows: readonly EventRow[],
  dates: readonly Temporal.PlainDateTime[],
  schedule: Schedule,
): Plan {
  const byKey = new Map(dates.map((wall) => [keyOf(wall, schedule), wall]))
  const matched = new Map<EventRow, Temporal.PlainDateTime>()
  const take = (row: EventRow, key: string | undefined) => {
    const wall = key === undefined || matched.has(row) ? undefined : byKey.get(key)
    if (key === undefined || wall === undefined) return
    matched.set(row, wall)
    byKey.delete(key)
  }
  // What is there comes before what is in the trash, and the key before the day.
  const inOrder = rows.toSorted(
    (one, other) => Number(one.status === 'trash') - Number(other.status === 'trash'),
  )
  for (const row of inOrder) take(row, asKey(row, schedule))
  for (const row of inOrder) {
    const day = (row.series_key ?? '').slice(0, 10)
    take(
      row,
      [...byKey.keys()].find((key) => key.startsWith(day)),
    )
  }
  const others = rows.filter((row) => !matched.has(row) && row.status !== 'trash')
  return {
    changed: [...matched].map(([row, wall]) => ({ row, wall })),
    created: [...byKey.values()].toSorted((one, other) => Temporal.PlainDateTime.compare(one, other)),
    removed: others.filter((row) => !isChanged(row)),
    kept: others.filter(isChanged),
  }
}

function isChanged(row: EventRow): boolean {
  return changedFieldsOf(row).length > 0
}

/** The key of an occurrence in the form of a schedule, whose days may have become whole or ceased to be. */
function asKey({ series_key }: EventRow, schedule: Schedule): string | undefined {
  if (series_key === null) return undefined
  return schedule.isAllDay ? series_key.slice(0, 10) : keyOf(wallOf(series_key), schedule)
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
