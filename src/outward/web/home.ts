import type { Facets } from '../../records/facets/facets.query.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { listEvents } from '../../records/events/events.list.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { calendarUrl, viewUrl } from './calendar.address.ts'
import { type CalendarQuery, calendarQueryOf, overlapping, type Pair } from './calendar.query.ts'
import { eventCard, type Shelf } from './card.ts'
import { Posters } from './picture.ts'
import { coloursOf } from './colours.ts'
import { dateText } from './dates.ts'
import { listFeeds, serviceListUrl } from './feed.links.ts'
import { filterCounts } from './filters.form.ts'
import { artwork } from './home.art.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { byDay, shelfOf, totalText } from './listing.ts'
import { listPage } from './lists.ts'
import { compareTexts, numberText, say } from '../../pure/locale/locale.ts'
import { nothing } from './emptyList.ts'
import { periodOf } from '../../pure/calendar/period.ts'
import { periodTexts } from './period.texts.ts'
import { subscribeMenu } from './subscribe.ts'
import { endOfMoment, todayOf } from './today.ts'
import { barLine, searchForm } from './tools.ts'
import type { Visit } from './visit.ts'
import { daysOf } from './when.ts'
import { ofTexts, ownText } from './ownText.ts'

/** The front page; with filters or further down, the list. */
export async function homePage(visit: Visit): Promise<Page> {
  const query = await calendarQueryOf(visit, { isOnce: true })
  return query.pairs.length > 0 || query.page > 1 || query.misread.length > 0
    ? listPage(visit)
    : frontPage(visit, query)
}

/** How many cards a section has: two rows, or one. */
const cardsOfDay = 4
const cardsOfWeekend = 8
const cardsOfFeatured = 4
const cardsOfList = 10

/** An event that lasts longer is “on for a while”, and stands in a section of its own. */
const while_days = 3

async function frontPage(visit: Visit, query: CalendarQuery): Promise<Page> {
  const { site, siteName, siteDescription, locale } = visit
  const { messages } = locale
  const today = todayOf(visit)
  const weekend = periodOf('weekend', today, locale)
  const [featured, now, saturday, counts] = await Promise.all([
    first(visit, { ...overlapping({ from: today }, visit), featured: true }, cardsOfFeatured),
    first(visit, overlapping({ from: today, until: today }, visit), mostRead),
    first(visit, overlapping(weekend, visit), mostRead),
    filterCounts(visit, query, { facets: ['categories'] }),
  ])
  // Each event stands on the page once, and each series by the first of its dates.
  const seen = new Set(featured.events.map(keyOf))
  const running = now.events
    .filter((whole) => isWhile(whole, visit) && !seen.has(keyOf(whole)))
    .slice(0, cardsOfDay)
  for (const whole of running) seen.add(keyOf(whole))
  const ofToday = takeNew(now.events, seen, cardsOfDay, visit)
  const ofWeekend = takeNew(saturday.events, seen, cardsOfWeekend, visit)
  const all = await first(visit, query.params, cardsOfList + seen.size)
  const others = all.events.filter((whole) => !seen.has(keyOf(whole))).slice(0, cardsOfList)
  const shown = [...featured.events, ...running, ...ofToday, ...ofWeekend, ...others]
  const shelf = await shelfOf(visit, shown, undefined, all.more)
  const feeds = listFeeds(visit, query)
  const sections = [
    featuredSection(visit, featured.events, shelf),
    section(visit, {
      id: 'today',
      title: messages.today,
      link: {
        url: viewUrl(visit, 'day'),
        text: say(messages.allOf, { what: dateText(locale, today, 'weekdayAndDay') }),
      },
      events: ofToday,
      shelf,
    }),
    section(visit, {
      id: 'weekend',
      title: messages.thisWeekend,
      link: {
        url: calendarUrl(site, '/list', [['when', 'weekend']]),
        text: say(messages.allOf, { what: totalText(visit, saturday.total) }),
      },
      events: ofWeekend,
      shelf,
    }),
    await kindsSection(visit, counts),
    section(visit, {
      id: 'running',
      title: messages.onForAWhile,
      link: { url: viewUrl(visit, 'month'), text: messages.seeTheMonth },
      events: running,
      shelf,
    }),
  ]
  const tools = {
    view: 'list' as const,
    path: '/list',
    query,
    active: [],
    counts,
    found: totalText(visit, all.total),
    feeds,
  }
  return {
    title: siteName,
    summary: siteDescription,
    canonical: `${site.home}/`,
    isHome: true,
    styles: ['home.css'],
    json: serviceListUrl(site, []),
    feeds,
    holdsUntil: endOfMoment(visit),
    main: html`<div class="wrap">
      ${hero(visit, query, today)}${all.total === 0 ? undefined : sections}
      <section class="section" aria-labelledby="all">
        <div class="section-head">
          <h2 id="all">${messages.upcoming}</h2>
          ${
            all.total === 0
              ? undefined
              : html`<a href="${calendarUrl(site, '/list', [])}"
                  >${say(messages.allOf, { what: tools.found })}</a
                >`
          }
        </div>
        ${
          all.total === 0
            ? await nothingYet(visit)
            : html`${barLine(visit, tools)}${byDay(visit, query, { events: others, shelf })}`
        }
      </section>
      ${invitation(visit, feeds)}
    </div>`,
  }
}

/** Why there is nothing: a calendar that never had anything shows whoever looks after it where to begin. */
async function nothingYet(visit: Visit): Promise<Html> {
  const { site, siteName, locale } = visit
  const { messages } = locale
  const ever = await first(visit, overlapping({ from: Temporal.PlainDate.from('1000-01-01') }, visit), 1)
  if (ever.total > 0) return nothing(messages.nothingPlanned, messages.nothingPlannedHint)
  const way = { url: `${site.path}/admin/events/new`, text: messages.addFirst }
  return nothing(messages.nothingPlanned, say(messages.addFirstHint, { name: siteName }), [way])
}

