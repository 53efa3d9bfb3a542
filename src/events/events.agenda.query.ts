import { findNearby } from '../posts/posts.places.ts'
import type { Context } from '../posts/context.ts'
import type { ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import type { EventRow } from './events.row.ts'
import { eventsOf } from './events.source.ts'

/** More events than any real month has: those that start last are left out. */
const agendaLimit = 5000

const columns = [
  'shown.id',
  'shown.slug',
  'shown.title',
  'shown.status',
  'shown.all_day',
  'shown.start_wall',
  'shown.end_wall',
  'shown.starts_at',
  'shown.ends_at',
  'shown.timezone',
  'shown.featured',
  'shown.password_digest',
] as const

/** What a calendar shows of an event among many. */
export type AgendaEntry = Pick<EventRow, Unprefixed<(typeof columns)[number]>>

type Unprefixed<Column> = Column extends `shown.${infer Name}` ? Name : never

/** All events of a list, by start and without pages, with only what a calendar of days shows of them. */
export async function listAgenda(
  context: Context,
  params: ListEvents,
  reader: ListReader,
): Promise<AgendaEntry[]> {
  const nearby = await findNearby(context, params, reader.caller)
  const { query } = await eventsOf({ context, params, reader, nearby })
  const found = query
    .select('events.id')
    .orderBy('events.starts_at')
    .orderBy('events.date_at')
    .orderBy('events.id')
    .limit(agendaLimit)
  return context.db.read
    .selectFrom('events as shown')
    .innerJoin(found.as('found'), 'found.id', 'shown.id')
    .select(columns)
    .orderBy('shown.starts_at')
    .orderBy('shown.date_at')
    .orderBy('shown.id')
    .execute()
}
