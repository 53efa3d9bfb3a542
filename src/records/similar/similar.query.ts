import { parseWall } from '../../pure/calendar/text.ts'
import { decode } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import { fold } from '../../pure/text/fold.ts'
import { likeness } from '../../pure/text/likeness.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { ListReader } from '../events/events.filters.ts'
import { venuesOfEvents } from '../events/events.linked.ts'
import { findEventIds } from '../events/events.list.ts'
import { type ListEvents, listEventsParams } from '../events/events.params.ts'
import type { EventRow } from '../rows/event.row.ts'

/** An event that is compared with those that are there. */
export interface Compared {
  readonly title: string
  readonly day: Temporal.PlainDate
  /** The ID or the name of its venue; empty for none. */
  readonly venue: string
  readonly exclude: number | undefined
}

/** An event that may be the same. */
export interface SimilarEvent {
  readonly event: Pick<EventRow, 'id' | 'title' | 'slug' | 'status' | 'start_wall'>
  readonly venue: string
  readonly likeness: number
}

/** How many events of three days are compared: more than any city has. */
const mostCompared = 1_000

/** How many are told of. */
const mostTold = 5

/** What the title, the venue and the day count for; and how alike titles are at least, there and elsewhere. */
const weights = { title: 0.75, venue: 0.15, day: 0.1 }
const least = { here: 0.3, elsewhere: 0.5 }

/** The events around a day that are most like one, as far as the reader sees them. */
export async function similarEvents(
  context: Context,
  { title, day, venue, exclude }: Compared,
  reader: ListReader,
): Promise<readonly SimilarEvent[]> {
  const dates = {
    start_date: day.subtract({ days: 1 }).toString(),
    starts_before: day.add({ days: 1 }).toString(),
  }
  const params: ListEvents = decode(listEventsParams, dates).values
  const walk = { params, reader, page: 1, perPage: mostCompared, cancelledSince: undefined }
  const { ids } = await findEventIds(context, walk)
  if (ids.length === 0) return []
  const [rows, places] = await Promise.all([
    context.db.read
      .selectFrom('events')
      .select(['id', 'title', 'slug', 'status', 'start_wall', 'series_id'])
      .where('id', 'in', [...ids])
      .execute(),
    venuesOfEvents(context, ids, reader.caller),
  ])
  const wanted = fold(venue.trim())
  // Dates of one series are alike, and meant to be.
  const series = rows.find(({ id }) => id === exclude)?.series_id ?? null
  return rows
    .filter(({ id, series_id }) => id !== exclude && (series === null || series_id !== series))
    .flatMap((event) => {
      const venues = places.get(event.id) ?? []
      const names = venues.map((one) => plainLineOfHtml(one.title))
      const isHere =
        wanted !== '' &&
        venues.some(({ id }, at) => String(id) === wanted || fold(names[at] ?? '') === wanted)
      const isThatDay = parseWall(event.start_wall).toPlainDate().equals(day)
      const titles = likeness(title, plainLineOfHtml(event.title))
      if (titles < (isHere ? least.here : least.elsewhere)) return []
      const sum = weights.title * titles + (isHere ? weights.venue : 0) + (isThatDay ? weights.day : 0)
      return [{ event, venue: names.join(', '), likeness: Math.round(sum * 100) / 100 }]
    })
    .toSorted((one, other) => other.likeness - one.likeness || one.event.id - other.event.id)
    .slice(0, mostTold)
}
