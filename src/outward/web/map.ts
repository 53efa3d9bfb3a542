import { listEvents } from '../../records/events/events.list.ts'
import { countPlaces } from '../../records/facets/facets.places.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { type Page as ListedPage, pagesOf } from '../../http/list.ts'
import type { ShownLinked } from '../../records/linked/linked.kind.ts'
import { calendarUrl } from './calendar.address.ts'
import { calendarQueryOf, filtersWithDays } from './calendar.query.ts'
import { kindOf, placeText, type Shelf, titleLine, titleText } from './card.ts'
import { labelsOf, offClass } from './labels.ts'
import { picture, Posters } from './picture.ts'
import { listFeeds, serviceListUrl } from './feed.links.ts'
import { filterCounts } from './filters.form.ts'
import { activeFilters, daysText } from './filters.ts'
import { type Content, type Html, html, joined } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { dayText, pager, pageText, shelfOf, totalText } from './listing.ts'
import { countText, numberText, say } from '../../pure/locale/locale.ts'
import { drawnMap, type Pin } from './map.drawing.ts'
import { filtersToDrop, nothing } from './emptyList.ts'
import { summaryOfList } from './summary.ts'
import { endOfMoment, todayOf } from './today.ts'
import { misreadLine } from './misread.ts'
import { assertWithin } from './pastTheEnd.ts'
import { filterSheet, pageHead, toolBar } from './tools.ts'
import type { Visit } from './visit.ts'
import { daysOf, endsSoon, startAndEnd, startStamp, whenWords } from './when.ts'
import { langOf, ofTexts, onOneLine } from './ownText.ts'

/** How many events a page of the map has: more pins could not be told apart. */
const mapLimit = 100

/** Events at a place with coordinates: what is online alone has none. */
export const onMap = {
  geoloc: true,
  event_status: ['scheduled', 'canceled', 'postponed', 'rescheduled'],
  attendance_mode: ['in_person', 'mixed'],
} as const satisfies ListAmong

/** How many events stand beside the map at once: 100 are 16,000 pixels on a phone. The others open below them. */
const listed = 20

/** The size of the drawn map, in its own units. */
const drawing = { width: 900, height: 720 }

/** An event with its place on the map. */
interface Placed {
  readonly whole: EventWithLinks
  readonly venue: ShownLinked
  /** The number of its place, from 1. */
  readonly number: number
}

/** Events at places with coordinates, as a list and on a map beside it, whose numbers match. */
export async function mapPage(visit: Visit): Promise<Page> {
  const { site, locale, context, caller, now } = visit
  const { messages } = locale
  const path = '/map'
  const query = await calendarQueryOf(visit)
  // The list has a limit of its own instead of PER_PAGE_MAX.
  const unclamped = { ...context, perPageMax: mapLimit }
  const params = { ...query.params, ...onMap, per_page: mapLimit, page: query.page }
  const [{ events, page }, active, counts, all] = await Promise.all([
    listEvents(unclamped, params, { caller, now }),
    activeFilters(visit, query),
    filterCounts(visit, { ...query, params: { ...query.params, ...onMap } }),
    countPlaces(context, { ...query.params, ...onMap }, { caller, now }),
  ])
  const placed = numbered(events)
  const pages = pagesOf(page)
  const isOne = pages <= 1
  // Of what is on one page the numbers on the map are the places.
  const places = isOne ? new Set(placed.map(({ number }) => number)).size : all
  const found =
    page.total === 0
      ? totalText(visit, page.total)
      : say(messages.eventsInPlaces, {
          events: totalText(visit, page.total),
          places: countText(locale, messages.places, places),
        })
  const to = (number: number) => calendarUrl(site, path, query.pairs, number)
  assertWithin(page, to)
  const previous = page.page > 1 ? to(page.page - 1) : undefined
  const next = page.page < pages ? to(page.page + 1) : undefined
  const title = daysText(visit, query) ?? messages.mapTitle
  const tools = {
    view: 'map' as const,
    path,
    query,
    active,
    counts,
    found,
    feeds: listFeeds(visit, query),
    misread: await misreadLine(visit, query, path),
  }
  const results =
    placed.length === 0
      ? nothing(
          messages.noPlaces,
          active.length > 0 ? messages.nothingFoundHint : messages.noPlacesHint,
          active.length > 0 ? await filtersToDrop(visit, active, path, onMap) : [],
        )
      : await split(visit, placed, await shelfOf(visit, events, query))
  return {
    title: messages.mapTitle,
    part: page.page > 1 ? pageText(visit, page.page, pages) : undefined,
    summary: summaryOfList(visit, messages.mapTitle, { total: page.total, events }),
    canonical: to(query.page),
    isUnlisted: active.length > 0,
    previous,
    next,
    view: 'map',
    json: serviceListUrl(site, [...filtersWithDays(query), ['geoloc', 'true']]),
    feeds: tools.feeds,
    holdsUntil: endOfMoment(visit),
    styles: ['leaflet.css', 'map.css'],
    scripts: ['leaflet.js', 'map.js'],
    main: html`<div class="wrap">
      ${pageHead(title, undefined)}${toolBar(visit, tools)} ${await filterSheet(visit, tools)}
      ${isOne ? undefined : shownLine(visit, page)}${results}
      ${pager(visit, { previous, next, page: page.page, pages })}
    </div>`,
  }
}

/** Which of all events this page of the map shows. */
function shownLine({ locale }: Visit, { total, page, perPage }: ListedPage): Html {
  const number = (value: number) => numberText(locale, value)
  const [from, until] = [(page - 1) * perPage + 1, Math.min(total, page * perPage)]
  const says = { from: number(from), until: number(until), total: number(total) }
  return html`<p class="dim small">${say(locale.messages.mapShows, says)}</p>`
}

