import type { ListEvents } from '../../src/events/events.params.ts'
import type { LinkedKind, ListLinked } from '../../src/linked/linked.kind.ts'
import type { ListTerms } from '../../src/terms/terms.params.ts'

/** A value of every list parameter: one that is declared and not here does not compile. */
export const eventFilters: Readonly<Record<keyof ListEvents, string>> = {
  page: '2',
  per_page: '50',
  start_date: '2031-03-01',
  end_date: '2031-03-31',
  starts_before: '2031-03-01',
  starts_after: '2031-03-01',
  ends_before: '2031-03-01',
  ends_after: '2031-03-01',
  strict_dates: 'true',
  search: 'bander festival -dino',
  categories: '1,2',
  tags: '41,42',
  venue: '1,2',
  organizer: '709,710',
  featured: 'true',
  status: 'draft,pending',
  geoloc: 'false',
  geoloc_lat: '52.5',
  geoloc_lng: '13.4',
  include: '1000,1001,1002',
  post_parent: '1000',
  ticketed: 'true',
  password: 'secret',
  geoloc_radius: '300',
  geoloc_unit: 'mi',
  geoloc_bbox: '170,-50,20,60',
  orderby: 'title',
  order: 'desc',
}

/** Lists of few events, by whatever keeps them few: what is counted of these is counted without a look at all others. */
export const listsOfFew: readonly Query[] = [
  { start_date: '2031-03-01', end_date: '2031-03-03' },
  { venue: '400' },
  { organizer: '900' },
  { tags: '1500' },
  { include: '1000,1001,1002' },
  { post_parent: '1000', strict_dates: 'true' },
  { geoloc_lat: '52.5', geoloc_lng: '13.4', geoloc_radius: '1' },
  { geoloc_bbox: '13.3,52.4,13.4,52.5', start_date: '2031-03-01', end_date: '2031-03-03' },
]

/** A value of every list parameter of venues and organizers. */
export const linkedFilters: Readonly<Record<keyof ListLinked, string>> = {
  page: '2',
  per_page: '50',
  search: 'bander hall',
  event: '1000',
  has_events: 'true',
  only_with_upcoming: 'true',
  status: 'draft',
  geoloc: 'true',
  geoloc_lat: '52.5',
  geoloc_lng: '13.4',
  geoloc_radius: '300',
  geoloc_unit: 'mi',
  geoloc_bbox: '170,-50,20,60',
  orderby: 'title',
  order: 'desc',
}

/** A value of every list parameter of categories and tags. */
export const termFilters: Readonly<Record<keyof ListTerms, string>> = {
  page: '2',
  per_page: '50',
  search: 'bander',
  exclude: '1,2',
  include: '3,4',
  order: 'desc',
  orderby: 'count',
  hide_empty: 'false',
  parent: '1',
  post: '1000',
  event: '1000',
  slug: 'bander',
}

/** The parameters of a request, as they are sent. */
export type Query = Readonly<Record<string, string>>

/** Each order, with what it needs, alone and beside every other parameter; each way of looking somewhere likewise. */
export function ordered(filters: Query, orders: readonly string[]): Query[] {
  const here = { geoloc_lat: '52.5', geoloc_lng: '13.4' }
  const words = { search: 'bander' }
  const besides = [{}, ...Object.entries(filters).map((pair) => Object.fromEntries([pair]))]
  const leads: Query[] = [
    here,
    { ...here, geoloc_radius: '20000' },
    ...orders.map((orderby) => ({
      ...(orderby === 'distance' ? here : orderby === 'relevance' ? words : {}),
      orderby,
    })),
  ]
  return leads.flatMap((lead) => besides.map((beside) => Object.assign({}, beside, lead)))
}

/** The orders that lists of events can be asked in. */
export const eventOrders = [
  'start_date',
  'end_date',
  'title',
  'date',
  'modified',
  'distance',
  'relevance',
  'id',
]
/** The orders that lists of venues and organizers can be asked in. */
export const linkedOrders: Readonly<Record<LinkedKind['table'], readonly string[]>> = {
  venues: ['title', 'date', 'modified', 'relevance', 'id', 'distance'],
  organizers: ['title', 'date', 'modified', 'relevance', 'id'],
}

/** Each alone, and every two of them together. */
export function combinations(filters: Query): Query[] {
  const pairs = Object.entries(filters)
  return [
    {},
    ...pairs.map((pair) => Object.fromEntries([pair])),
    ...pairs.flatMap((one, index) => pairs.slice(index + 1).map((other) => Object.fromEntries([one, other]))),
  ]
}
