import type { Role } from '../src/storage/schema/tables.ts'
import type { ListEvents } from '../src/records/events/events.params.ts'
import type { Place } from '../src/pure/geo/sphere.ts'
import { wordOf } from '../test/support/dice.ts'
import type { Facts } from './facts.ts'

/** A list that is asked for. */
export interface Question {
  readonly name: string
  /** The query of its address; of several, each is asked once, and then all of them again. */
  readonly query: string | readonly string[]
  /** Whether it keeps so few events that it is to take no longer among a million than among ten thousand. */
  readonly isSelective?: true
  /** Who asks, if it is somebody who is known. */
  readonly by?: Role
}

/** List parameters that say how others are read, and are asked together with these. */
type Companion = 'per_page' | 'strict_dates' | 'password' | 'order' | 'geoloc_lng' | 'geoloc_unit'

/** Every list parameter alone: one that is declared and not here does not compile. */
type Alone = { readonly [Name in Exclude<keyof ListEvents, Companion>]-?: readonly Question[] }

export function questionsOf(facts: Facts): readonly Question[] {
  const all = [{ name: 'no parameters', query: '' }, ...Object.values(alone(facts)).flat(), ...pairs(facts)]
  return [
    ...all,
    ...askedBy(
      'editor',
      all.filter(({ name }) => askedByEditors.has(name)),
    ),
    ...askedBy(
      'author',
      all.filter(({ name }) => askedByAuthors.has(name)),
    ),
  ]
}

/** For whoever reads what is not published, too: one of each way in which lists are counted. */
const askedByEditors = new Set([
  'no parameters',
  'page in the middle',
  'start_date, end_date: a month',
  'categories: the busiest',
  'venue: the busiest',
  'tags: a usual one',
  'search: a common word',
  'search: a rare word',
  'orderby=relevance: a common word',
  'status=draft',
  'status=trash',
  'featured=false',
  'ticketed=true',
  'geoloc=true',
  'geoloc=false',
  'geoloc_lat, geoloc_lng: 25 km',
  'geoloc_radius: the whole world',
  'a category and a common word',
  'categories: three of the busiest',
])
const askedByAuthors = new Set([
  'no parameters',
  'status=draft',
  'status=trash',
  'search: a common word',
  'geoloc=true',
])

function askedBy(by: Role, questions: readonly Question[]): Question[] {
  // None of them is selective: a share of all events is not published.
  return questions.map(({ name, query }) => ({ name: `an ${by}: ${name}`, query, by }))
}

