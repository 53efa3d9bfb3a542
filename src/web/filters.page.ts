import { calendarUrl, filtersPath } from './calendar.address.ts'
import { calendarQueryOf } from './calendar.query.ts'
import { filterCounts, wholeForm } from './filters.form.ts'
import { activeFilters, activeLine } from './filters.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { endOfToday } from './today.ts'
import { pageHead } from './tools.ts'
import type { Visit } from './visit.ts'

/** The paths of the views, whose forms have but the choices with the most events. */
const ofViews = /^(?:list|map|month\/\d{4}-\d\d|(?:week|day)\/\d{4}-\d\d-\d\d)$/

/**
 * All choices of the form of filters of a view, by the path of that; undefined when there is no such view. A script brings them into the
 * form itself.
 */
export async function filtersPage(visit: Visit, view: string): Promise<Page | undefined> {
  if (!ofViews.test(view)) return undefined
  const { messages } = visit.locale
  const path = `/${view}`
  const query = await calendarQueryOf(visit)
  const params = view === 'map' ? { ...query.params, geoloc: true } : query.params
  const [active, counts] = await Promise.all([
    activeFilters(visit, query),
    filterCounts(visit, { ...query, params }, { isWhole: true }),
  ])
  return {
    title: messages.filters,
    canonical: calendarUrl(visit.site, `${filtersPath}${path}`, query.pairs),
    isUnlisted: true,
    holdsUntil: endOfToday(visit),
    main: html`<div class="wrap">
      ${pageHead(messages.filters, undefined)}${activeLine(visit, active, `${filtersPath}${path}`)}
      ${await wholeForm(visit, query, { path, counts })}
    </div>`,
  }
}
