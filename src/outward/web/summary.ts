import { remember } from '../../pure/calendar/cache.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { titleText } from './card.ts'
import type { Listing } from './listing.ts'
import { countText, say } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'

/** What a page of several events shows, as plain text. */
interface Shown {
  /** What the page is about. */
  readonly title: string
  readonly total: number
  /** The titles of some of its events, the first before others. */
  readonly titles: readonly string[]
}

/** Search engines show some 160 characters. */
const longest = 160

/** More titles than these do not make a summary better. */
const mostTitles = 4

/**
 * The summary of a page with several events, which no other page has: what it is about, how many there are, and as many of their titles
 * as there is room for. A page of none says so, and what the site is.
 */
export function summaryOfEvents(
  { locale, siteName, siteDescription }: Pick<Visit, 'locale' | 'siteName' | 'siteDescription'>,
  { title, total, titles }: Shown,
): string {
  const { messages, tag } = locale
  const known = [...new Set(titles.filter((one) => one !== ''))].slice(0, mostTitles)
  if (total === 0 || known.length === 0) {
    const events = total === 0 ? messages.noEvents : countText(locale, messages.results, total)
    return [`${title}: ${events}`, siteDescription || siteName].join(' – ')
  }
  const events = countText(locale, messages.results, total)
  const withTitles = (count: number) => {
    const named = listsOf(tag).format(known.slice(0, count))
    return total > count
      ? say(messages.amongThem, { title, events, titles: named })
      : `${title}: ${events} – ${named}`
  }
  let count = known.length
  while (count > 1 && withTitles(count).length > longest) count -= 1
  return withTitles(count)
}

/** The summary of a page of a list, likewise. */
export function summaryOfList(
  visit: Visit,
  title: string,
  { total, events }: Pick<Listing, 'total' | 'events'>,
): string {
  return summaryOfEvents(visit, { title, total, titles: titlesOf(events) })
}

/** Titles of events for a summary: first of what takes place. */
export function titlesOf(events: readonly EventWithLinks[]): string[] {
  return events.toSorted((one, other) => isOff(one) - isOff(other)).map(({ event }) => titleText(event.title))
}

function isOff({ event }: EventWithLinks): number {
  return Number(event.event_status === 'canceled')
}

/** How many languages are remembered. */
const kept = 50
const listsOf = remember(kept, (tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))