/** The events with the number of their place, in the order in which the list first names it. */
function numbered(events: readonly EventWithLinks[]): Placed[] {
  const numbers = new Map<number, number>()
  return events.flatMap((whole) => {
    const venue = whole.venues.find(
      ({ geo_lat: lat, geo_lng: lng }) => typeof lat === 'number' && typeof lng === 'number',
    )
    if (!venue || whole.event.password_digest !== null) return []
    const number = numbers.get(venue.id) ?? numbers.size + 1
    numbers.set(venue.id, number)
    return [{ whole, venue, number }]
  })
}

async function split(visit: Visit, placed: readonly Placed[], shelf: Shelf): Promise<Html> {
  return html`<div class="map-split">
    <div class="map-list">
      ${byDay(visit, placed.slice(0, listed), shelf)}${restOf(visit, placed.slice(listed), shelf)}
    </div>
    ${mapBox(visit, placed, shelf)}
  </div>`
}

/** What a pin leads to opens by itself. */
function restOf(visit: Visit, placed: readonly Placed[], shelf: Shelf): Content {
  if (placed.length === 0) return undefined
  const { locale } = visit
  return html`<details class="rest">
    <summary class="button plain">${locale.messages.showMore} (${numberText(locale, placed.length)})</summary>
    ${byDay(visit, placed, shelf)}
  </details>`
}

function byDay(visit: Visit, placed: readonly Placed[], shelf: Shelf): Content {
  const posters = new Posters()
  const today = todayOf(visit)
  const days = Map.groupBy(placed, ({ whole }) =>
    isRunning(whole, visit, today) ? '' : daysOf(whole.event, visit).first.toString(),
  )
  return [...days].map(
    ([day, own]) =>
      html`<section>
        <div class="day-head">
          <h2>
            ${day === '' ? visit.locale.messages.onForAWhile : dayText(visit, Temporal.PlainDate.from(day))}
          </h2>
        </div>
        <ol class="rows">
          ${own.map((one) => html`<li id="e-${one.whole.event.id}">${row(visit, one, { shelf, posters })}</li>`)}
        </ol>
      </section>`,
  )
}

/** Whether an event has been on since another day: it stands above the days to come. */
function isRunning({ event }: EventWithLinks, visit: Visit, today: Temporal.PlainDate): boolean {
  const { first, last } = daysOf(event, visit)
  return Temporal.PlainDate.compare(first, today) < 0 && Temporal.PlainDate.compare(last, today) >= 0
}

function row(
  visit: Visit,
  { whole, number }: Placed,
  { shelf, posters }: { shelf: Shelf; posters: Posters },
): Html {
  const { event } = whole
  const kind = kindOf(whole, shelf)
  const clock = startAndEnd(event, visit)
  const today = todayOf(visit)
  const when =
    isRunning(whole, visit, today) || endsSoon(event, visit)
      ? whenWords(event, visit)
      : (clock?.from ?? visit.locale.messages.allDay)
  const facts: Content[] = [
    html`<time datetime="${startStamp(event)}">${when}</time>`,
    html`<span ${ofTexts(visit)}>${placeText(whole)}</span>`,
    ...labelsOf(whole, visit),
  ]
  return html`<article class="row${offClass(event)}">
    ${picture(whole, visit, kind, { posters })}
    <div class="body">
      <span class="kind c-${kind.colour}" ${ofTexts(visit)}
        ><span class="number c-${kind.colour}">${numberText(visit.locale, number)}</span
        >${kind.names[0] ?? ''}</span
      >
      ${titleLine(visit, event, titleText(event.title))}
      <p class="facts">${joined(facts, ' · ')}</p>
    </div>
  </article>`
}

/** The map: drawn here, and made movable by a script, which reads the places from it. */
function mapBox(visit: Visit, placed: readonly Placed[], shelf: Shelf): Html {
  const { locale, tiles } = visit
  const { messages } = locale
  const pins = [...Map.groupBy(placed, ({ number }) => number).values()].flatMap((own): Pin[] => {
    const [first] = own
    if (!first) return []
    const { geo_lat: lat, geo_lng: lng } = first.venue
    // Of several their number alone: a label has one language.
    const several = own.length === 1 ? '' : ` (${numberText(locale, own.length)})`
    const colours = new Set(own.map(({ whole }) => kindOf(whole, shelf).colour))
    const titles = own.length === 1 ? [titleText(first.whole.event.title)] : []
    return [
      {
        lat: Number(lat),
        lng: Number(lng),
        text: numberText(locale, first.number),
        label: `${numberText(locale, first.number)}: ${onOneLine([...titles, titleText(first.venue.title)])}${several}`,
        count: own.length,
        url: `#e-${first.whole.event.id}`,
        colour: colours.size === 1 ? [...colours][0] : undefined,
        lang: langOf(visit),
      },
    ]
  })
  return html`<section
    class="map-box"
    id="map"
    aria-label="${messages.mapLabel}"
    data-tiles="${tiles.url}"
    data-attribution="${tiles.attribution}"
    data-zoom-in="${messages.zoomIn}"
    data-zoom-out="${messages.zoomOut}"
    data-search-here="${messages.searchHere}"
    data-events="${JSON.stringify(messages.results)}"
    data-pins="${JSON.stringify(pins)}"
  >
    ${drawnMap(pins, {
      ...drawing,
      tiles,
      label: messages.mapLabel,
      count: (value) => numberText(locale, value),
      group: (count) => say(messages.placesHere, { count: numberText(locale, count) }),
    })}
    ${
      tiles.url === ''
        ? html`<p class="map-note"><span>${messages.noStreetMap}</span></p>`
        : html`<p class="map-note"><span>${tiles.attribution}</span></p>`
    }
  </section>`
}
