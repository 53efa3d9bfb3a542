import type { Site } from '../../http/site.ts'
import type { Pair } from './calendar.query.ts'
import type { Messages } from '../../pure/locale/messages.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** The views of the calendar, which every page of it links to. */
export const views = ['list', 'month', 'week', 'day', 'map'] as const satisfies readonly (keyof Messages)[]
export type View = (typeof views)[number]

/** The views of one period each, whose addresses name a day in it. */
const dated: ReadonlySet<View> = new Set(['month', 'week', 'day'])

/** Below it are the pages with all choices of the views: `/filters/list`. */
export const filtersPath = '/filters'

/** The path of a view that contains the day. */
export function viewPath(view: View, day: Temporal.PlainDate): string {
  if (view === 'month') return `/month/${day.toString().slice(0, 7)}`
  return dated.has(view) ? `/${view}/${day}` : `/${view}`
}

/**
 * The address of a page of the calendar with its filters: the one place that makes such addresses, so that no filter is lost between
 * them. `path` begins with a slash.
 */
export function calendarUrl(
  { home }: Pick<Site, 'home'>,
  path: string,
  pairs: readonly (readonly [name: string, value: string])[],
  page = 1,
): string {
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
  if (page > 1) query.set('page', String(page))
  // A comma needs no escape in a query (RFC 3986, 3.4), and people read addresses.
  return `${home}${path}${query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : ''}`
}

/** The address of a view with the filters, by default of today. */
export function viewUrl(
  visit: Pick<Visit, 'site' | 'context' | 'now'>,
  view: View,
  pairs: readonly Pair[] = [],
  day = todayOf(visit),
): string {
  return calendarUrl(visit.site, viewPath(view, day), pairs)
}
