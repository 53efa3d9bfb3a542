import type { ColumnName, LinkName } from '../../src/storage/index/columns.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { TestApp } from '../support/app.ts'
import { oneIn } from '../support/runs.ts'

const year = { starts_after: '2031-01-01', starts_before: '2031-12-31', per_page: 50 }
const here = { geoloc_lat: 48, geoloc_lng: 11 }

/** What is asked after each change: every filter, every order, every facet, feeds, and lists that ask about events. */
function questions(
  idOf: (name: string) => number,
): readonly (readonly [path: string, query: Record<string, unknown>, as?: Role])[] {
  return [
    ['events', year],
    ...['end_date', 'title', 'date', 'modified', 'id'].map(
      (orderby) => ['events', { ...year, orderby }] as const,
    ),
    ['events', { ...year, orderby: 'distance', ...here }],
    ['events', { ...year, orderby: 'relevance', search: 'evening trumpets' }],
    ['events', { ...year, orderby: 'title', order: 'desc' }],
    ['events', { starts_after: '2031-03-03', ends_before: '2031-03-08', per_page: 50 }],
    ['events', { ends_after: '2031-03-04', starts_before: '2031-03-06', per_page: 50 }],
    ['events', { ...year, search: 'trumpets' }],
    ['events', { ...year, search: 'evening -trumpets' }],
    ['events', { ...year, q: 'hall evening' }],
    ['events', { ...year, q: 'jazz' }],
    ['events', { ...year, categories: idOf('music') }],
    ['events', { ...year, tags: idOf('late') }],
    ['events', { ...year, venue: idOf('hall') }],
    ['events', { ...year, organizer: idOf('club') }],
    ...[true, false].flatMap((is) => [
      ['events', { ...year, featured: is }] as const,
      ['events', { ...year, ticketed: is }] as const,
      ['events', { ...year, free: is }] as const,
      ['events', { ...year, imported: is }, 'editor'] as const,
      ['events', { ...year, geoloc: is }] as const,
    ]),
    ['events', { ...year, event_status: 'canceled' }],
    ['events', { ...year, attendance_mode: 'mixed' }],
    ['events', { ...year, time_of_day: 'morning' }],
    ['events', { ...year, access: 'step_free' }],
    ['events', { ...year, registration: 'open,upcoming' }],
    ['events', { ...year, registration: 'full' }],
    ['events/facets', { ...year, facets: 'registration', registration: 'any' }],
    ['events', { ...year, collapse: 'series' }],
    ['events', { ...year, fields: { audience: 'children' } }],
    ['events', { ...year, fields: { audience: '-children', age: '6..' } }],
    ['events', { ...year, ...here }],
    ['events', { ...year, geoloc_bbox: '10,47,12,49' }],
    ['events', { include: [idOf('first'), idOf('draft')].join(',') }],
    ['events', { ...year, post_parent: idOf('fair') }],
    ['events', { ...year, author: idOf('writer'), status: 'draft,publish' }, 'editor'],
    ['events', { ...year, password: 'sesame' }],
    ['events', { ...year, status: 'draft,pending,private,future,trash' }, 'editor'],
    ['events', { ...year, status: 'draft,pending,private,future,trash' }, 'author'],
    ['events/facets', year],
    ['events/facets', { ...year, search: 'trumpets' }],
    ['events/facets', { ...year, fields: { age: '*' } }],
    ['events/facets', { ...year, facets: 'fields' }],
    ['events/facets', { ...year, password: 'sesame' }],
    ['events/facets', { ...year, categories: idOf('music') }, 'editor'],
    ['events.ics', year],
    ['events.csv', { ...year, orderby: 'title' }],
    ['venues', { has_events: true }],
    ['organizers', { only_with_upcoming: true }],
    ['/sitemaps/events-0.xml', {}],
    ['/month/2031-03', {}],
  ]
}

/** What of a question says that it reads what the index holds under this name. */
const readers: Readonly<Record<Held, string>> = {
  id: 'events.ics',
  day: '/month/2031-03',
  starts: '"starts_after":"2031-03-03"',
  ends: '"end_date"',
  date: '"date"',
  modified: '"modified"',
  author: '"author"',
  state: '"status"',
  featured: '"featured"',
  hidden: 'month',
  ticketed: '"ticketed"',
  registration: '"registration"',
  cost: '"free"',
  imported: '"imported"',
  happening: '"event_status"',
  attendance: '"attendance_mode"',
  hour: '"time_of_day"',
  occurrence: '"collapse"',
  shelf: '"title"',
  parent: '"post_parent"',
  password: '"password"',
  cancelled: 'events.ics',
  terms: 'facets',
  venues: 'facets',
  organizers: '"organizer"',
  places: '"geoloc_bbox"',
  families: '"categories"',
  words: '"search"',
  said: 'fields',
  several: '"title"',
}

/** What the index holds of events, and what their lists read beside. */
export type Held = ColumnName | LinkName | 'places' | 'families' | 'words' | 'said' | 'several'

const textOf = (path: string, query: Record<string, unknown>) => `${path} ${JSON.stringify(query)}`

/**
 * The answers of a node, by question; `idOf` knows what the calendar consists of. What names something that is gone is refused.
 * Asked is what reads `held`, and one in eighteen of the others, beginning with another one each `turn`; or, `asksAll`, all.
 */
export async function answersOf(
  asked: TestApp,
  idOf: (name: string) => number,
  { held, turn, asksAll }: { readonly held: Held; readonly turn?: number; readonly asksAll?: boolean },
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const all = questions(idOf)
  const others = turn === undefined ? [] : oneIn(18, all, turn)
  const reads = ([path, query]: (typeof all)[number]) => textOf(path, query).includes(readers[held])
  for (const [path, query, as] of asksAll === true ? all : new Set([...all.filter(reads), ...others])) {
    const { status, text } = await asked.ask({
      path,
      query,
      absolute: path.startsWith('/'),
      ...(as ? { as } : {}),
      ...(path.startsWith('/month') ? { headers: { accept: 'text/html' } } : {}),
    })
    answers[`${as ?? 'nobody'} asks ${textOf(path, query)}`] = `${status} ${text}`
  }
  return answers
}
