import { sql } from 'kysely'
import { isListed } from '../db/listings/listings.days.ts'
import type { Reader } from '../db/dialect.ts'
import type { EpochSeconds } from '../db/tables.ts'
import { startsWhereEndingAfter } from './events.filters.ts'
import type { Asked } from './events.source.ts'
import type { Limits } from '../calendar/window.ts'
import { limitsOf, windowOf } from './events.window.ts'

/** The events of a window: those that start within the limits, apart from the exceptions at its edges. */
export interface Starts extends Limits {
  /** Ids of events that start earlier and are in the window nevertheless. */
  readonly early: readonly number[]
  /** Ids of events that start within the limits and last too long for the window. */
  readonly late: readonly number[]
}

/** Finds when the listed events in the window of a list start, and which are exceptions at its edges. */
export async function findStarts({
  context,
  params,
  reader,
}: Pick<Asked, 'context' | 'params' | 'reader'>): Promise<Starts> {
  const { starts_at: starts, ends_at: ends } = limitsOf(windowOf(params, context, reader.now))
  const from = Math.max(starts.from, ends.from)
  const until = Math.min(starts.until, ends.until)
  const early = (await findDuring(context.db.read, ends.from)).filter(
    ({ starts_at, ends_at }) => starts_at >= starts.from && starts_at < starts.until && ends_at < ends.until,
  )
  const late = (await findDuring(context.db.read, ends.until)).filter(
    ({ starts_at }) => starts_at >= from && starts_at < until,
  )
  return { from, until, early: early.map(({ id }) => id), late: late.map(({ id }) => id) }
}

/** The listed events that start before the moment and end at it or later. */
async function findDuring(db: Reader, at: EpochSeconds) {
  if (!Number.isFinite(at)) return []
  const { rows } = await sql<{ id: number; starts_at: EpochSeconds; ends_at: EpochSeconds }>`
    select events.id, events.starts_at, events.ends_at from listings as events
    where ${sql.raw(isListed('events'))} and events.starts_at < ${at} and events.ends_at >= ${at} and ${startsWhereEndingAfter(at)}`.execute(
    db,
  )
  return rows
}