function alone(facts: Facts): Alone {
  const { venues, organizers, categories, tags, place, rareWord, now, pages } = facts
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const [soon, later] = [today.add({ months: 2 }), today.add({ months: 3 })]
  return {
    // The made-up calendars declare no fields of their own.
    fields: [],
    registration: [{ name: 'registration=any', query: 'registration=any' }],
    venue_fields: [],
    collapse: [{ name: 'collapse=series', query: 'collapse=series' }],
    context: [{ name: 'context=edit', query: 'context=edit' }],
    language: [{ name: 'language=de', query: 'language=de&collapse=series' }],
    event_status: [{ name: 'event_status=canceled', query: 'event_status=canceled' }],
    attendance_mode: [{ name: 'attendance_mode=online,mixed', query: 'attendance_mode=online,mixed' }],
    access: [{ name: 'access=step_free', query: 'access=step_free' }],
    time_of_day: [{ name: 'time_of_day=evening', query: 'time_of_day=evening' }],
    author: [{ name: 'author', query: 'author=1' }],
    imported: [{ name: 'imported', query: 'imported=true' }],
    page: [
      { name: 'page in the middle', query: `page=${Math.ceil(pages / 2)}` },
      { name: 'last page', query: `page=${pages}` },
      { name: 'page of 50', query: 'per_page=50' },
    ],
    start_date: [
      { name: 'start_date', query: `start_date=${soon}` },
      { name: 'start_date, end_date: a month', query: `start_date=${soon}&end_date=${later}` },
    ],
    end_date: [{ name: 'end_date', query: `end_date=${soon}` }],
    starts_before: [{ name: 'starts_before', query: `starts_before=${soon}` }],
    starts_after: [{ name: 'starts_after', query: `starts_after=${soon}` }],
    ends_before: [{ name: 'ends_before', query: `ends_before=${soon}` }],
    ends_after: [{ name: 'ends_after', query: `ends_after=${soon}` }],
    search: [
      { name: 'search: a common word', query: aCommonWord },
      {
        name: 'search: common words, each for the first time',
        query: Array.from({ length: 300 }, (_, index) => `search=${wordOf(60 + index)}`),
      },
      { name: 'search: two common words', query: `search=${wordOf(40)} ${wordOf(50)}` },
      selective('search: a rare word', `search=${rareWord}`),
      { name: 'search: two letters', query: 'search=wy' },
      { name: 'search: not a common word', query: `search=${wordOf(2000)} -${wordOf(5)}` },
    ],
    q: [
      { name: 'q: a common word', query: aCommonWord.replace('search', 'q') },
      { name: 'q: two common words', query: `q=${wordOf(40)} ${wordOf(50)}` },
    ],
    categories: [
      { name: 'categories: the busiest', query: `categories=${categories.busiest}` },
      { name: 'categories: a usual one', query: `categories=${categories.usual}` },
      { name: 'categories: three of the busiest', query: `categories=${categories.three.join(',')}` },
      {
        name: 'categories: three of the busiest, page 100',
        query: `categories=${categories.three.join(',')}&page=100`,
      },
    ],
    tags: [
      { name: 'tags: the busiest', query: `tags=${tags.busiest}` },
      selective('tags: a usual one', `tags=${tags.usual}`),
      { name: 'tags: three of the busiest', query: `tags=${tags.three.join(',')}` },
    ],
    venue: [
      { name: 'venue: the busiest', query: `venue=${venues.busiest}` },
      selective('venue: a usual one', `venue=${venues.usual}`),
      { name: 'venue: three of the busiest', query: `venue=${venues.three.join(',')}` },
    ],
    organizer: [
      { name: 'organizer: the busiest', query: `organizer=${organizers.busiest}` },
      selective('organizer: a usual one', `organizer=${organizers.usual}`),
      { name: 'organizer: three of the busiest', query: `organizer=${organizers.three.join(',')}` },
    ],
    featured: [
      { name: 'featured=true', query: 'featured=true' },
      { name: 'featured=false', query: 'featured=false' },
    ],
    status: [
      { name: 'status=publish', query: 'status=publish' },
      selective('status=draft', 'status=draft'),
      selective('status=trash', 'status=trash'),
    ],
    geoloc: [
      { name: 'geoloc=true', query: 'geoloc=true' },
      { name: 'geoloc=false', query: 'geoloc=false' },
    ],
    geoloc_lat: [{ name: 'geoloc_lat, geoloc_lng: 25 km', query: here }],
    geoloc_radius: [
      selective('geoloc_radius: 1 km around a venue', `${around(place)}&geoloc_radius=1`),
      { name: 'geoloc_radius: 300 km', query: `${here}&geoloc_radius=300` },
      { name: 'geoloc_radius: the whole world', query: `${here}&geoloc_radius=20000` },
    ],
    geoloc_bbox: [
      { name: 'geoloc_bbox: a town', query: 'geoloc_bbox=13.3,52.4,13.5,52.6' },
      { name: 'geoloc_bbox: across the antimeridian', query: 'geoloc_bbox=170,-50,-170,60' },
    ],
    include: [selective('include: ten ids', `include=${facts.ids.join(',')}`)],
    post_parent: [selective('post_parent', `post_parent=${facts.parent}`)],
    ticketed: [
      { name: 'ticketed=true', query: 'ticketed=true' },
      { name: 'ticketed=false', query: 'ticketed=false' },
    ],
    near: [{ name: 'near: coordinates', query: 'near=52.5,13.4' }],
    within: [{ name: 'within: 300 km', query: 'near=52.5,13.4&within=300' }],
    free: [
      { name: 'free=true', query: 'free=true' },
      { name: 'free=false', query: 'free=false' },
    ],
    orderby: [
      ...['start_date', 'end_date', 'title', 'date', 'modified', 'id'].map((by) => ({
        name: `orderby=${by}`,
        query: `orderby=${by}`,
      })),
      { name: 'orderby=start_date, order=desc', query: 'orderby=start_date&order=desc' },
      { name: 'orderby=distance: 25 km', query: `${here}&orderby=distance` },
      {
        name: 'orderby=distance: the whole world',
        query: `${here}&geoloc_radius=20000&orderby=distance`,
      },
      { name: 'orderby=relevance: a common word', query: `${aCommonWord}&orderby=relevance` },
      selective('orderby=relevance: a rare word', `search=${rareWord}&orderby=relevance`),
    ],
  }
}

/** A list of few events. */
function selective(name: string, query: string): Question {
  return { name, query, isSelective: true }
}

/** What is asked together most. */
function pairs({ venues, organizers, categories, tags, now }: Facts): readonly Question[] {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const month = `start_date=${today.add({ months: 2 })}&end_date=${today.add({ months: 3 })}`
  const category = `categories=${categories.usual}`
  return [
    { name: 'a month and a category', query: `${month}&${category}` },
    { name: 'a month and a tag', query: `${month}&tags=${tags.busiest}` },
    { name: 'a month and a venue', query: `${month}&venue=${venues.busiest}` },
    { name: 'a month and a common word', query: `${month}&${aCommonWord}` },
    { name: 'a month and 25 km', query: `${month}&${here}` },
    { name: 'a month and featured', query: `${month}&featured=true` },
    { name: 'a category and featured', query: `${category}&featured=true` },
    { name: 'a category and a common word', query: `${category}&${aCommonWord}` },
    { name: 'a category and a tag', query: `${category}&tags=${tags.busiest}` },
    { name: 'the busiest category and tag', query: `categories=${categories.busiest}&tags=${tags.busiest}` },
    { name: 'a category and 25 km', query: `${category}&${here}` },
    { name: 'the busiest category and 25 km', query: `categories=${categories.busiest}&${here}` },
    { name: 'a category and geoloc=true', query: `${category}&geoloc=true` },
    { name: 'a category and ticketed=true', query: `${category}&ticketed=true` },
    { name: 'a common word and 25 km', query: `${aCommonWord}&${here}` },
    { name: 'a category and a venue', query: `${category}&venue=${venues.busiest}` },
    { name: 'a category and an organizer', query: `${category}&organizer=${organizers.busiest}` },
  ]
}

const around = ({ lat, lng }: Place) => `geoloc_lat=${lat}&geoloc_lng=${lng}`

/** A place, with the usual radius around it. */
export const here = around({ lat: 52.5, lng: 13.4 })

/** A search for a word that nearly half of all events have. */
export const aCommonWord = `search=${wordOf(30)}`
