import { eventFields } from '../../fields/events.fields.ts'
import { toldCells } from '../../fields/fields.cells.ts'
import type { FeedEvent, FeedEvents } from './feed.ts'
import { isoText } from './feed.text.ts'

/** An event as in the extension of a JSON Feed and the properties of a feature, with the names of the API where it has them. */
export function eventFacts(event: FeedEvent): Readonly<Record<string, unknown>> {
  const { featured, ...said } = event.said
  return {
    id: event.id,
    uid: event.uid,
    sequence: event.sequence,
    status: event.status,
    ...toldCells(eventFields, said),
    title: event.title,
    url: event.url,
    rest_url: event.restUrl,
    ...(event.website ? { website: event.website } : {}),
    all_day: event.isAllDay,
    start: isoText(event, event.start),
    end: isoText(event, event.end),
    timezone: event.zone.name,
    venues: event.venues,
    organizers: event.organizers,
    categories: event.categories,
    tags: event.tags,
    cost: event.cost,
    featured,
    ...(event.image === undefined ? {} : { image: event.image.url }),
    ...(event.standsFor ? { further_dates: event.standsFor.further } : {}),
    ...(event.fields.length > 0
      ? { fields: Object.fromEntries(event.fields.map(({ name, value }) => [name, value])) }
      : {}),
  }
}

/** A JSON text with a list of values, in chunks: the beginning, one for each value, and the end. */
export async function* jsonList(
  head: string,
  events: FeedEvents,
  member: (event: FeedEvent) => object | undefined,
): AsyncGenerator<string, void, undefined> {
  yield `${head}[`
  let between = '\n'
  for await (const event of events) {
    const value = member(event)
    if (value === undefined) continue
    yield between + JSON.stringify(value)
    between = ',\n'
  }
  yield '\n]}\n'
}
