import fc from 'fast-check'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { TestApp } from '../support/app.ts'

/** A small calendar in the memory of a test, as it was stored, for asking the service about it and a model as well. */
export interface Calendar {
  readonly events: readonly ModelEvent[]
  readonly venues: readonly ModelVenue[]
  readonly categories: readonly ModelTerm[]
  readonly tags: readonly ModelTerm[]
}

interface ModelPost {
  readonly id: number
  readonly author: Role
  readonly status: Status
  /** What it was before it was trashed. */
  readonly before: Status
  readonly date: string
}

/** An event as it was stored. */
export interface ModelEvent extends ModelPost {
  readonly starts: Temporal.Instant
  readonly ends: Temporal.Instant
  /** The first and the last of whole days, on its own calendar. */
  readonly days: { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate } | undefined
  readonly hidden: boolean
  readonly featured: boolean
  readonly isProtected: boolean
  /** The words of title, excerpt and description. */
  readonly texts: readonly (readonly Word[])[]
  readonly venues: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly parent: number
}

/** A venue as it was stored. */
export interface ModelVenue extends ModelPost {
  readonly texts: readonly (readonly Word[])[]
}

/** A category or tag as it was stored. */
export interface ModelTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly parent: number
}

export type Status = 'publish' | 'draft' | 'pending' | 'private' | 'trash'

/** None is part of another. Each is written in several ways that mean the same to a search. */
export const words = {
  jazz: ['jazz', 'JAZZ', 'Jazz'],
  ete: ['été', 'ETE', 'Éte'],
  strasse: ['Straße', 'STRASSE', 'strasse'],
  nihon: ['日本'],
  percent: ['50%'],
} as const
export type Word = keyof typeof words
export const vocabulary = Object.keys(words) as Word[]

/** The word, written in one of its ways. */
export function written(word: Word, way: number): string {
  const ways = words[word]
  return ways[way % ways.length] ?? word
}

const statuses: readonly Status[] = [
  'publish',
  'publish',
  'publish',
  'publish',
  'draft',
  'pending',
  'private',
  'trash',
]
const authors: readonly Role[] = ['editor', 'author', 'contributor']
const zones = ['UTC', 'America/New_York', 'Asia/Tokyo', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC-3:30']

/** Moments at and around the edges of days of the site's zone, of its window and of now; and elsewhere. */
function moments(zone: string, now: Temporal.Instant): Temporal.Instant[] {
  const today = now.toZonedDateTimeISO(zone).toPlainDate()
  const days = [-3, -2, -1, 0, 1, 2].map((days_away) => today.add({ days: days_away }))
  const ends = [...days, today.add({ months: 24 }), today.add({ months: 24, days: 1 })]
  const edges = ends.map((day) => day.toZonedDateTime(zone).toInstant())
  const around = [...edges, now].flatMap((edge) => [-1, 0, 1].map((seconds) => edge.add({ seconds })))
  return [...around, ...edges.map((edge) => edge.add({ hours: 10 }))]
}

const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 })
const post = {
  status: fc.constantFrom(...statuses),
  before: fc.constantFrom<Status>('publish', 'draft', 'private'),
  author: fc.constantFrom(...authors),
  date: fc.constantFrom('2030-01-01 10:00:00', '2030-01-02 10:00:00', '2030-01-03 10:00:00'),
  way: fc.nat(5),
}

/** At most two of the records, by id. */
const some = (records: readonly { readonly id: number }[]) =>
  fc.subarray(
    records.map(({ id }) => id),
    { maxLength: 2 },
  )

/** Stores a calendar; the same one for the same seed. */
export async function storeCalendar(
  app: TestApp,
  zone: string,
  now: Temporal.Instant,
  seed: number,
): Promise<Calendar> {
  const categories = await storeTerms(app, 'categories')
  const tags = await storeTerms(app, 'tags')
  const venues: ModelVenue[] = []
  for (const sample of fc.sample(anyVenue, { seed, numRuns: 14 }))
    venues.push(await storeVenue(app, sample, venues.length))
  const events: ModelEvent[] = []
  const anyEvent = eventWith({ venues, categories, tags }, moments(zone, now))
  for (const sample of fc.sample(anyEvent, { seed, numRuns: 90 })) {
    const published = events.filter(({ status }) => status === 'publish')
    events.push(await storeEvent(app, sample, published[sample.parent]?.id ?? 0))
  }
  await trash(app, 'events', events)
  await trash(app, 'venues', venues)
  return { events, venues, categories, tags }
}

