import { ask } from '../api.ts'
import { untrashed } from '../common/statuses.ts'
import { addDays, ever, wallNow } from '../dates.ts'
import { mayPublish } from '../session.ts'
import { type EventPage, type EventRecord, venuesOf } from '../records.ts'

/** Events of somebody, the latest changed first. Throws what {@link ask} throws. */
export async function readOwn(
  author: number | undefined,
  status: string,
  perPage: number,
  context?: 'edit',
): Promise<EventPage> {
  const { body } = await ask<EventPage>('events', {
    query: {
      author,
      context,
      status,
      starts_after: ever,
      collapse: 'series',
      orderby: 'modified',
      order: 'desc',
      per_page: perPage,
    },
  })
  return body
}

/** How long what was approved is told to who sent it, in days. */
const told_days = 14

/** What somebody has sent and not seen decided, or has begun, and what of it was approved lately. Throws what {@link ask} throws. */
export async function readSent(author: number | undefined): Promise<EventPage> {
  const open = await readOwn(author, 'pending,draft', 8, 'edit')
  if (mayPublish()) return open
  const since = addDays(wallNow().slice(0, 10), -told_days)
  const { events } = await readOwn(author, 'publish', 8)
  const approved = events.filter(({ date }) => date.slice(0, 10) >= since)
  return {
    ...open,
    events: [...open.events, ...approved].toSorted((one, other) =>
      other.modified.localeCompare(one.modified),
    ),
    total: open.total + approved.length,
  }
}

/** Events to come of somebody, the next first. Throws what {@link ask} throws. */
export async function readComing(author: number | undefined, perPage: number): Promise<EventPage> {
  const { body } = await ask<EventPage>('events', {
    query: { author, ends_after: wallNow(), strict_dates: true, collapse: 'series', per_page: perPage },
  })
  return body
}

/** What comes up and lacks something. */
export function lacking(events: readonly EventRecord[]) {
  return {
    pictures: events.filter(({ image }) => image === false),
    places: events.filter((event) => venuesOf(event).length === 0 && event.attendance_mode !== 'online'),
  }
}

/** How many events there are of any kind. Throws what {@link ask} throws. */
export async function countAll(): Promise<number> {
  const { body } = await ask<{ total: number }>('events', {
    query: {
      status: untrashed,
      starts_after: ever,
      per_page: 1,
      _fields: 'total',
    },
  })
  return body.total
}

/** How many pictures nobody has described. Throws what {@link ask} throws. */
export async function countUndescribed(): Promise<number> {
  const query = { described: false, per_page: 1, _fields: 'total' }
  return (await ask<{ total: number }>('media', { query })).body.total
}
