import { epochSeconds } from '../../pure/calendar/text.ts'
import { mayRead } from '../../http/auth/rights.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import { attendanceOf } from '../../records/events/events.happening.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import { offersHoldUntil } from '../../records/events/events.jsonld.ts'
import { isOpen, presentedDigest } from '../../records/rows/event.access.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { eventViewSingle } from '../../records/events/events.view.ts'
import type { EventRecord } from '../../records/events/events.record.ts'
import { focusClasses, imageOf, type ImageRecord } from '../../records/media/media.record.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { readWebUrl } from '../../pure/text/address.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { findAncestors } from '../../records/terms/terms.query.ts'
import { termView } from '../../records/terms/terms.view.ts'
import { kindOf, placesOf, placeText, titleText, kindLine } from './card.ts'
import { costText, happeningLabel, urgentLabels, stated, stateOf, ofCost } from './labels.ts'
import { Posters, shapeOf, sourceSet } from './picture.ts'
import { type Kind, nameText } from './colours.ts'
import { dateText } from './dates.ts'
import { happeningBanner, type NextDate, onlinePanel } from './event.happening.ts'
import { editBar } from './edit.bar.ts'
import { tellMe } from './mail.links.ts'
import { addToCalendar, proposalLinks, shareMenu, type ShownEvent } from './event.actions.ts'
import { buttonText, registerBar, registeringOf, registerPanel } from './register.panel.ts'
import { stateHoldsUntil } from '../../records/registration/registration.row.ts'
import { isOnSale, ticketList } from './event.tickets.ts'
import { addressText, directionsUrl } from './event.venue.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { panels } from './event.panels.ts'
import { related } from './event.related.ts'
import { icon } from './icons.ts'
import { comma } from '../../pure/locale/locale.ts'
import type { FeedLink, Page } from './page.ts'
import { shelfOf } from './listing.ts'
import { prose } from './prose.ts'
import { lockedPage } from './refusals.ts'
import { endOfMoment, todayOf } from './today.ts'
import { datesOf, datesPanel, nextDate, repeatLine } from './series.ts'
import { ownFacts } from './ownFacts.ts'
import { previewOf } from './sharing.ts'
import type { Visit } from './visit.ts'
import { isElsewhere, isoText, whenText } from './when.ts'
import { langOfTexts, ofTexts } from './ownText.ts'

/** The picture of an event in its page. */
const pictureSizes = '(min-width: 62rem) 36rem, 100vw'

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
  const summary = summaryOf(visit, whole, record.excerpt || record.description)
  return {
    canonical: record.url,
    title: stated(whole, visit, plainTextOfHtml(record.title)),
    summary,
    json: record.rest_url,
    events: record.rest_url,
    styles: ['event.css'],
    // Programs do not know a password, so there is nothing else for them.
    ...(isPublic ? await shownElsewhere(visit, whole, record, summary) : {}),
    isUnlisted: !isPublic || event.hide_from_listings === 1,
    holdsUntil: holdsUntil(visit, whole),
    bar: await editBar(visit, event),
    main: await article(visit, { whole, record, image, ...(isPublic ? {} : { password }) }),
  }
}

/** What other sites are told: the data of the event, with the summary and the picture of its page where it has none itself. */
async function shownElsewhere(visit: Visit, whole: EventWithLinks, record: EventRecord, summary: string) {
  const image = imageOf({ images: whole.images, site: visit.site }, whole.event.image_id)
  const preview = image ?? (await previewOf(visit, whole))
  return {
    jsonLd: {
      ...record.json_ld,
      description: record.json_ld?.['description'] ?? summary,
      image: record.json_ld?.['image'] ?? [preview.url],
    },
    feeds: feedsOf(record),
    image: preview,
  }
}

/** How many words of the text follow the date and the place in a summary. */
const summaryWords = 24

/** A summary that begins with what has happened to it, when and where, as plain text. */
function summaryOf(visit: Visit, whole: EventWithLinks, text: string): string {
  const { event } = whole
  const when = dateText(visit.locale, parseWall(event.start_wall), event.all_day === 1 ? 'day' : 'dayAndTime')
  const place = attendanceOf(event) === 'online' ? visit.locale.messages.online : placeText(whole)
  const parts = [stateOf(whole, visit), when, place, plainTextOfHtml(text, summaryWords)]
  return parts.filter(Boolean).join(' · ')
}

/** Until the event is over, a sale begins or ends, or something ends that is suggested beside it. */
function holdsUntil(visit: Visit, whole: EventWithLinks): number {
  const { now } = visit
  const isToEnd = whole.event.ends_at * 1000 >= now.epochMilliseconds
  return Math.min(
    // What is suggested is not over.
    endOfMoment(visit),
    offersHoldUntil(whole, now),
    stateHoldsUntil(whole.event, epochSeconds(now)),
    isToEnd ? whole.event.ends_at + 1 : Infinity,
  )
}