const anyVenue = fc.record({ ...post, city: text })

async function storeVenue(
  app: TestApp,
  sample: SampleOf<typeof anyVenue>,
  index: number,
): Promise<ModelVenue> {
  const { status, before, author, date, way, city } = sample
  const { id } = await app.create('venues', {
    venue: `Venue ${index}`,
    city: city.map((word) => written(word, way)).join(' '),
    status: status === 'trash' ? before : status,
    author: app.ids[author],
    date,
  })
  return { id, status, before, author, date, texts: [city] }
}

/** Events at any of the moments, linked to any of these. */
function eventWith(
  { venues, categories, tags }: Pick<Calendar, 'venues' | 'categories' | 'tags'>,
  starts: readonly Temporal.Instant[],
) {
  return fc.record({
    ...post,
    start: fc.constantFrom(...starts),
    length: fc.constantFrom(0, 1, 3600, 86_399, 86_400, 3 * 86_400),
    zone: fc.constantFrom(...zones),
    allDay: fc.boolean(),
    hidden: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    isProtected: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    featured: fc.boolean(),
    texts: fc.tuple(text, text, text),
    venues: some(venues),
    categories: some(categories),
    tags: some(tags),
    parent: fc.integer({ min: -8, max: 2 }),
  })
}

async function storeEvent(
  app: TestApp,
  sample: SampleOf<ReturnType<typeof eventWith>>,
  parent: number,
): Promise<ModelEvent> {
  const { way, start, length, zone, allDay, ...event } = sample
  const { starts, ends, days } = allDay
    ? wholeDays(sample)
    : { starts: start, ends: start.add({ seconds: length }), days: undefined }
  const [title, excerpt, description] = event.texts.map((all) =>
    all.map((word) => written(word, way)).join(' '),
  )
  const { id } = await app.create('events', {
    title: `Event ${title}`,
    excerpt,
    description,
    start_date: starts.toString(),
    end_date: ends.toString(),
    all_day: allDay,
    timezone: zone,
    status: event.status === 'trash' ? event.before : event.status,
    author: app.ids[event.author],
    date: event.date,
    hide_from_listings: event.hidden,
    featured: event.featured,
    venue: event.venues,
    categories: event.categories,
    tags: event.tags,
    post_parent: parent,
    password: event.isProtected ? 'sesame' : '',
  })
  return { ...event, id, starts, ends, days, parent }
}

/** What stood there as it was before it went to the trash goes there now. */
async function trash(app: TestApp, kind: string, posts: readonly ModelPost[]): Promise<void> {
  for (const { id, status } of posts) {
    if (status === 'trash') await app.ask({ as: 'administrator', method: 'DELETE', path: `${kind}/${id}` })
  }
}

type SampleOf<Some> = Some extends fc.Arbitrary<infer Value> ? Value : never

function wholeDays({ start, length, zone }: { start: Temporal.Instant; length: number; zone: string }) {
  const id = zone === 'UTC-3:30' ? '-03:30' : zone
  const last = start.add({ seconds: length }).toZonedDateTimeISO(id).toPlainDate()
  return {
    days: { first: start.toZonedDateTimeISO(id).toPlainDate(), last },
    starts: start.toZonedDateTimeISO(id).startOfDay().toInstant(),
    ends: last.add({ days: 1 }).toZonedDateTime(id).toInstant().subtract({ seconds: 1 }),
  }
}

async function storeTerms(app: TestApp, kind: 'categories' | 'tags'): Promise<ModelTerm[]> {
  const terms: ModelTerm[] = []
  for (const [index, name] of ['Delta', 'alpha', 'Charlie', 'bravo', 'Echo', 'foxtrot', 'golf'].entries()) {
    // Delta › Charlie › Echo › golf, and alpha › bravo: only categories have parents.
    const parent = kind === 'categories' && index > 1 ? (terms[index - 2]?.id ?? 0) : 0
    const slug = `${name.toLowerCase()}-${9 - index}`
    const { id } = await app.create(kind, { name, slug, ...(parent ? { parent } : {}) })
    terms.push({ id, name, slug, parent })
  }
  return terms
}
