import fc from 'fast-check'
import { roles } from '../../src/storage/schema/tables.ts'
import type { Asked } from '../support/app.ts'

/** What of a calendar is asked for by name: ids, and words that are in its texts or nearly so. */
export interface Known {
  readonly ids: Readonly<
    Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags', readonly number[]>
  >
  readonly words: readonly string[]
  readonly termNames: readonly string[]
}

type Query = Readonly<Record<string, unknown>>
type Parameters = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** A request for a list of any kind, by anybody, with a few of its parameters. */
export function listRequest(known: Known): fc.Arbitrary<Asked> {
  const lists = listsOf(known)
  return fc
    .tuple(fc.constantFrom(...Object.keys(lists)), fc.constantFrom(undefined, undefined, ...roles))
    .chain(([path, as]) => {
      const absolute = path.startsWith('/')
      return someOf(lists[path] ?? {}).map((query): Asked =>
        as ? { path, absolute, query, as } : { path, absolute, query },
      )
    })
}

/** One to five of the parameters. */
function someOf(parameters: Parameters): fc.Arbitrary<Query> {
  return fc
    .shuffledSubarray(Object.keys(parameters), { minLength: 1, maxLength: 5 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, parameters[name] ?? fc.constant(1)]))),
    )
}

function listsOf(known: Known): Readonly<Record<string, Parameters>> {
  const events = eventParameters(known)
  const linked = linkedParameters(known)
  const terms = termParameters(known)
  const { page: _page, per_page: _perPage, ...counted } = events
  return {
    events,
    'events/facets': {
      ...counted,
      facets: fc.constantFrom('days', 'venues,tags', 'categories,cost', 'organizers'),
    },
    'events.ics': events,
    'events.csv': events,
    venues: { ...linked, ...places },
    organizers: linked,
    categories: { ...terms, parent: idFrom(known.ids.categories) },
    tags: terms,
    media: { ...paging, search: search(known.words), orderby: fc.constantFrom('date', 'title', 'id'), order },
    '/wp/v2/tribe_events': { ...posts(known, 'events'), tribe_events_cat: someIds(known.ids.categories) },
    '/wp/v2/tribe_venue': posts(known, 'venues'),
    '/wp/v2/tribe_organizer': posts(known, 'organizers'),
  }
}

const paging = {
  page: fc.constantFrom(1, 1, 2, 3, 40),
  per_page: fc.constantFrom(1, 7, 50),
}

const statuses = fc
  .subarray(['publish', 'future', 'draft', 'pending', 'private', 'trash'], { minLength: 1 })
  .map((some) => some.join(','))

const places = {
  geoloc: fc.boolean(),
  geoloc_lat: fc.constantFrom(52.5, 40.7, -16.8, 0, 89.9),
  geoloc_lng: fc.constantFrom(13.4, -74, 179.9, 0),
  geoloc_radius: fc.constantFrom(1, 25, 300, 9000),
  geoloc_unit: fc.constantFrom('km', 'mi'),
  geoloc_bbox: fc.constantFrom('13,52,14,53', '170,-20,-170,20', '-180,-90,180,90', '9,48,12,54'),
}

const orderings = ['title', 'date', 'modified', 'distance', 'relevance', 'id'] as const
const order = fc.constantFrom('asc', 'desc')

const days = fc.constantFrom(
  '2029-12-01',
  '2031-01-01',
  '2031-02-15 12:00:00',
  '2031-03-01',
  '2032-06-30',
  'now',
  'tomorrow',
)

function eventParameters({ ids, words, termNames }: Known): Parameters {
  return {
    ...paging,
    ...places,
    start_date: days,
    end_date: days,
    starts_before: days,
    starts_after: days,
    ends_before: days,
    ends_after: days,
    strict_dates: fc.boolean(),
    search: search(words),
    q: search(words),
    categories: fc.oneof(someIds(ids.categories), fc.constantFrom(...termNames)),
    tags: fc.oneof(someIds(ids.tags), fc.constantFrom(...termNames)),
    venue: someIds(ids.venues),
    organizer: someIds(ids.organizers),
    featured: fc.boolean(),
    status: statuses,
    include: someIds(ids.events),
    post_parent: idFrom(ids.events),
    ticketed: fc.boolean(),
    free: fc.boolean(),
    password: fc.constantFrom('sesame', 'wrong'),
    orderby: fc.constantFrom(...orderings, 'start_date', 'end_date'),
    order,
  }
}

function linkedParameters({ ids, words }: Known): Parameters {
  return {
    ...paging,
    search: search(words),
    event: idFrom(ids.events),
    has_events: fc.boolean(),
    only_with_upcoming: fc.boolean(),
    has_upcoming: fc.boolean(),
    status: statuses,
    orderby: fc.constantFrom(...orderings),
    order,
  }
}

function termParameters({ ids, words, termNames }: Known): Parameters {
  const terms = [...ids.categories, ...ids.tags]
  return {
    ...paging,
    search: search(words),
    include: someIds(terms),
    exclude: someIds(terms),
    hide_empty: fc.boolean(),
    event: idFrom(ids.events),
    slug: fc.constantFrom(...termNames),
    orderby: fc.constantFrom('name', 'id', 'slug', 'count', 'description', 'parent', 'include', 'term_group'),
    order,
  }
}

/** Parameters of lists below `wp/v2`. */
function posts({ ids, words }: Known, kind: 'events' | 'venues' | 'organizers'): Parameters {
  return {
    page: fc.constantFrom(1, 1, 2),
    per_page: fc.constantFrom(1, 7, 50),
    search: search(words),
    include: someIds(ids[kind]),
    exclude: someIds(ids[kind]),
    offset: fc.constantFrom(0, 3),
    slug: fc.constantFrom('hall', 'fair'),
    author: fc.constantFrom(1, 2, 3),
    orderby: fc.constantFrom('date', 'modified', 'title', 'id', 'slug', 'include', 'author'),
    order,
  }
}

function idFrom(ids: readonly number[]): fc.Arbitrary<number> {
  return fc.constantFrom(...ids, 999_999)
}

function someIds(ids: readonly number[]): fc.Arbitrary<string> {
  return fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 6 }).map((some) => some.join(','))
}

/** Words, beginnings and insides of words, phrases, and what means something to a database. */
function search(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words)
  const part = fc
    .tuple(word, fc.nat(5), fc.integer({ min: 1, max: 6 }))
    .map(([text, from, length]) => text.slice(from, from + length))
  const odd = fc.constantFrom(
    '%',
    '_',
    '\\',
    '"',
    "'",
    '%%%',
    'a_c',
    '日本',
    'é',
    'É',
    'ß',
    'ss',
    'İ',
    '&amp;',
    '-',
    '10x20',
    '\u0000',
  )
  const piece = fc.oneof(
    word,
    part,
    odd,
    word.map((text) => `-${text}`),
    word.map((text) => `"${text}"`),
  )
  return fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(' ').trim() || 'x')
}
