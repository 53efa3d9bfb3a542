import { listEvents } from '../../records/events/events.list.ts'
import type { ListEvents } from '../../records/events/events.params.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { calendarUrl, viewUrl } from './calendar.address.ts'
import { overlapping } from './calendar.query.ts'
import { eventCard, type Shelf, titleText } from './card.ts'
import { Posters } from './picture.ts'
import type { Kind } from './colours.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { shelfOf } from './listing.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { sayOfTexts } from './ownText.ts'

/** How many events are suggested beside one, of how many of its categories or venues at most. */
const relatedLimit = 4
const relatedTo = 5

/** Other events of the same category, or at the same place if the event has no category; each title once. */
export async function related(visit: Visit, whole: EventWithLinks, kind: Kind): Promise<Content> {
  const { event, categories, venues } = whole
  const alike =
    categories.length > 0
      ? categories.map(({ id }) => ({ categories: [id] }))
      : venues.map(({ id }) => ({ venue: [id] }))
  const seen = new Set([titleText(event.title)])
  const others = (await firstOf(visit, alike.slice(0, relatedTo)))
    .filter((other) => {
      const title = titleText(other.event.title)
      const isOther =
        other.event.id !== event.id && (event.series_id === null || other.event.series_id !== event.series_id)
      const isNew = !seen.has(title) && isOther
      seen.add(title)
      return isNew
    })
    .slice(0, relatedLimit)
  if (others.length === 0) return undefined
  const { messages } = visit.locale
  const shelf: Shelf = await shelfOf(visit, others)
  const [category] = categories
  const all = category
    ? html`<a href="${calendarUrl(visit.site, '/list', [['categories', category.slug]])}"
        >${sayOfTexts(visit, messages.allOf, { what: kind.names.at(-1) ?? '' })}</a
      >`
    : html`<a href="${viewUrl(visit, 'list')}">${messages.upcoming}</a>`
  const posters = new Posters()
  return html`<section class="section" aria-labelledby="more">
    <div class="section-head">
      <h2 id="more">${messages.related}</h2>
      ${all}
    </div>
    <div class="cards">${others.map((other) => eventCard(other, visit, shelf, { posters }))}</div>
  </section>`
}

/**
 * The first events from today on of any of these lists, each once. They are asked for one by one: each list is read from its
 * beginning, while all of them in one would first be looked for.
 */
async function firstOf(visit: Visit, lists: readonly ListEvents[]): Promise<EventWithLinks[]> {
  const { context, caller, now } = visit
  const shared = {
    ...overlapping({ from: todayOf(visit) }, visit),
    per_page: 3 * relatedLimit,
    collapse: 'series' as const,
  }
  const found = await Promise.all(
    lists.map((params) => listEvents(context, { ...shared, ...params }, { caller, now })),
  )
  const all = new Map(found.flatMap(({ events }) => events).map((whole) => [whole.event.id, whole]))
  return [...all.values()].toSorted(
    ({ event: one }, { event: other }) =>
      one.starts_at - other.starts_at || one.date_at - other.date_at || one.id - other.id,
  )
}