/** The event of the page, with what its parts need. */
interface PagedEvent extends ShownEvent {
  readonly image: ImageRecord | undefined
  /** By which it is shown, if it has one. */
  readonly password?: string | undefined
}

function feedsOf({ rest_url }: EventRecord): FeedLink[] {
  return [{ mediaType: 'text/calendar', name: 'iCalendar', url: `${rest_url}.ics` }]
}

async function article(visit: Visit, shown: PagedEvent): Promise<Html> {
  const { whole, record } = shown
  const { event } = whole
  // The page shows everything of a protected event to who knows its password.
  const open = { ...whole, event: { ...event, password_digest: null } }
  const shelf = await shelfOf(visit, [open])
  const kind = kindOf(open, shelf)
  const title = plainTextOfHtml(record.title)
  const excerpt = plainTextOfHtml(record.excerpt)
  const name = event.event_status === 'canceled' ? html`<s>${title}</s>` : title
  const dates = await datesOf(visit, whole)
  const next = nextDate(visit, whole, dates)
  return html`<div class="wrap c-${kind.colour}">
    ${await trail(visit, whole)}${happeningBanner(visit, event, next)}
    <article>
      <header class="event-head">
        ${figure(visit, shown, kind)}
        <div>
          <p class="tags">${kindLine(visit, kind)}${marks(visit, event)}</p>
          <h1 class="${title.length > longTitle ? 'long' : ''}" ${ofTexts(visit)}>${name}</h1>
          ${excerpt === '' ? undefined : html`<p class="says" ${ofTexts(visit)}>${excerpt}</p>`}
          ${essentials(visit, open, kind)}
          <div class="actions">
            ${mainAction(visit, open, next)}${addToCalendar(visit, shown)}${tellMe(visit, whole)}${shareMenu(visit, shown)}
          </div>
        </div>
      </header>
      <div class="event-body">
        <div>
          ${ownFacts(visit, 'event', event)}${prose(visit, record.description)}${ticketList(visit, open)}${proposalLinks(visit, shown)}
        </div>
        <aside class="aside" aria-label="${visit.locale.messages.about}">
          ${registerPanel(visit, open.event, shown.password)}${onlinePanel(visit, event)}${datesPanel(visit, whole, dates)}${await panels(visit, whole, record)}
        </aside>
      </div>
      ${registerBar(visit, open.event)}
    </article>
    ${await related(visit, whole, kind)}
  </div>`
}

/** Longer titles are set smaller. */
const longTitle = 40

/** Where the page stands: the calendar, and the categories from the top down. */
async function trail(visit: Visit, { categories }: EventWithLinks): Promise<Content> {
  const { site, locale, context } = visit
  const [category] = categories
  const ancestors = category ? await findAncestors(context.db.read, [category]) : new Map()
  const own = category
    ? html`<li>
        <a href="${termView(category, site, ancestors).url}" ${ofTexts(visit)}>${nameText(category.name)}</a>
      </li>`
    : undefined
  return html`<nav class="trail" aria-label="${locale.messages.whereYouAre}">
    <ol>
      <li><a href="${site.home}/">${locale.messages.whatsOn}</a></li>
      ${own}
    </ol>
  </nav>`
}

/** The status for editors if the event is not public, and whether it is featured. */
function marks(visit: Visit, event: ShownRow): Content {
  const { messages } = visit.locale
  return [
    happeningLabel(event, visit),
    event.status === 'publish' ? undefined : html`<span class="tag warn">${messages[event.status]}</span>`,
    event.featured === 1 ? html`<span class="tag star">${messages.featured}</span>` : undefined,
  ]
}

