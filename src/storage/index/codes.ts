import { onceFor } from '../../pure/calendar/cache.ts'
import type { Place } from '../../pure/geo/sphere.ts'
import { type Status, statuses } from '../../pure/params/words.ts'
import { costKinds } from '../../pure/text/costKind.ts'

/** The place of a column’s word among these, in SQL; the number of them for everything else. */
export function placeSql(column: string, words: readonly string[]): string {
  return `case ${column} ${words.map((word, at) => `when '${word}' then ${at}`).join(' ')} else ${words.length} end`
}

/** A status, and for a trashed record the one that it had before. */
export interface State {
  readonly status: Status
  readonly before: Status | null
}

const before = [...statuses, null]

/** Every state that a record can be in, by the number that the index holds for it. */
const states: readonly State[] = statuses.flatMap((status) => before.map((one) => ({ status, before: one })))

/** The number of the state of a row, in SQL. */
export function stateSql(row: string): string {
  return `${placeSql(`${row}.status`, statuses)} * ${before.length} + ${placeSql(`${row}.status_before`, statuses)}`
}

/** Who reads, and what lists show them: the rule of the rooms, which the index asks once for each state. */
export interface Sight {
  /** 0 for nobody. */
  readonly reader: number
  readonly sees: (state: State, isOwn: boolean) => boolean
  /** Public events that came into the trash no earlier are shown too, as cancelled. */
  readonly cancelledSince?: number | undefined
}

/** For each state whether the reader sees it, as 0 or 1: of others' events, of own ones, and whether that alone decides. Nobody changes it. */
export const statesSeen = onceFor(({ sees, cancelledSince }: Sight) => {
  const [seen, seenAsOwn] = [false, true].map((isOwn) =>
    Uint8Array.from(states, (state) => Number(sees(state, isOwn))),
  ) as [Uint8Array, Uint8Array]
  const isAll = cancelledSince === undefined && seenAsOwn.every((own, at) => own <= (seen[at] ?? 0))
  return { seen, seenAsOwn, isAll }
})

/** A venue, as far as events are chosen by it. */
export interface VenueFacts extends Place {
  readonly author: number
  readonly state: number
}

/** The places of the venues that the reader sees, by id. */
export function visiblePlaces(
  places: ReadonlyMap<number, VenueFacts>,
  sight: Sight,
): ReadonlyMap<number, Place> {
  const { seen, seenAsOwn } = statesSeen(sight)
  return new Map(
    [...places].filter(
      ([, { state, author }]) => seen[state] === 1 || (seenAsOwn[state] === 1 && author === sight.reader),
    ),
  )
}

/** What events cost, by the number that the index holds: from the event itself or, if it says nothing, from its tickets. */
export const costs = ['unknown', 'free', 'paid'] as const

const [unknown, free, paid] = [0, 1, 2]

/** A price consists of plain digits; it is null for an RSVP, which is free, and where it is not known. Of several the dearest counts. */
const ticketsSql = `
  select max(case
    when tickets.price is not null and ltrim(tickets.price, '0.') <> '' then ${paid}
    when tickets.kind = 'rsvp' or tickets.price is not null then ${free}
    else ${unknown} end)
  from tickets where tickets.event_id = events.id and tickets.status = 'publish'`

/** The number of what an event costs, in SQL. */
export const costSql = `
  case events.cost_kind
    when ${costKinds.free} then ${free}
    when ${costKinds.paid} then ${paid}
    when ${costKinds.none} then coalesce((${ticketsSql}), ${unknown})
    else ${unknown} end`
