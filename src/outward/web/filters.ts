import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { findLinked } from '../../records/linked/linked.query.ts'
import { mayRead } from '../../http/auth/rights.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import { usualWithin_km } from '../../pure/params/places.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { categoryKind, tagKind, type TermKind } from '../../records/terms/terms.kind.ts'
import { readTerms, resolveFilter } from '../../records/terms/terms.query.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { titleText } from './card.ts'
import { nameText } from './colours.ts'
import { calendarUrl } from './calendar.address.ts'
import { type CalendarQuery, dayNames, placeNames, valuesOf, without, withoutAll } from './calendar.query.ts'
import { lengthText, rangeText, dateText } from './dates.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { narrowingFilters } from './filters.narrowing.ts'
import { ownActive } from './filters.own.ts'
import { numberText, say } from '../../pure/locale/locale.ts'
import { type PeriodName, periodTexts } from './period.texts.ts'
import type { Visit } from './visit.ts'
import { ownText } from './ownText.ts'
import type { ActiveFilter } from './calendar.query.ts'

/** Every filter of the query by itself, in the order of their names in addresses; each value of a list is one. */
export async function activeFilters(visit: Visit, query: CalendarQuery): Promise<ActiveFilter[]> {
  const { pairs } = query
  const { messages } = visit.locale
  const all: (ActiveFilter | undefined)[] = [
    ...valuesOf(pairs, 'q').map((text) => ({
      text: say(messages.quoted, { text }),
      bare: text,
      search: text,
      others: without(pairs, 'q'),
    })),
    daysFilter(visit, query),
    ...(await termFilters(visit, query, categoryKind)),
    ...(await termFilters(visit, query, tagKind)),
    ...(await linkedFilters(visit, query, venueKind)),
    ...(await linkedFilters(visit, query, organizerKind)),
    flagFilter(query, 'featured', [messages.featured, messages.notFeatured]),
    flagFilter(query, 'free', [messages.free, messages.notFree]),
    placeFilter(visit, query),
    ...narrowingFilters(visit, query),
    ...ownActive(visit, query),
  ]
  return all.filter((filter) => filter !== undefined)
}

function flagFilter(
  { params, pairs }: CalendarQuery,
  name: 'featured' | 'free',
  [whenTrue, whenFalse]: readonly [string, string],
): ActiveFilter | undefined {
  const value = params[name]
  return value === undefined
    ? undefined
    : { text: value ? whenTrue : whenFalse, others: without(pairs, name) }
}

/** The days of the query as text; undefined when it has none. */
export function daysText({ locale }: Visit, { pairs, from, until }: CalendarQuery): string | undefined {
  const [named] = valuesOf(pairs, 'when')
  if (named !== undefined) return locale.messages[periodTexts[named as PeriodName]]
  const hasFrom = pairs.some(([name]) => name === 'from')
  if (hasFrom && until) {
    return from.equals(until)
      ? dateText(locale, from, 'dayOfMonth')
      : rangeText(locale, [from, until], 'dayOfMonth')
  }
  if (hasFrom) return say(locale.messages.fromDate, { date: dateText(locale, from, 'dayOfMonth') })
  return until && say(locale.messages.untilDate, { date: dateText(locale, until, 'dayOfMonth') })
}

function daysFilter(visit: Visit, query: CalendarQuery): ActiveFilter | undefined {
  const text = daysText(visit, query)
  return text === undefined ? undefined : { text, others: withoutAll(query.pairs, dayNames) }
}

function placeFilter(
  { locale, context }: Visit,
  { params, pairs, radius, isPart }: CalendarQuery,
): ActiveFilter | undefined {
  const { messages } = locale
  const others = withoutAll(pairs, placeNames)
  if (isPart) return { text: messages.partOfMap, others }
  const { near, within = usualWithin_km } = params
  if (near !== undefined) {
    const distance = lengthText(locale, within, 'km')
    // Coordinates are what the script sends of where the reader is.
    return isPlaceName(near)
      ? { text: say(messages.nearPlace, { distance, place: near }), bare: near, others }
      : { text: say(messages.nearby, { distance }), others }
  }
  if (radius === undefined) return undefined
  return { text: say(messages.nearby, { distance: lengthText(locale, radius, context.geoUnit) }), others }
}

/** Whether a place is named, rather than given by its coordinates. */
function isPlaceName(near: string): boolean {
  return /[^\d\s.,;-]/.test(near) || !near.includes('.')
}

async function termFilters(visit: Visit, { pairs }: CalendarQuery, kind: TermKind): Promise<ActiveFilter[]> {
  const values = valuesOf(pairs, kind.key)
  return Promise.all(
    values.map(async (value) => ({
      text: (await termsNamed(visit, kind, value)).map(({ name }) => name).join(', ') || value,
      isOwn: true,
      others: without(pairs, kind.key, value),
    })),
  )
}

/** The terms that a value of an address names, which may be an id, a slug or a name. */
export async function termsNamed({ context: { db } }: Visit, kind: TermKind, value: string) {
  const { ids } = await resolveFilter([wholeNumber(value) ?? value], db, kind.taxonomy)
  const rows = ids.length === 0 ? [] : await readTerms(db.read, ids)
  return rows.map(({ id, slug, name, parent }) => ({ id, slug, parent, name: nameText(name) }))
}

async function linkedFilters(
  visit: Visit,
  { pairs }: CalendarQuery,
  kind: LinkedKind,
): Promise<ActiveFilter[]> {
  return Promise.all(
    valuesOf(pairs, kind.name).map(async (value) => ({
      text: (await titleOf(visit, kind, value)) ?? value,
      isOwn: true,
      others: without(pairs, kind.name, value),
    })),
  )
}

/** The title of the venue or organizer with the id; undefined unless this reader may see it. */
export async function titleOf({ context, caller }: Visit, kind: LinkedKind, value: string) {
  // No record has the id 0.
  const row = await findLinked(context.db.read, kind, wholeNumber(value) ?? 0)
  return row && mayRead(caller, row) ? titleText(row.title) : undefined
}

/** The filters in force above the results, each with a link to the page without it, and one to the page without any. */
export function activeLine(visit: Visit, active: readonly ActiveFilter[], path: string): Content {
  if (active.length === 0) return undefined
  const { messages } = visit.locale
  return html`<div class="active" role="group" aria-label="${messages.activeFilters}">
    ${active.map(
      ({ text, others, isOwn }) =>
        html`<a class="chip gone" href="${calendarUrl(visit.site, path, others)}"
          >${isOwn ? ownText(visit, text) : html`<bdi>${text}</bdi>`}<span class="hidden"
            >: ${messages.removeFilter}</span
          >${icon('close')}</a
        >`,
    )}
    <a href="${calendarUrl(visit.site, path, [])}">${messages.clear}</a>
  </div>`
}

/** How many filters are in force, for the button that opens the form. */
export function filtersText({ locale }: Pick<Visit, 'locale'>, active: readonly ActiveFilter[]): string {
  const { messages } = locale
  return active.length === 0 ? messages.filters : `${messages.filters} · ${numberText(locale, active.length)}`
}