/** When, where and at what price. */
function essentials(visit: Visit, whole: EventWithLinks, { colour }: Kind): Html {
  const { messages } = visit.locale
  const { event } = whole
  const venues = placesOf(whole)
  const isOnline = attendanceOf(event) === 'online'
  const start = parseWall(event.start_wall).toPlainDate()
  const cost = costText(whole, visit)
  // That it is cancelled stands above.
  const labels = event.event_status === 'canceled' ? [] : urgentLabels(whole, visit)
  return html`<dl class="essentials">
    <div>
      <dt>
        <span class="leaf c-${colour}" aria-hidden="true"
          ><span>${dateText(visit.locale, start, 'shortMonth')}</span
          ><b>${dateText(visit.locale, start, 'number')}</b></span
        ><span class="hidden">${messages.when}</span>
      </dt>
      ${when(visit, event)}${repeatLine(visit, whole)}
    </div>
    ${
      venues.length === 0 && !isOnline
        ? undefined
        : html`<div>
            <dt><span class="well">${icon('place')}</span><span class="hidden">${messages.where}</span></dt>
            ${isOnline ? html`<dd>${messages.online}</dd>` : undefined}${venues.map((venue) => {
              const directions = directionsUrl(venue)
              const lines = addressText(venue)
              return html`<dd>
                  <a href="${postUrl(visit.site, kinds.venue, venue)}" ${ofTexts(visit)}
                    >${titleText(venue.title)}</a
                  >
                </dd>
                ${
                  lines === '' && directions === undefined
                    ? undefined
                    : html`<dd>
                        <span ${ofTexts(visit)}>${lines}</span
                        >${directions === undefined ? undefined : html`${lines === '' ? '' : ' · '}<a href="${directions}" rel="external noopener">${messages.directions}</a>`}
                      </dd>`
                }`
            })}
          </div>`
    }
    ${
      cost === '' && labels.length === 0
        ? undefined
        : html`<div>
            <dt><span class="well">${icon('ticket')}</span><span class="hidden">${messages.cost}</span></dt>
            <dd ${cost === '' ? undefined : ofCost(visit, cost)}>${cost === '' ? labels : cost}</dd>
            ${cost === '' || labels.length === 0 ? undefined : html`<dd>${labels}</dd>`}
          </div>`
    }
  </dl>`
}

/** The time of the event on the clocks of its own zone and, once a script has run, on those of the reader. */
function when(visit: Visit, event: ShownRow): Html {
  const { locale, context, now } = visit
  const { messages } = locale
  const isOver = event.ends_at * 1000 < now.epochMilliseconds
  const today = todayOf(visit)
  const start = parseWall(event.start_wall).toPlainDate()
  const near = start.equals(today)
    ? messages.today
    : start.equals(today.add({ days: 1 }))
      ? messages.tomorrow
      : undefined
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
  const text = whenText(event, { locale, context }, { hasZone: isElsewhere(event, context) })
  return html`<dd>
      ${near === undefined ? undefined : html`<span class="near-day">${near}${comma(locale)}</span>`}${event.event_status === 'canceled' ? html`<s>${text}</s>` : text}
    </dd>
    <dd>${local}${isOver ? html`<strong class="over">${messages.isOver}</strong>` : undefined}</dd>`
}

/** What most readers come for: another date where this one does not take place, tickets, a place, the way in where it is online, or the event’s own website. */
function mainAction(visit: Visit, { event, tickets }: EventWithLinks, next: NextDate | undefined): Content {
  const { locale, now } = visit
  const { messages } = locale
  const isOff = event.event_status === 'canceled'
  if (isOff && next) return html`<a class="button" href="${next.url}">${next.text}</a>`
  const ticket = tickets.find((one) => isOnSale(one, event, now) && readWebUrl(one.url) !== undefined)
  if (ticket) return html`<a class="button" href="#tickets">${icon('ticket')}${messages.getTickets}</a>`
  const registering = registeringOf(visit, event)
  if (registering?.isOpen)
    return html`<a class="button" href="#register"
      >${icon('ticket')}${buttonText(visit, registering.registration, registering.state)}</a
    >`
  const room = isOff || event.online_url === '' ? undefined : readWebUrl(event.online_url)
  if (room !== undefined)
    return html`<a class="button" href="${room}" rel="external noopener"
      >${icon('outside')}${messages.joinOnline}</a
    >`
  const url = event.website ? readWebUrl(event.website) : undefined
  return url === undefined
    ? undefined
    : html`<a class="button" href="${url}" rel="external noopener">${icon('outside')}${messages.website}</a>`
}

/** The picture with its description and who it is by; a poster where there is none. */
function figure(visit: Visit, { image, whole }: PagedEvent, { colour }: Kind): Html {
  if (!image)
    return html`<figure><div class="pic poster ${new Posters().next(whole.event.id, colour)}"></div></figure>`
  const row = whole.event.image_id === null ? undefined : whole.images.get(whole.event.image_id)
  const focus = focusClasses(row)
  return html`<figure>
    <div class="pic${shapeOf(image)} c-${colour}">
      <img
        ${focus === '' ? undefined : html`class="${focus}"`}
        src="${image.sizes?.['large']?.url ?? image.url}"
        srcset="${sourceSet(image)}"
        sizes="${pictureSizes}"
        width="${image.width}"
        height="${image.height}"
        alt="${row?.alt_text ?? ''}"
        ${row?.alt_text ? langOfTexts(visit) : undefined}
        fetchpriority="high"
      />
    </div>
    ${row?.credit ? html`<figcaption ${ofTexts(visit)}>${plainTextOfHtml(row.credit)}</figcaption>` : undefined}
  </figure>`
}
