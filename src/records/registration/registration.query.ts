import { sql } from 'kysely'
import { liveStates } from '../../pure/params/guests.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { type Counts, noCounts } from './registration.row.ts'

/** How many guests of each kind events have, by their ids. */
export async function countsOf(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Counts>> {
  if (ids.length === 0) return new Map()
  const [heads, guests] = await Promise.all([
    db
      .selectFrom('registration_counts')
      .select(['event_id', 'head_count'])
      .where('event_id', 'in', ids)
      .execute(),
    db
      .selectFrom('guests')
      .select([
        'event_id',
        sql<number | string>`sum(case when state = 'waiting' then 1 else 0 end)`.as('waiting'),
        sql<number | string>`sum(case when state = 'requested' then 1 else 0 end)`.as('requested'),
        sql<number | string>`sum(arrived)`.as('arrived'),
      ])
      .where('event_id', 'in', ids)
      .groupBy('event_id')
      .execute(),
  ])
  const headCounts = new Map(heads.map(({ event_id, head_count }) => [event_id, head_count]))
  const counted = new Map(
    guests.map(({ event_id, waiting, requested, arrived }) => [
      event_id,
      { waiting: Number(waiting), requested: Number(requested), arrived: Number(arrived) },
    ]),
  )
  return new Map(
    ids.map((id) => [id, { ...noCounts, ...counted.get(id), head_count: headCounts.get(id) ?? null }]),
  )
}

/** Those of the events to which somebody comes, or waits to. */
export async function eventsWithGuests(
  db: Reader,
  events: readonly { readonly id: number; readonly registration: string }[],
): Promise<ReadonlySet<number>> {
  const ids = events.flatMap(({ id, registration }) => (registration === '' ? [] : id))
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('guests')
    .select('event_id')
    .distinct()
    .where('event_id', 'in', ids)
    .where('state', 'in', liveStates)
    .execute()
  return new Set(rows.map(({ event_id }) => event_id))
}
