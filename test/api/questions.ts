import type { Role } from '../../src/schema/tables.ts'
import type { TestApp } from '../support/app.ts'
import { isLong, oneIn } from '../support/runs.ts'

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

/**
 * The answers of a node, by question; `idOf` knows what the calendar consists of. What names something that is gone is refused. Of
 * the questions one in six is asked, beginning with another one each `turn`; `asksAll`, all of them.
 */
export async function answersOf(
  asked: TestApp,
  idOf: (name: string) => number,
  turn: number,
  asksAll = isLong,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const [path, query, as] of asksAll ? questions(idOf) : oneIn(6, questions(idOf), turn)) {
    const { status, text } = await asked.ask({
      path,
      query,
      absolute: path.startsWith('/'),
      ...(as ? { as } : {}),
      ...(path.startsWith('/month') ? { headers: { accept: 'text/html' } } : {}),
    })
    answers[`${as ?? 'nobody'} asks ${path} ${JSON.stringify(query)}`] = `${status} ${text}`
  }
  return answers
}
