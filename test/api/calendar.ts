import fc from 'fast-check'
import type { Role } from '../../src/db/tables.ts'
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
  const sample = <Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number) =>
    fc.sample(arbitrary, { seed, numRuns })
  const categories = await storeTerms(app, 'categories')
  const tags = await storeTerms(app, 'tags')
  const venues: ModelVenue[] = []
  for (const one of sample(fc.record({ ...post, city: text }), 14)) {
    const { status, before, author, date, way, city } = one
    const id = await store(app, 'venues', {
      venue: `Venue ${venues.length}`,
      city: city.map((word) => written(word, way)).join(' '),
      status: status === 'trash' ? before : status,
      author: app.ids[author],
      date,
    })
    venues.push({ id, status, before, author, date, texts: [city] })
  }
  const arbitrary = fc.record({
    ...post,
    start: fc.constantFrom(...moments(zone, now)),
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
  const events: ModelEvent[] = []
  for (const one of sample(arbitrary, 90)) {
    const parent = events.filter(({ status }) => status === 'publish')[one.parent]?.id ?? 0
    const { starts, ends } = one.allDay
      ? wholeDays(one)
      : { starts: one.start, ends: one.start.add({ seconds: one.length }) }
    const [title, excerpt, description] = one.texts.map((all) =>
      all.map((word) => written(word, one.way)).join(' '),
    )
    const {
      status,
      before,
      author,
      date,
      hidden,
      featured,
      isProtected,
      texts,
      venues: at,
      categories: of,
      tags: under,
    } = one
    const id = await store(app, 'events', {
      title: `Event ${title}`,
      excerpt,
      description,
      start_date: starts.toString(),
      end_date: ends.toString(),
      all_day: one.allDay,
      timezone: one.zone,
      status: status === 'trash' ? before : status,
      author: app.ids[author],
      date,
      hide_from_listings: hidden,
      featured,
      venue: at,
      categories: of,
      tags: under,
      post_parent: parent,
      password: isProtected ? 'sesame' : '',
    })
    const links = { venues: at, categories: of, tags: under, parent }
    events.push({
      id,
      status,
      before,
      author,
      date,
      starts,
      ends,
      hidden,
      featured,
      isProtected,
      texts,
      ...links,
    })
  }
  const trashed = [
    ...events.map((one) => ['events', one] as const),
    ...venues.map((one) => ['venues', one] as const),
  ]
  for (const [kind, { id, status }] of trashed) {
    if (status === 'trash') await app.ask({ as: 'administrator', method: 'DELETE', path: `${kind}/${id}` })
  }
  return { events, venues, categories, tags }
}

function wholeDays({ start, length, zone }: { start: Temporal.Instant; length: number; zone: string }) {
  const id = zone === 'UTC-3:30' ? '-03:30' : zone
  const last = start.add({ seconds: length }).toZonedDateTimeISO(id).toPlainDate()
  return {
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
    const id = await store(app, kind, { name, slug, ...(parent ? { parent } : {}) })
    terms.push({ id, name, slug, parent })
  }
  return terms
}

async function store(app: TestApp, kind: string, json: Readonly<Record<string, unknown>>): Promise<number> {
  const {
    status,
    body,
    text: says,
  } = await app.ask({ as: 'administrator', method: 'POST', path: kind, json })
  if (status !== 201) throw new Error(`${kind}: ${says}`)
  return body.id
}