/** Of so many events the first that are new on the page are shown. */
const mostRead = 24

/** The first events of a list, of each series the first; and how many there are in all. */
async function first(visit: Visit, params: ListAmong, count: number) {
  const { context, caller, now } = visit
  const once = { ...params, per_page: count, collapse: 'series' as const }
  const { events, page, more } = await listEvents(context, once, { caller, now })
  return { events, more, total: [...more.values()].reduce((sum, further) => sum + further, page.total) }
}

/** What an event is on the page once by: its series, or itself. */
function keyOf({ event }: EventWithLinks): string {
  return event.series_id === null ? `event ${event.id}` : `series ${event.series_id}`
}

function isWhile({ event }: EventWithLinks, visit: Visit): boolean {
  const { first: begin, last } = daysOf(event, visit)
  return begin.until(last).days >= while_days
}

function takeNew(
  events: readonly EventWithLinks[],
  seen: Set<string>,
  count: number,
  visit: Visit,
): EventWithLinks[] {
  const fresh = events.filter((whole) => !seen.has(keyOf(whole)) && !isWhile(whole, visit)).slice(0, count)
  for (const whole of fresh) seen.add(keyOf(whole))
  return fresh
}

function hero(visit: Visit, query: CalendarQuery, today: Temporal.PlainDate): Html {
  const { site, siteName, siteDescription, locale } = visit
  const { messages } = locale
  const chip = (pairs: readonly Pair[], text: string) =>
    html`<a class="chip" href="${calendarUrl(site, '/list', pairs)}">${text}</a>`
  const chips = (['today', 'tonight', 'tomorrow', 'weekend', 'week'] as const).map((name) =>
    chip([['when', name]], messages[periodTexts[name]]),
  )
  return html`<section class="hero" aria-labelledby="welcome">
    <div>
      <p class="today"><time datetime="${today.toString()}">${dateText(locale, today, 'day')}</time></p>
      <h1 id="welcome" ${ofTexts(visit)}>${siteName}</h1>
      ${siteDescription === '' ? undefined : html`<p class="lead" ${ofTexts(visit)}>${siteDescription}</p>`}
      ${searchForm(visit, { path: '/list', query }, { isBig: true })}
      <div class="chips in-hero" role="group" aria-label="${messages.dates}">
        ${chips}${chip([['free', 'true']], messages.free)}<a
          class="chip"
          href="${calendarUrl(site, '/list', [])}#near"
          data-near
          data-failed="${messages.noPosition}"
          >${messages.nearMe}</a
        >
      </div>
    </div>
    ${artwork()}
  </section>`
}

/** The first featured event large, up to three beside it. */
function featuredSection(visit: Visit, events: readonly EventWithLinks[], shelf: Shelf): Content {
  const [lead, ...others] = events
  if (!lead) return undefined
  const { messages } = visit.locale
  const posters = new Posters()
  return html`<section class="section" aria-labelledby="featured">
    <div class="section-head">
      <h2 id="featured">${messages.featured}</h2>
      <a href="${calendarUrl(visit.site, '/list', [['featured', 'true']])}">${messages.allFeatured}</a>
    </div>
    <div class="${others.length > 0 ? 'featured' : 'featured alone'}">
      ${eventCard(lead, visit, shelf, { isEager: true, isLead: true, posters })}
      ${others.length > 0 ? html`<div class="stack">${others.map((whole) => eventCard(whole, visit, shelf, { posters }))}</div>` : undefined}
    </div>
  </section>`
}

interface Section {
  readonly id: string
  readonly title: string
  readonly link: { readonly url: string; readonly text: string }
  readonly events: readonly EventWithLinks[]
  readonly shelf: Shelf
}

function section(visit: Visit, { id, title, link, events, shelf }: Section): Content {
  if (events.length === 0) return undefined
  const posters = new Posters()
  return html`<section class="section" aria-labelledby="${id}">
    <div class="section-head">
      <h2 id="${id}">${title}</h2>
      <a href="${link.url}">${link.text}</a>
    </div>
    <div class="cards">${events.map((whole) => eventCard(whole, visit, shelf, { posters }))}</div>
  </section>`
}

async function kindsSection(visit: Visit, { categories = [] }: Facets): Promise<Content> {
  const { messages } = visit.locale
  const roots = categories
    .filter(({ parent }) => parent === 0)
    .map(({ id, slug, name, count }) => ({ id, slug, count, name: plainTextOfHtml(name) }))
    .toSorted((one, other) => compareTexts(visit.locale, one.name, other.name))
  if (roots.length < 2) return undefined
  const colours = await coloursOf(visit)
  return html`<section class="section" aria-labelledby="kinds">
    <div class="section-head"><h2 id="kinds">${messages.findYourKind}</h2></div>
    <ul class="shelf">
      ${roots.map(
        (root) =>
          html`<li>
            <a
              class="c-${colours.get(root.id) ?? 0}"
              href="${calendarUrl(visit.site, '/list', [['categories', root.slug]])}"
              >${ownText(visit, root.name)}<span class="count"
                >${numberText(visit.locale, root.count)}</span
              ></a
            >
          </li>`,
      )}
    </ul>
  </section>`
}

function invitation(visit: Visit, feeds: Page['feeds'] = []): Html {
  const { messages } = visit.locale
  return html`<div class="invite">
    <div>
      <h2>${messages.neverMiss}</h2>
      <p>${messages.subscribeHint}</p>
    </div>
    <div>${subscribeMenu(visit, feeds)}</div>
  </div>`
}
