import { Type } from 'typebox'
import { choice } from '../../pure/params/texts.ts'
import { lastChange, readEvent } from '../../records/events/events.read.ts'
import type { ReadEvent } from '../../records/events/events.params.ts'
import { etagOf } from '../../pure/params/conditional.ts'
import { type Answer, type Ask, type Endpoint, jsonType, type Resource } from '../../http/resource.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findIdBySlug } from '../../records/posts/posts.query.ts'
import { feedEventInTimeSlices } from './feed.event.ts'
import { asCancelled, type AsCancelled, withCancelled } from './feeds.cancelled.ts'
import { cancelledSince, type FeedFacts, feedOfEvents, type ListOfFeed } from './feeds.list.ts'
import { formatByAccept } from './formats.accept.ts'
import { type Format, formats } from './formats.ts'
import { icalOf } from './ical.ts'

/** The resources of events: the list, and two addresses of one event. */
type Events = readonly [list: Resource, byId: Resource<{ id: number }>, bySlug: Resource<{ slug: string }>]

/** The path of one event, by id or slug. */
type Named = { readonly id: number } | { readonly slug: string }

/** A single event is served as a calendar only; the other formats are for lists. */
const single = formats.filter(({ extension }) => extension === 'ics')

/**
 * The resources of events, which also answer as feeds: by `Accept` at their own addresses, and by extension at further ones.
 * All formats have the same parameters and checks.
 */
export function withFeeds(
  context: Context,
  facts: FeedFacts,
  [list, byId, bySlug]: Events,
): Resource<never>[] {
  const listFeed = (format: Format, ask: Ask<object, ListOfFeed>) =>
    feedOfEvents(context, facts, { format, ask })
  const eventFeed = (_: Format, ask: Ask<Named, ReadEvent & AsCancelled>) =>
    calendarOfEvent(context, facts, ask)
  return [
    negotiated(list, formats, listFeed),
    negotiated(byId, single, eventFeed),
    negotiated(bySlug, single, eventFeed),
    ...formats.map((format) =>
      extended(format.extension === 'ics' ? withRules(list) : list, format, listFeed),
    ),
    ...single.flatMap((format) => [extended(byId, format, eventFeed), extended(bySlug, format, eventFeed)]),
  ]
}

const recurrence = choice(
  ['rule'],
  '“rule” tells each series once, by its rule and the dates that differ from it, in a list without filters; else each date is an event.',
)

/** The list, whose reads may tell series by their rules. */
function withRules(list: Resource): Resource {
  const endpoints = list.endpoints.map((endpoint) =>
    isRead(endpoint)
      ? {
          ...endpoint,
          params: Type.Object({ ...endpoint.params.properties, recurrence: Type.Optional(recurrence) }),
        }
      : endpoint,
  )
  return { ...list, endpoints }
}

type Feed<Path> = (format: Format, ask: Ask<Path, never>) => Promise<Answer>

/** The resource, whose reads answer in the format that `Accept` prefers to the JSON of the service. */
function negotiated<Path>(
  resource: Resource<Path>,
  among: readonly Format[],
  feed: Feed<Path>,
): Resource<Path> {
  const mediaTypes = [jsonType, ...among.map(({ mediaType }) => mediaType)]
  const endpoints = resource.endpoints.map((endpoint): Endpoint<Path, never> => {
    if (!isRead(endpoint)) return endpoint
    return {
      ...endpoint,
      answer: { ...endpoint.answer, mediaTypes },
      handle: async (ask) => {
        const format = formatByAccept(ask.accept, among)
        return format ? feed(format, ask) : endpoint.handle(ask)
      },
    }
  })
  return { ...resource, endpoints }
}

/** The reads of the resource in one format, at its address with the extension. */
function extended<Path>(resource: Resource<Path>, format: Format, feed: Feed<Path>): Resource<Path> {
  return {
    path: `${resource.path}.${format.extension}`,
    pathParams: resource.pathParams,
    isExtension: true,
    endpoints: resource.endpoints.filter(isRead).map((endpoint) => formatted(endpoint, format, feed)),
    lacks: async () => ({}),
  }
}

function formatted<Path>(
  endpoint: Endpoint<Path, never>,
  format: Format,
  feed: Feed<Path>,
): Endpoint<Path, never> {
  const { name, mediaType } = format
  return {
    ...endpoint,
    params: format.extension === 'ics' ? withCancelled(endpoint.params) : endpoint.params,
    // The summary in the document begins with the title of the format.
    summary: endpoint.summary.replace(/[.;,]/, ` as ${name}$&`),
    answer: { ...endpoint.answer, says: `The same as ${name}.`, mediaTypes: [mediaType] },
    handle: async (ask) => feed(format, ask),
  }
}

function isRead({ methods }: Pick<Endpoint, 'methods'>): boolean {
  return methods.includes('GET')
}

/** One event as a calendar; a public event that is in the trash is cancelled. */
async function calendarOfEvent(
  context: Context,
  facts: FeedFacts,
  ask: Ask<Named, ReadEvent & AsCancelled>,
): Promise<Answer> {
  const { path, site, now } = ask
  const id = 'id' in path ? path.id : await findIdBySlug(context.db.read, kinds.event, path.slug)
  const whole = await readEvent(context, id, ask, { cancelledSince: cancelledSince(facts, context, now) })
  const event = await feedEventInTimeSlices(whole, site, { ...context, slices: new TimeSlices() })
  const text = icalOf(asCancelled(event, ask.params))
  return {
    body: undefined,
    modifiedAt: lastChange(whole),
    stream: {
      contentType: single[0]?.contentType ?? '',
      etag: etagOf(text),
      open: async () => once(text),
    },
  }
}

async function* once(text: string): AsyncGenerator<string, void, undefined> {
  yield text
}
