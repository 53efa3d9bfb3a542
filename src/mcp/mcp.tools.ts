import Type from 'typebox'
import type { EventRecord } from '../events/events.record.ts'
import { plainLineOfHtml } from '../text/plain.ts'
import { wordsIn } from './mcp.similar.ts'
import { quoted, toldEvent, toldEvents } from './mcp.events.view.ts'
import { type Assistance, notice, type Tool, tool } from './mcp.tool.ts'
import { readWhen, type Stretch } from './mcp.when.ts'

/** How many records an answer has at most, and by default. */
const [most, usual] = [25, 10]

const text = (description: string) => Type.Optional(Type.String({ description, maxLength: 2000 }))
const id = (description: string) => Type.Integer({ description, minimum: 1 })
const yes = (description: string) => Type.Optional(Type.Boolean({ description }))
const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'The page of results.' }))
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: most, description: `How many results; by default ${usual}.` }),
)

interface ListBody {
  readonly total: number
  readonly total_pages: number
}

/** A page of the list of events, narrowed by parameters of the interface. */
export async function eventsListed(assistance: Assistance, params: Readonly<Record<string, unknown>>) {
  const { body } = await assistance.ask({ method: 'GET', resource: '/events', params })
  const { events, total, total_pages: pages } = body as ListBody & { events: EventRecord[] }
  return { events, total, pages }
}

/** The bounds of a list of what goes on within a stretch. */
export function within({ from, until }: Stretch): Readonly<Record<string, unknown>> {
  return {
    strict_dates: true,
    ends_after: from - 1,
    ...(until === undefined ? {} : { starts_before: until }),
  }
}

const searchEvents = tool({
  name: 'search_events',
  title: 'Search events',
  description:
    'Finds events of this calendar that go on in a stretch of time: by words, category, place, price, or online. Without dates: what is on now or later. Of an event that repeats, the next date is told.',
  input: {
    words: text('Words that all occur in the event.'),
    when: text(
      'Dates in words: today, tonight, this weekend, next week, friday, june, june 2031, 2031-05-01.',
    ),
    start_date: text('The first day or moment, such as 2031-05-01 or “tomorrow”; instead of “when”.'),
    end_date: text('The last day, or the moment, such as 2031-05-04.'),
    category: text('A category, by name, slug or ID; list_categories tells which there are.'),
    near: text('A place: a city, a postcode, or “latitude, longitude”.'),
    within: Type.Optional(
      Type.Number({ description: 'How far from that place, in kilometres; by default 10.' }),
    ),
    free: yes('Only events that cost nothing (true), or others (false).'),
    online: yes('Only events that can be attended online (true), or at a place (false).'),
    page,
    limit,
  },
  sentAs: { words: 'search', category: 'categories', online: 'attendance_mode', limit: 'per_page' },
  run: async (given, assistance) => {
    const { words, category, near, free, online, page: number = 1, limit: perPage = usual } = given
    const { events, total, pages } = await eventsListed(assistance, {
      ...stretchIn(given, assistance),
      collapse: 'series',
      page: number,
      per_page: perPage,
      ...(words ? { search: words } : {}),
      ...(category ? { categories: category } : {}),
      ...(near ? { near, ...(given.within === undefined ? {} : { within: given.within }) } : {}),
      ...(free === undefined ? {} : { free }),
      ...(online === undefined ? {} : { attendance_mode: online ? 'online,mixed' : 'in_person,mixed' }),
    })
    return toldEvents(events, { total, page: number, pages })
  },
})

/** The bounds that were given, in words or as dates; without any, what is not over. */
function stretchIn(
  given: { readonly when?: string; readonly start_date?: string; readonly end_date?: string },
  assistance: Assistance,
): Readonly<Record<string, unknown>> {
  if (given.when) return within(readWhen(given.when, assistance))
  const now = Math.floor(assistance.now.epochMilliseconds / 1000)
  // A day is meant whole: it is read as words for dates are.
  const from = given.start_date ? readWhen(given.start_date, assistance, 'start_date').from : now
  const until = given.end_date ? readWhen(given.end_date, assistance, 'end_date').until : undefined
  return within({ from, until })
}

