import { calendarUrl, filtersPath } from './calendar.address.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { type CalendarQuery, calendarQueryOf } from './calendar.query.ts'
import { daysOfMonth, readDay, readMonth, weekOf } from './days.ts'
import { onMap } from './map.ts'
import { paramsIn } from './period.page.ts'
import { filterCounts, wholeForm } from './filters.form.ts'
import { activeFilters, activeLine } from './filters.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { endOfMoment } from './today.ts'
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
  const params = paramsOfView(visit, query, view)
  const [active, counts] = await Promise.all([
    activeFilters(visit, query),
    filterCounts(visit, { ...query, params }, { isWhole: true }),
  ])
  return {
    title: messages.filters,
    canonical: calendarUrl(visit.site, `${filtersPath}${path}`, query.pairs),
    isUnlisted: true,
    holdsUntil: endOfMoment(visit),
    main: html`<div class="wrap">
      ${pageHead(messages.filters, undefined)}${activeLine(visit, active, `${filtersPath}${path}`)}
      ${await wholeForm(visit, query, { path, counts })}
    </div>`,
  }
}

/** The filters of the events that the view shows: those of its days. */
function paramsOfView(visit: Visit, query: CalendarQuery, path: string): ListAmong {
  const [view, text = ''] = path.split('/')
  if (view === 'map') return { ...query.params, ...onMap }
  const days = view === undefined ? undefined : daysOfView(visit, view, text)
  return days ? paramsIn(visit, query, days) : query.params
}

function daysOfView({ locale }: Visit, view: string, text: string) {
  const month = view === 'month' ? readMonth(text) : undefined
  const day = readDay(text)
  const days = month ? daysOfMonth(month) : day && (view === 'week' ? weekOf(day, locale.firstDay) : [day])
  const [from, until] = [days?.[0], days?.at(-1)]
  return from && until ? { from, until } : undefined
}
