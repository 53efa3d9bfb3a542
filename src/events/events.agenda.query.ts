import { sql } from 'kysely'
import { findNearby } from '../posts/posts.places.ts'
import type { Context } from '../posts/context.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { filtersIn, type ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import { fromThere } from './events.query.ts'
import type { EventRow } from './events.row.ts'

/** More events than this are in nobody’s month: those that start last are left out. */
const agendaLimit = 5000

const columns = [
  'id',
  'slug',
  'title',
  'status',
  'all_day',
  'start_wall',
  'end_wall',
  'starts_at',
  'ends_at',
  'timezone',
  'featured',
  'password_digest',
] as const satisfies readonly (keyof EventRow)[]

/** What a calendar shows of an event among many. */
export type AgendaEntry = Pick<EventRow, (typeof columns)[number]>

/** All events of a list, by start, with just what a calendar of days shows of them; in one piece, not in pages. */
export async function listAgenda(
  context: Context,
  params: ListEvents,
  reader: ListReader,
): Promise<AgendaEntry[]> {
  const nearby = await findNearby(context, params, reader.caller)
  const filters = await filtersIn(context, params, reader)
  return fromThere(context, nearby)
    .select(columns)
    .where('hide_from_listings', '=', sql.lit(0))
    .where((eb) => eb.and([visibleIn('events', reader.caller, params.status), ...filters]))
    .orderBy('starts_at')
    .orderBy('date_at')
    .orderBy('id')
    .limit(agendaLimit)
    .execute()
}