const getEvent = tool({
  name: 'get_event',
  title: 'Read an event',
  description: 'Tells all about one event: when, where, what it costs, and its description.',
  input: { id: id('The ID of the event, as search_events tells it.') },
  run: async (given, { ask }) => {
    const { body } = await ask({ method: 'GET', resource: '/events/{id}', path: { id: String(given.id) } })
    return toldEvent(body as EventRecord, 'Event:')
  },
})

interface TermBody {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly count: number
}

const listCategories = tool({
  name: 'list_categories',
  title: 'List categories',
  description: 'Lists the categories of events, with how many events each has.',
  input: { page },
  run: async ({ page: number = 1 }, { ask }) => {
    const params = { page: number, per_page: 50 }
    const { body } = await ask({ method: 'GET', resource: '/categories', params })
    const { categories: all, total, total_pages: pages } = body as ListBody & { categories: TermBody[] }
    const categories = all.map((term) => ({
      id: term.id,
      name: plainLineOfHtml(term.name),
      slug: term.slug,
      count: term.count,
    }))
    const lines = categories.map(({ name, slug, count }) => `${quoted(name)}; slug ${slug}; ${count} events`)
    return {
      text: [`${total} categories; page ${number} of ${pages}. ${notice}`, ...lines].join('\n'),
      data: { notice, total, page: number, pages, categories },
    }
  },
})

interface VenueBody {
  readonly id: number
  readonly venue: string
  readonly url: string
  readonly address?: string
  readonly city?: string
  readonly country?: string
}

function briefVenue({ id: number, venue, url, address, city, country }: VenueBody) {
  return {
    id: number,
    name: plainLineOfHtml(venue),
    url,
    ...(address ? { address } : {}),
    ...(city ? { city } : {}),
    ...(country ? { country } : {}),
  }
}

const findVenues = tool({
  name: 'find_venues',
  title: 'Find venues',
  description: 'Finds venues by words of their name or address.',
  input: { words: text('Words of the name, the street or the city.'), page, limit },
  sentAs: { words: 'search', limit: 'per_page' },
  run: async ({ words, page: number = 1, limit: perPage = usual }, { ask }) => {
    const params = { page: number, per_page: perPage, ...(words ? { search: words } : {}) }
    const { body } = await ask({ method: 'GET', resource: '/venues', params })
    const { venues: all, total, total_pages: pages } = body as ListBody & { venues: VenueBody[] }
    const venues = all.map(briefVenue)
    const lines = venues.map(
      (venue) =>
        `${quoted([venue.name, venue.address, venue.city].filter(Boolean).join(', '))}; ${venue.url} (id ${venue.id})`,
    )
    return {
      text: [`${total} venues; page ${number} of ${pages}. ${notice}`, ...lines].join('\n'),
      data: { notice, total, page: number, pages, venues },
    }
  },
})

const findSimilar = tool({
  name: 'find_similar_events',
  title: 'Find similar events',
  description:
    'Finds events that may be the same as one that is about to be created: with like titles, within three days. Ask it before create_event.',
  input: {
    title: Type.String({ description: 'The title of the new event.', minLength: 1, maxLength: 500 }),
    start_date: Type.String({ description: 'When it starts, such as 2031-05-01 20:00.', maxLength: 200 }),
  },
  writes: true,
  run: async (given, assistance) => {
    const { from } = readWhen(given.start_date, assistance, 'start_date')
    const days = 3 * 86_400
    const { events } = await eventsListed(assistance, {
      ...within({ from: from - days, until: from + 86_400 + days }),
      per_page: 50,
    })
    const wanted = wordsIn(given.title)
    const alike = events.filter(({ title }) => wordsIn(title).intersection(wanted).size * 2 >= wanted.size)
    return toldEvents(alike.slice(0, usual), { total: alike.length, page: 1, pages: 1 })
  },
})

