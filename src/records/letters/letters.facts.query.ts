import { publicOnlineUrl } from '../events/events.happening.ts'
import { findWholeRows } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import { reasonOf } from '../../fields/happening.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { EventFacts } from './letters.types.ts'

type PublicColumns = Pick<EventRow, 'status' | 'password_digest' | 'hide_from_listings'>

/** Whether an event is in the public lists: nothing of any other is in a letter (D72). */
export function isListed({ status, password_digest, hide_from_listings }: PublicColumns): boolean {
  return status === 'publish' && password_digest === null && hide_from_listings === 0
}

/** What everybody may know of the events that are in the public lists, by their ids; the others are missing. */
export async function readFacts(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventFacts>> {
  const events = (await findWholeRows(db, ids)).filter(isListed)
  const places = await placesOf(
    db,
    events.map(({ id }) => id),
  )
  return new Map(events.map((event) => [event.id, factsOf(event, places.get(event.id) ?? [])]))
}

function factsOf(event: EventRow, place: readonly string[]): EventFacts {
  return {
    title: plainLineOfHtml(event.title),
    series: event.series_id,
    starts_at: event.starts_at,
    ends_at: event.ends_at,
    timezone: event.timezone,
    all_day: event.all_day === 1,
    place,
    attendance: event.attendance_mode,
    online: publicOnlineUrl(event),
    status: event.event_status,
    reason: plainLineOfHtml(reasonOf(event)),
    isPublic: true,
  }
}

/** The names, addresses and towns of the public venues of events, in the order of their links. */
async function placesOf(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const places = new Map<number, string[]>()
  for (const some of inParts(ids)) {
    const rows = await db
      .selectFrom('event_venues')
      .innerJoin('venues', 'venues.id', 'event_venues.venue_id')
      .select(['event_id', 'venues.title', 'venues.address', 'venues.city'])
      .where('event_id', 'in', some)
      .where('venues.status', '=', 'publish')
      .orderBy('event_id')
      .orderBy('position')
      .execute()
    for (const { event_id, title, address, city } of rows) {
      const lines = [title, address, city].map((text) => plainLineOfHtml(text)).filter((text) => text !== '')
      places.set(event_id, [...(places.get(event_id) ?? []), ...lines])
    }
  }
  return places
}

/** What those who watch an event know of it. */
export function storedFacts(told: string): EventFacts {
  // Only this room has written it.
  return JSON.parse(told) as EventFacts
}

/** What is compared: texts, prices and pictures tell nobody anything. */
const decisive = [
  'starts_at',
  'ends_at',
  'timezone',
  'all_day',
  'place',
  'attendance',
  'online',
  'status',
] as const satisfies (keyof EventFacts)[]

/** What is known of an event from now on: of one that is not in the lists any more, what was known last. */
export function factsNow(was: EventFacts, found: EventFacts | undefined): EventFacts {
  return found ?? { ...was, isPublic: false }
}

/** Whether people who watch the event have to know of it. */
export function differs(was: EventFacts, is: EventFacts): boolean {
  if (was.isPublic !== is.isPublic) return true
  return is.isPublic && decisive.some((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
}
