import { type Asked, ask } from '../api.ts'
import { wallNow } from '../dates.ts'
import type { EventPage, EventRecord } from '../records.ts'

/** Which events a list has. */
export const tabs = ['upcoming', 'waiting', 'drafts', 'past', 'trash'] as const
export type Tab = (typeof tabs)[number]

/** What a list shows, as its address says. */
export interface Shown {
  readonly tab: Tab
  readonly page: number
  readonly search: string
  readonly category: string
  readonly venue: string
  readonly organizer: string
  /** Whether each date of a series has a row of its own. */
  readonly isEvery: boolean
}

/** How many events a page of the list has. */
export const perPage = 25

/** What the address of the list says; what it cannot mean counts as missing. */
export function shownBy(query: URLSearchParams): Shown {
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'upcoming'
  const page = Number(query.get('page') ?? 1)
  const id = (name: string) => (/^\d{1,15}$/.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '')
  return {
    tab,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: query.get('search') ?? '',
    category: id('category'),
    venue: id('venue'),
    organizer: id('organizer'),
    isEvery: query.has('every'),
  }
}

/** The query of the address of a list. */
export function addressOf(shown: Shown): Record<string, string | number | undefined> {
  return {
    tab: shown.tab === 'upcoming' ? undefined : shown.tab,
    search: shown.search,
    category: shown.category,
    venue: shown.venue,
    organizer: shown.organizer,
    every: shown.isEvery ? 1 : undefined,
    page: shown.page === 1 ? undefined : shown.page,
  }
}

/** All that can be in a list but what is in the trash. */
const untrashed = ['publish', 'future', 'draft', 'pending', 'private']

/** Before any event: with it a list has no default dates. */
const ever = '1000-01-01'

/** What chooses the events of each tab. */
function choice(tab: Tab): NonNullable<Asked['query']> {
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

/** Whether the dates of a series are one row. */
function isCollapsed({ tab, isEvery }: Pick<Shown, 'tab' | 'isEvery'>): boolean {
  return !isEvery && (tab === 'upcoming' || tab === 'waiting' || tab === 'drafts')
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
  const { tab, page, search, category, venue, organizer } = shown
  const { body } = await ask<EventPage>('events', {
    query: {
      ...choice(tab),
      page,
      per_page: size,
      search,
      categories: category,
      venue,
      organizer,
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
        ...(isCollapsed({ tab, isEvery: false }) ? { collapse: 'series' } : {}),
      }
      const { body } = await ask<{ total: number }>('events', { query })
      return [tab, body.total] as const
    }),
  )
  return Object.fromEntries(counts) as Record<Tab, number>
}
