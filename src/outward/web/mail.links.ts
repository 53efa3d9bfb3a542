import { epochSeconds } from '../../pure/calendar/text.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { isListed } from '../../records/letters/letters.facts.query.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { calendarUrl } from './calendar.address.ts'
import { icon } from './icons.ts'
import type { FeedLink } from './page.ts'
import type { Visit } from './visit.ts'

/** What the addresses of feeds have that is no filter: each letter has its own days. */
const ofDays: ReadonlySet<string> = new Set([
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'strict_dates',
  'order',
  'collapse',
])

/** The page on which what a list shows is had by mail, with exactly its filters; undefined where that is not offered. */
export function mailUrl(visit: Visit, feeds: readonly FeedLink[]): string | undefined {
  if (!visit.isMailOffered) return undefined
  const calendar = feeds.find(({ mediaType }) => mediaType === 'text/calendar')
  const address = calendar && URL.parse(calendar.url)
  // The calendar of one event or series is none of a list.
  if (!address?.pathname.endsWith('/events.ics')) return undefined
  const filters = [...address.searchParams].filter(([name]) => !ofDays.has(name))
  return calendarUrl(visit.site, '/mail', filters)
}

/** A quiet line at the foot of a list. */
export function mailLine(visit: Visit, feeds: readonly FeedLink[]): Content {
  const url = mailUrl(visit, feeds)
  return (
    url &&
    html`<p class="by-mail">
      <a class="chip" href="${url}" rel="nofollow">${visit.locale.messages.mailEveryFriday}</a>
    </p>`
  )
}

/** The page on which one is told of the dates of a series, by one of them that is to come. */
export function seriesMailUrl(visit: Visit, next: { readonly id: number } | undefined): string | undefined {
  if (!visit.isMailOffered || !next) return undefined
  return calendarUrl(visit.site, `/mail/event/${next.id}`, [['scope', 'series']])
}

/** The button by which one is told of an event; undefined for one that has ended or is not in the public lists. */
export function tellMe(visit: Visit, { event }: EventWithLinks): Content {
  if (!visit.isMailOffered || !isListed(event) || event.ends_at <= epochSeconds(visit.now)) return undefined
  return html`<a
    class="button plain"
    href="${calendarUrl(visit.site, `/mail/event/${event.id}`, [])}"
    rel="nofollow"
    >${icon('bell')}<span>${visit.locale.messages.mailTellMe}</span></a
  >`
}
