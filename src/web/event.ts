import { mayRead } from '../auth/rights.ts'
import { withLinks } from '../events/events.linked.ts'
import { findEventRow, listEvents } from '../events/events.query.ts'
import { offersHoldUntil } from '../events/events.jsonld.ts'
import type { ListEvents } from '../events/events.params.ts'
import { isOpen, presentedDigest } from '../events/events.read.ts'
import type { ShownRow, EventWithLinks } from '../events/events.row.ts'
import { eventViewSingle } from '../events/events.view.ts'
import type { EventRecord } from '../events/events.record.ts'
import { imageOf, type ImageRecord } from '../media/media.record.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { renderTermName } from '../text/render.ts'
import { findAncestors, type TermRow } from '../terms/terms.query.ts'
import { termView } from '../terms/terms.view.ts'
import { costText, eventCard, sourceSet } from './card.ts'
import { actions, type ShownEvent } from './event.actions.ts'
import { ticketList } from './event.tickets.ts'
import { venueBlock } from './event.venue.ts'
import { type Content, type Html, html } from './html.ts'
import type { FeedLink, Page } from './layout.ts'
import { overlapping } from './narrowing.ts'
import { facts, heading, link, listed, pageFacts, plain, prose, website } from './prose.ts'
import { lockedPage } from './refusals.ts'
import { endOfToday, todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { isoText, whenText } from './when.ts'

/** How many events are suggested beside one, of how many of its categories or venues at most. */
const relatedLimit = 3
const relatedTo = 5

/** The picture of an event in its page, in CSS pixels: as wide as the text. */
const pictureSizes = '(min-width: 64rem) 44rem, 100vw'

/** The page of the event with the id; undefined unless there is one that this reader may see. `password`: the one they sent. */
export async function eventPage(visit: Visit, id: number, password?: string): Promise<Page | undefined> {
  const { context, site, now, caller } = visit
  const event = await findEventRow(context.db.read, id)
  if (!event || event.status === 'trash' || !mayRead(caller, event)) return undefined
  const digest = await presentedDigest(context, password, visit.from)
  if (!isOpen(event, digest))
    return lockedPage(visit, postUrl(site, kinds.event, event), password !== undefined)
  const [whole] = await withLinks(await context.rows.get(), [event], caller)
  if (!whole) return undefined
  const record = eventViewSingle(whole, site, { ...context, now })
  const image = imageOf({ images: whole.images, site }, event.image_id)
  const isPublic = event.password_digest === null
  return {
    ...pageFacts({
      url: record.url,
      title: record.title,
      text: record.excerpt || record.description || whenAndWhere(visit, whole),
    }),
    json: record.rest_url,
    events: record.rest_url,
    // Programs do not know a password, so there is nothing else for them.
    ...(isPublic ? { jsonLd: record.json_ld ?? {}, feeds: feedsOf(record) } : {}),
    ...(isPublic && image ? { image } : {}),
    isUnlisted: !isPublic || event.hide_from_listings === 1,
    holdsUntil: holdsUntil(visit, whole),
    main: await article(visit, { whole, record, image }),
  }
}

/** A summary for an event without a description, as HTML. */
function whenAndWhere(visit: Visit, { event, venues }: EventWithLinks): string {
  return [whenText(event, visit).source, ...venues.map(({ title }) => title)].join(' · ')
}

/** Until the event is over, a sale begins or ends, or the day ends, after which other events are suggested. */
function holdsUntil(visit: Visit, whole: EventWithLinks): number {
  const { now } = visit
  const isToEnd = whole.event.ends_at * 1000 >= now.epochMilliseconds
  return Math.min(
    endOfToday(visit),
    offersHoldUntil(whole, now),
    isToEnd ? whole.event.ends_at + 1 : Infinity,
  )
}

/** The event of the page, with what its parts need. */
interface PagedEvent extends ShownEvent {
  readonly image: ImageRecord | undefined
}

function feedsOf({ rest_url }: EventRecord): FeedLink[] {
  return [{ mediaType: 'text/calendar', name: 'iCalendar', url: `${rest_url}.ics` }]
}

async function article(visit: Visit, shown: PagedEvent): Promise<Html> {
  const { whole, record } = shown
  const { messages } = visit.locale
  const { event } = whole
  return html`<article class="event">
      <header>${await categoryChips(visit, whole)}${heading(record.title)}${marks(visit, event)}</header>
      <div class="columns">
        <aside class="panel" aria-label="${messages.details}">
          ${facts([
            [messages.when, when(visit, event)],
            ...whole.venues.map((row): [string, Content] => [messages.where, venueBlock(visit, row)]),
            [messages.organizer, organizers(record)],
            [messages.cost, plain(costText(whole, visit))],
            [messages.website, website(event.website)],
            [messages.tags, await tags(visit, whole)],
          ])}
          ${actions(visit, shown)}
        </aside>
        <div class="body">
          ${picture(shown)}${prose(visit, record.excerpt)}${prose(visit, record.description)}${ticketList(visit, whole)}
        </div>
      </div>
    </article>
    ${await related(visit, whole)}`
}

/** The time on the clocks of the event and, once a script has run, on those of the reader. */
function when({ locale, context, now }: Visit, event: ShownRow): Html {
  const { messages } = locale
  const isOver = event.ends_at * 1000 < now.epochMilliseconds
  const local =
    event.all_day === 1
      ? undefined
      : html`<span
          class="local"
          hidden
          data-local="${messages.yourTime}"
          data-from="${isoText(event.starts_at)}"
          data-until="${isoText(event.ends_at)}"
          data-wall="${event.start_wall}"
        ></span>`
  return html`${whenText(event, { locale, context })}${local}${
    isOver ? html`<strong class="over">${messages.isOver}</strong>` : undefined
  }`
}

/** The status for editors if the event is not public, and whether it is featured. */
function marks({ locale }: Visit, event: ShownRow): Content {
  const { messages } = locale
  const all = [
    event.status === 'publish' ? undefined : html`<span class="chip status">${messages[event.status]}</span>`,
    event.featured === 1 ? html`<span class="chip strong">${messages.featured}</span>` : undefined,
  ].filter((mark) => mark !== undefined)
  return all.length > 0 ? html`<p class="facts-line">${all}</p>` : undefined
}

async function categoryChips(visit: Visit, { categories }: EventWithLinks): Promise<Content> {
  if (categories.length === 0) return undefined
  const links = await termLinks(visit, categories, 'chip')
  return html`<p class="facts-line">${links}</p>`
}

async function tags(visit: Visit, { tags }: EventWithLinks): Promise<Content> {
  return listed(await termLinks(visit, tags))
}

async function termLinks(
  { context, site }: Visit,
  terms: readonly TermRow[],
  kind?: string,
): Promise<Html[]> {
  const ancestors = await findAncestors(context.db.read, terms)
  return terms.map((term) => {
    const text = plainTextOfHtml(renderTermName(term.name))
    return html`<a href="${termView(term, site, ancestors).url}" class="${kind ?? 'tag'}" dir="auto"
      >${text}</a
    >`
  })
}

function organizers({ organizer }: EventRecord): Content {
  return listed(organizer.map(({ url, organizer }) => link(url, organizer)))
}

function picture({ image, whole }: PagedEvent): Content {
  if (!image) return undefined
  const row = whole.event.image_id === null ? undefined : whole.images.get(whole.event.image_id)
  return html`<figure>
    <img
      src="${image.sizes?.['large']?.url ?? image.url}"
      srcset="${sourceSet(image)}"
      sizes="${pictureSizes}"
      width="${image.width}"
      height="${image.height}"
      alt="${row?.alt_text ?? ''}"
      fetchpriority="high"
    />
    ${row?.credit ? html`<figcaption dir="auto">${plainTextOfHtml(row.credit)}</figcaption>` : undefined}
  </figure>`
}

/** Other events of the same category, or at the same place if the event has no category. */
async function related(visit: Visit, { event, categories, venues }: EventWithLinks): Promise<Content> {
  const alike =
    categories.length > 0
      ? categories.map(({ id }) => ({ categories: [id] }))
      : venues.map(({ id }) => ({ venue: [id] }))
  const others = (await firstOf(visit, alike.slice(0, relatedTo)))
    .filter((other) => other.event.id !== event.id)
    .slice(0, relatedLimit)
  if (others.length === 0) return undefined
  return html`<section class="related">
    <h2>${visit.locale.messages.related}</h2>
    <ul>
      ${others.map((other) => html`<li>${eventCard(other, visit, { withDate: true })}</li>`)}
    </ul>
  </section>`
}

/**
 * The first events from today on of any of these lists, each once. They are asked for one by one: each list is read from its
 * beginning, while all of them in one would first be looked for.
 */
async function firstOf(visit: Visit, lists: readonly ListEvents[]): Promise<EventWithLinks[]> {
  const { context, caller, now } = visit
  const shared = { ...overlapping({ from: todayOf(visit) }, visit), per_page: relatedLimit + 1 }
  const found = await Promise.all(
    lists.map((params) => listEvents(context, { ...shared, ...params }, { caller, now })),
  )
  const all = new Map(found.flatMap(({ events }) => events).map((whole) => [whole.event.id, whole]))
  return [...all.values()].toSorted(
    ({ event: one }, { event: other }) =>
      one.starts_at - other.starts_at || one.date_at - other.date_at || one.id - other.id,
  )
}
