import { type Asked, ask } from '../api.ts'
import { addDays, ever, wallNow } from '../dates.ts'
import type { EventPage, EventRecord } from '../records.ts'
import { typedMonth } from './typedMonth.ts'
import { filtersOf, narrowedIn, narrowedQuery } from './filterValues.ts'
import { tabs, type Tab, orders, daysAhead, type Shown } from './shown.ts'
import { untrashed } from '../common/statuses.ts'

/** How many events a page of the list has. */
export const perPage = 25

/** What the address of the list says; what it cannot mean counts as missing. */
export function shownBy(query: URLSearchParams): Shown {
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'upcoming'
  const page = Number(query.get('page') ?? 1)
  const series = query.get('series') ?? ''
  return {
    ...narrowedIn(query),
    tab,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    days: tab === 'upcoming' ? daysAhead.find((days) => String(days) === query.get('days')) : undefined,
    first: dayIn(query, 'first'),
    last: dayIn(query, 'last'),
    isWords: query.has('words'),
    isEvery: query.has('every'),
    series: /^\d{1,15}$/.test(series) ? series : '',
    order: orders.find((known) => known === query.get('order')),
  }
}

function dayIn(query: URLSearchParams, name: string): string {
  const day = query.get(name) ?? ''
  return isDay(day) ? day : ''
}

/** Whether it is a day such as `2031-03-11`. */
export function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Whether the list shows some days alone. */
export function hasDays({ days, first, last }: Pick<Shown, 'days' | 'first' | 'last'>): boolean {
  return days !== undefined || first !== '' || last !== ''
}

/** The query of the address of a list. */
export function addressOf(shown: Shown): Record<string, string | number | undefined> {
  return {
    tab: shown.tab === 'upcoming' ? undefined : shown.tab,
    ...narrowedQuery(shown),
    days: shown.tab === 'upcoming' ? shown.days : undefined,
    first: shown.first,
    last: shown.last,
    words: shown.isWords && shown.search !== '' ? 1 : undefined,
    every: shown.isEvery ? 1 : undefined,
    series: shown.series,
    order: shown.order,
    page: shown.page === 1 ? undefined : shown.page,
  }
}

/** What chooses the events of each tab, and their order. */
function choice(tab: Tab): NonNullable<Asked['query']> & { readonly status: string | readonly string[] } {
  const now = wallNow()
  switch (tab) {
    case 'upcoming':
      return { status: untrashed, ends_after: now, strict_dates: true }
    case 'waiting':
      return { status: 'pending', starts_after: ever }
    case 'drafts':
      return { status: 'draft', starts_after: ever }
    case 'past':
      return { status: untrashed, ends_before: now, strict_dates: true, order: 'desc' }
    default:
      return { status: 'trash', starts_after: ever, orderby: 'modified', order: 'desc' }
  }
}

/** What chooses the events that are shown, without their order: what is counted, or taken along as a table. */
export function chosenBy(shown: Shown): NonNullable<Asked['query']> {
  const { order: _order, orderby: _orderBy, status, ...dates } = choice(shown.tab)
  const month = typedMonth(shown)
  return {
    ...dates,
    ...daysOf(month && !hasDays(shown) ? { ...shown, ...month } : shown, dates['ends_after']),
    ...filtersOf(month ? { ...shown, search: month.rest } : shown, status),
    post_parent: shown.series,
  }
}

/** What keeps to the days that are shown; those the wrong way round are meant the other way. */
function daysOf({ days, first, last }: Shown, after: unknown): NonNullable<Asked['query']> {
  if (days !== undefined) return { starts_before: endOf(days) }
  const [from = '', until = ''] = first !== '' && last !== '' ? [first, last].toSorted() : [first, last]
  const begin = `${from} 00:00:00`
  return {
    // What is over stays away from what is coming.
    ...(from === '' || (typeof after === 'string' && begin < after)
      ? {}
      : { ends_after: begin, strict_dates: true }),
    ...(until === '' ? {} : { starts_before: `${addDays(until, 1)} 00:00:00`, strict_dates: true }),
  }
}

/** The end of the last of the days, the first of which is today. */
function endOf(days: number): string {
  return `${addDays(wallNow().slice(0, 10), days)} 00:00:00`
}

function orderOf({ tab, order }: Shown): NonNullable<Asked['query']> {
  const { order: usual, orderby } = choice(tab)
  if (order === undefined) return { order: usual, orderby }
  return {
    orderby: order.endsWith('title') ? 'title' : 'start_date',
    order: order.startsWith('-') ? 'desc' : 'asc',
  }
}

/** Whether the dates of a series are one row. */
function isCollapsed({ tab, isEvery, series }: Pick<Shown, 'tab' | 'isEvery' | 'series'>): boolean {
  return !isEvery && series === '' && (tab === 'upcoming' || tab === 'waiting' || tab === 'drafts')
}

/** So many events can be changed at once. */
export const mostAtOnce = 500

/** So many are asked for at a time. */
const mostAsked = 100

/** All that the list has on its pages, at most as many as can be changed at once. Throws what {@link ask} throws. */
export async function readAllEvents(shown: Shown): Promise<readonly EventRecord[]> {
  const found: EventRecord[] = []
  for (let page = 1, pages = 1; page <= pages && found.length < mostAtOnce; page += 1) {
    const { events, total_pages } = await readEvents({ ...shown, page }, undefined, mostAsked)
    found.push(...events)
    pages = total_pages
  }
  return found.slice(0, mostAtOnce)
}

/** Asks for a page of the list. Throws what {@link ask} throws. */
export async function readEvents(
  shown: Shown,
  signal?: AbortSignal,
  size: number = perPage,
): Promise<EventPage> {
  const { body } = await ask<EventPage>('events', {
    query: {
      ...chosenBy(shown),
      ...orderOf(shown),
      page: shown.page,
      per_page: size,
      ...(isCollapsed(shown) ? { collapse: 'series' } : {}),
    },
    signal,
  })
  return body
}

/** How many events each tab has. Throws what {@link ask} throws. */
export async function countTabs(): Promise<Readonly<Record<Tab, number>>> {
  const counts = await Promise.all(
    tabs.map(async (tab) => {
      const query = {
        ...choice(tab),
        per_page: 1,
        _fields: 'total',
        ...(isCollapsed({ tab, isEvery: false, series: '' }) ? { collapse: 'series' } : {}),
      }
      const { body } = await ask<{ total: number }>('events', { query })
      return [tab, body.total] as const
    }),
  )
  return Object.fromEntries(counts) as Record<Tab, number>
}

/** How many of the next dates of a series are shown below the first. */
const nextDates = 5

/** The dates of a series after one of them, and how many there are. Throws what {@link ask} throws. */
export async function readNextDates(
  { id, start_date }: EventRecord,
  series: number,
  signal: AbortSignal,
): Promise<EventPage> {
  const { body } = await ask<EventPage>('events', {
    query: {
      post_parent: series,
      status: untrashed,
      starts_after: start_date,
      strict_dates: true,
      // The clock of the site may be behind that of the series: the date itself may be among them.
      per_page: nextDates + 1,
    },
    signal,
  })
  return { ...body, events: body.events.filter((event) => event.id !== id).slice(0, nextDates) }
}