const fields = {
  description: Type.Optional(
    Type.String({ description: 'What it is about; HTML is cleaned.', maxLength: 100_000 }),
  ),
  timezone: text('The time zone, such as Europe/Berlin; by default that of the site.'),
  all_day: yes('Whether it lasts all day.'),
  venue: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1 }),
        Type.Object({
          venue: Type.String(),
          city: Type.Optional(Type.String()),
          address: Type.Optional(Type.String()),
        }),
      ],
      {
        description: 'The ID of the venue, or {"venue": name, "city": …} for a new one.',
      },
    ),
  ),
  organizer: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Object({ organizer: Type.String() })], {
      description: 'The ID of the organizer, or {"organizer": name} for a new one.',
    }),
  ),
  categories: Type.Optional(Type.Array(Type.String(), { description: 'Categories, by name, slug or ID.' })),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags, by name, slug or ID.' })),
  cost: text('What it costs, such as “12 €” or “Free”.'),
  website: text('The website of the event.'),
  online_url: text('Where it is attended online.'),
  attendance_mode: Type.Optional(Type.Enum(['in_person', 'online', 'mixed'])),
  status: Type.Optional(
    Type.Enum(['publish', 'draft', 'pending', 'private'], {
      description: 'By default it is published, or waits for approval where the right to publish is missing.',
    }),
  ),
}

const scoped = {
  scope: Type.Optional(
    Type.Enum(['this', 'following', 'all'], {
      description:
        'Of an event that repeats: this date (the default), this and the following ones, or all to come.',
    }),
  ),
  dry_run: yes('Only tell what would change, and change nothing.'),
}

const createEvent = tool({
  name: 'create_event',
  title: 'Create an event',
  description: 'Creates an event; with a recurrence, a series. Look with find_similar_events first.',
  input: {
    title: Type.String({ description: 'The title.', minLength: 1, maxLength: 2000 }),
    start_date: Type.String({ description: 'The start, such as 2031-05-01 20:00.', maxLength: 200 }),
    end_date: Type.String({ description: 'The end, such as 2031-05-01 22:00.', maxLength: 200 }),
    ...fields,
    recurrence: text('How it repeats, as iCalendar writes it: RRULE:FREQ=WEEKLY;BYDAY=TU.'),
  },
  writes: true,
  run: async (given, { ask }) => {
    const { body } = await ask({ method: 'POST', resource: '/events', params: given })
    return toldEvent(body as EventRecord, 'Created:')
  },
})

const updateEvent = tool({
  name: 'update_event',
  title: 'Change an event',
  description: 'Changes what is given of an event, and leaves the rest.',
  input: {
    id: id('The ID of the event.'),
    title: text('The new title.'),
    start_date: text('The new start.'),
    end_date: text('The new end.'),
    ...fields,
    ...scoped,
  },
  writes: true,
  run: async ({ id: number, ...params }, assistance) => changed(assistance, number, params, 'Changed:'),
})

const cancelEvent = tool({
  name: 'cancel_event',
  title: 'Cancel an event',
  description: 'Says of an event that it does not take place. It stays in the calendar, marked as cancelled.',
  input: { id: id('The ID of the event.'), reason: text('Why, in a sentence for readers.'), ...scoped },
  writes: true,
  sentAs: { reason: 'event_status_reason' },
  run: async ({ id: number, reason, ...params }, assistance) =>
    changed(
      assistance,
      number,
      { event_status: 'canceled', ...(reason ? { event_status_reason: reason } : {}), ...params },
      'Cancelled:',
    ),
})

/** What a change of several dates says of them. */
type Applied = Readonly<Record<'changed' | 'created' | 'removed' | 'kept', readonly unknown[]>>

async function changed(
  { ask }: Assistance,
  number: number,
  params: Readonly<Record<string, unknown>>,
  head: string,
) {
  const { body } = await ask({
    method: 'PUT',
    resource: '/events/{id}',
    path: { id: String(number) },
    params,
  })
  if (params['dry_run'] === true) {
    const applied = body as Applied
    const counts = (['changed', 'created', 'removed', 'kept'] as const).map(
      (name) => `${applied[name].length} ${name}`,
    )
    return {
      text: `Nothing was written. It would be: ${counts.join(', ')}.`,
      data: { dry_run: true, ...applied },
    }
  }
  const record = body as EventRecord & { readonly applied?: Applied }
  const told = toldEvent(record, head)
  return record.applied ? { ...told, data: { ...told.data, applied: record.applied } } : told
}

/** Every tool, those that change nothing first. */
export const tools: readonly Tool[] = [
  searchEvents,
  getEvent,
  listCategories,
  findVenues,
  createEvent,
  updateEvent,
  cancelEvent,
  findSimilar,
]
