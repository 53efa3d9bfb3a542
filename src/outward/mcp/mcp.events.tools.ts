import { Type } from 'typebox'
import { ApiError } from '../../pure/errors/errors.ts'
import { registrationStates } from '../../pure/params/guests.ts'
import type { EventRecord } from '../../records/events/events.record.ts'
import type { SeriesRecord } from '../../records/series/series.record.ts'
import type { SimilarRecord } from '../../records/similar/similar.record.ts'
import { toldEvent, toldEvents, toldSimilar } from './mcp.events.view.ts'
import { id, limit, type ListBody, near, page, partOf, text, within, yes } from './mcp.fields.ts'
import { eventsOut, oneEventOut, similarOut } from './mcp.outputs.ts'
import { type Assistance, BadInput, type Told, tool } from './mcp.tool.ts'
import { readWhen, searchedIn, type Stretch, whenExamples } from './mcp.when.ts'

/** A page of the list of events, narrowed by parameters of the interface. */
export async function eventsListed(assistance: Assistance, params: Readonly<Record<string, unknown>>) {
  const { body } = await assistance.ask({ method: 'GET', resource: '/events', params })
  const { events, total, total_pages: pages } = body as ListBody & { events: EventRecord[] }
  return { events, total, pages, series: await seriesOf(assistance, events) }
}

/** The series of the events, by their ids. */
export async function seriesOf(
  { ask }: Assistance,
  events: readonly EventRecord[],
): Promise<ReadonlyMap<number, SeriesRecord>> {
  const found = new Map<number, SeriesRecord>()
  for (const id of new Set(events.flatMap(({ series }) => series?.id ?? []))) {
    try {
      const { body } = await ask({ method: 'GET', resource: '/series/{id}', path: { id: String(id) } })
      found.set(id, body as SeriesRecord)
    } catch (error) {
      // Whoever sees a date may see no other: then it is told without them.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return found
}

/** The bounds of a list of what goes on in a stretch of time. */
export function goingOnIn({ from, until }: Stretch): Readonly<Record<string, unknown>> {
  return {
    strict_dates: true,
    ends_after: from - 1,
    ...(until === undefined ? {} : { starts_before: until }),
  }
}

/** Searches the calendar. */
export const searchEvents = tool({
  name: 'search_events',
  title: 'Search events',
  description:
    'Finds events of this calendar that go on in a stretch of time: by words, category, place, price, or online. Without dates: what is on now or later. Of an event that repeats, the next date is told, with its rule and how many dates there are.',
  output: eventsOut,
  input: {
    words: text(
      'Words that all occur somewhere: in the title or texts of the event, or in the name of its venue (with city and postcode), its organizers, categories or tags.',
    ),
    when: text(`Dates in words, in any of nine languages, or as dates: ${whenExamples}.`),
    start_date: text('The first day or moment, such as 2031-05-01 or “tomorrow”; instead of “when”.'),
    end_date: text('The last day, or the moment, such as 2031-05-04.'),
    category: text('A category, by name, slug or ID; list_categories tells which there are.'),
    near,
    within,
    free: yes('Only events that cost nothing (true), or others (false).'),
    registration: Type.Optional(
      Type.Enum([...registrationStates, 'any'], {
        description:
          'Only events for which people register, and that stands so: open has places; any: however it stands.',
      }),
    ),
    online: yes('Only events that can be attended online (true), or at a place (false).'),
    page,
    limit,
  },
  own: 'filters',
  sentAs: { words: 'q', category: 'categories', online: 'attendance_mode', limit: 'per_page' },
  run: async (given, assistance) => {
    const { words, category, near: place, free, online, registration } = given
    const part = partOf(given)
    const stretch = stretchIn(given, assistance)
    const { events, total, pages, series } = await eventsListed(assistance, {
      ...goingOnIn(stretch),
      collapse: 'series',
      ...part,
      ...(words ? { q: words } : {}),
      ...(category ? { categories: category } : {}),
      ...(place ? { near: place } : {}),
      ...(given.within === undefined ? {} : { within: given.within }),
      ...(free === undefined ? {} : { free }),
      ...(registration === undefined ? {} : { registration }),
      ...(online === undefined ? {} : { attendance_mode: online ? 'online,mixed' : 'in_person,mixed' }),
      // By `own`, where the calendar has any.
      ...('fields' in given ? { fields: given['fields'] } : {}),
    })
    const searched = searchedIn(stretch, assistance.siteZone)
    return toldEvents(events, { total, page: part.page, pages, searched, series })
  },
})

/** The stretch that was given, in words or as dates; without any, what is not over. */
function stretchIn(
  given: { readonly when?: string; readonly start_date?: string; readonly end_date?: string },
  assistance: Assistance,
): Stretch {
  if (given.when && (given.start_date || given.end_date))
    throw new BadInput('Send “when”, or “start_date” and “end_date”, not both.')
  if (given.when) return readWhen(given.when, assistance)
  const now = Math.floor(assistance.now.epochMilliseconds / 1000)
  // A day is meant whole: it is read as words for dates are.
  const from = given.start_date ? readWhen(given.start_date, assistance, 'start_date').from : now
  const until = given.end_date ? readWhen(given.end_date, assistance, 'end_date').until : undefined
  if (until !== undefined && until <= from)
    throw new BadInput('end_date must not be before start_date, nor be over where no start_date is sent.')
  return { from, until }
}

/** Reads one event. */
export const getEvent = tool({
  name: 'get_event',
  title: 'Read an event',
  description: 'Tells all about one event: when, where, what it costs, and its description.',
  input: { id: id('The ID of the event, as search_events tells it.') },
  output: oneEventOut,
  run: async (given, assistance) => readEvent(assistance, String(given.id)),
})

/** All about the event with an id. */
export async function readEvent(assistance: Assistance, number: string): Promise<Told> {
  const { body } = await assistance.ask({ method: 'GET', resource: '/events/{id}', path: { id: number } })
  const record = body as EventRecord
  return toldEvent(record, {
    head: 'Event:',
    series: await seriesOf(assistance, [record]),
    declared: assistance.declared,
  })
}

/** Events that may be the same as one that is about to be made: what `events/similar` finds. */
export const findSimilar = tool({
  name: 'find_similar_events',
  title: 'Find similar events',
  description:
    'Finds events that may be the same as one that is about to be created: alike in title, place and day. Ask it before create_event.',
  input: {
    title: Type.String({ description: 'The title of the new event.', minLength: 1, maxLength: 500 }),
    start_date: Type.String({ description: 'When it starts, such as 2031-05-01 20:00.', maxLength: 200 }),
    venue: text('The ID or the name of its venue.'),
  },
  output: similarOut,
  writes: true,
  run: async (given, assistance) => {
    const { from } = readWhen(given.start_date, assistance, 'start_date')
    const { title, venue } = given
    const params = { title, start_date: from, ...(venue ? { venue } : {}) }
    const { body } = await assistance.ask({ method: 'GET', resource: '/events/similar', params })
    return toldSimilar(body as SimilarRecord)
  },
})
