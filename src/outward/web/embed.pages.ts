import { anonymous, mayRead } from '../../http/auth/rights.ts'
import { startOfDate } from '../../pure/calendar/day.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { listEvents } from '../../records/events/events.list.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { EventRecord } from '../../records/events/events.record.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { eventView } from '../../records/events/events.view.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { findIdBySlug, normalSlug } from '../../records/posts/posts.query.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import {
  colourNames,
  type Embedded,
  frameSize,
  frameSnippet,
  frameUrl,
  readEmbedded,
  themes,
  usualLimit,
  widgetAttributes,
  widgetSnippet,
} from './embed.snippets.ts'
import { calendarQueryOf } from './calendar.query.ts'
import { type Choice, colourField, fieldBoxes, select } from './embed.inputs.ts'
import { kindOf, placeText, titleText } from './card.ts'
import { filterCounts } from './filters.form.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { labelsOf, offClass, overLabel, stated } from './labels.ts'
import { shelfOf } from './listing.ts'
import { picture } from './picture.ts'
import { isOver, todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { whenText } from './when.ts'
import { langOfTexts, ofTexts } from './ownText.ts'

/** The calendar for a frame: the widget, and, until it runs, a plain list of the same upcoming events. */
export async function framedCalendar(visit: Visit, framedBy: string): Promise<Page> {
  const { siteName } = visit
  const embedded = embeddedIn(visit)
  return {
    title: siteName,
    isUnlisted: true,
    framedBy,
    scripts: ['widget.js', 'framed.js'],
    styles: ['embed.css'],
    main: html`<h1 class="hidden" ${langOfTexts(visit)}>${siteName}</h1>
      ${widget(visit, embedded, await plainList(visit, embedded))}`,
  }
}

/** What is to be shown: nothing leads to letters where there are none. */
function embeddedIn({ query, isMailOffered }: Visit): Embedded {
  const embedded = readEmbedded(query)
  return isMailOffered ? embedded : { ...embedded, mail: undefined }
}

/** What the widget shows as a list, with its heading and its link to the calendar. */
async function plainList(visit: Visit, embedded: Embedded): Promise<Html> {
  const { site, siteName, locale } = visit
  const { messages } = locale
  const events = await upcoming(visit, embedded)
  const isFiltered = Object.keys(embedded.filters).length > 0
  const items = events?.map(
    ({ event }) =>
      html`<li>
        <a href="${postUrl(site, kinds.event, event)}" ${ofTexts(visit)}>${titleText(event.title)}</a>
        <span>${whenText(event, visit)}</span>
      </li>`,
  )
  const none = events
    ? isFiltered
      ? messages.nothingFound
      : messages.nothingPlanned
    : messages.notInCalendar
  return html`<div class="embedded-list">
    <h2>${messages.upcoming}</h2>
    ${
      items?.length
        ? html`<ul>
            ${items}
          </ul>`
        : html`<p>${none}</p>`
    }
    <p class="from">
      <span ${ofTexts(visit)}>${siteName}</span> <a href="${site.home}/">${messages.wholeCalendar}</a>
    </p>
  </div>`
}

/** The first events from today on, as the widget asks for them; undefined where the service refuses a filter. */
async function upcoming(
  visit: Visit,
  { filters, limit = usualLimit }: Embedded,
): Promise<EventWithLinks[] | undefined> {
  try {
    const query = new URLSearchParams(await withIds(visit, filters))
    const asked = { ...visit, caller: anonymous, query }
    const { params, misread } = await calendarQueryOf(asked)
    if (misread.length > 0) return undefined
    // Lists of pages begin with what is already running; the widget’s with what began today and is not over.
    const seconds = startOfDate(todayOf(visit), visit.context.siteZone)
    const start_date = { kind: 'instant', seconds } as const
    const from = { ...params, strict_dates: true, start_date, per_page: Number(limit) }
    return (await listEvents(visit.context, from, asked)).events
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined
    throw error
  }
}

/** The filters with IDs in the place of slugs of venues and organizers, as the widget takes them; what is the slug of nothing stays. */
async function withIds(
  { context: { db } }: Visit,
  filters: Embedded['filters'],
): Promise<Record<string, string>> {
  const named = [kinds.venue, kinds.organizer].filter(({ name }) => filters[name] !== undefined)
  const found = await Promise.all(
    named.map(async (kind) => {
      const values = (filters[kind.name] ?? '').split(',').map((value) => value.trim())
      const ids = values.map(async (value) =>
        /^\d*$/.test(value) ? value : ((await findIdBySlug(db.read, kind, normalSlug(value))) ?? value),
      )
      return [kind.name, (await Promise.all(ids)).join(',')] as const
    }),
  )
  return { ...filters, ...Object.fromEntries(found) }
}

/** An event for a frame; undefined unless there is a public one. */
export async function framedEvent(visit: Visit, slug: string, framedBy: string): Promise<Page | undefined> {
  const found = await findPublicEvent(visit, slug)
  if (!found) return undefined
  const { record, whole } = found
  const { event } = whole
  const title = plainTextOfHtml(record.title)
  const summary = plainTextOfHtml(record.excerpt || record.description, summaryWords)
  const place = placeText(whole)
  const when = whenText(event, visit)
  const labels = isOver(event, visit) ? [overLabel(visit), ...labelsOf(whole, visit)] : labelsOf(whole, visit)
  const isOff = event.event_status === 'canceled'
  return {
    title: stated(whole, visit, title),
    summary,
    isUnlisted: true,
    framedBy,
    scripts: ['framed.js'],
    styles: ['embed.css'],
    main: html`<article class="embedded-event${offClass(event)}">
      ${picture(whole, visit, kindOf(whole, await shelfOf(visit, [whole])), { isEager: true })}
      <div>
        <h1><a href="${record.url}" ${ofTexts(visit)}>${isOff ? html`<s>${title}</s>` : title}</a></h1>
        <p class="when">${isOff ? html`<s>${when}</s>` : when}</p>
        ${place === '' ? undefined : html`<p ${ofTexts(visit)}>${place}</p>`}
        ${labels.length === 0 ? undefined : html`<p class="tags">${labels}</p>`}
        <p class="summary" ${ofTexts(visit)}>${summary}</p>
        <p class="from"><a href="${visit.site.home}/" ${ofTexts(visit)}>${visit.siteName}</a></p>
      </div>
    </article>`,
  }
}

/** The event with the slug, and its record; undefined unless everybody may read it without a password. */
export async function findPublicEvent(
  { context, site, now }: Visit,
  slug: string,
): Promise<{ whole: EventWithLinks; record: EventRecord } | undefined> {
  const id = await findIdBySlug(context.db.read, kinds.event, slug)
  const event = id === undefined ? undefined : await findEventRow(context.db.read, id)
  if (!event || !mayRead(anonymous, event) || event.password_digest !== null) return undefined
  const [whole] = await withLinks(await context.rows.get(), [event], anonymous)
  return whole && { whole, record: eventView(whole, site, { ...context, now }) }
}

/** The page that makes the code for other sites, with a preview. */
export async function widgetPage(visit: Visit): Promise<Page> {
  const { site, siteName, locale } = visit
  const { messages } = locale
  const embedded = embeddedIn(visit)
  return {
    title: messages.embedTitle,
    summary: messages.embedIntro,
    canonical: `${site.home}/widget`,
    scripts: ['widget.js', 'embed.js'],
    styles: ['embed.css'],
    main: html`<div class="wrap embedding">
      <h1>${messages.embedTitle}</h1>
      <p>${messages.embedIntro}</p>
      <form method="get" action="${site.home}/widget" class="embed-form" data-embed-form>
        <div class="fields">
          ${await choices(visit, embedded)}
          <div class="actions"><button type="submit">${messages.updatePreview}</button></div>
        </div>
      </form>
      <div data-embed-result>
        <h2 id="code">${messages.embedCode}</h2>
        ${code(widgetSnippet(site, embedded), 'code', visit)}
        <h2 id="frame">${messages.embedFrame}</h2>
        ${code(frameSnippet(frameUrl(site, embedded), siteName, { ...frameSize, ...(embedded.height ? { height: Number(embedded.height) } : {}) }), 'frame', visit)}
        <div class="preview">
          <h2>${messages.preview}</h2>
          ${widget(visit, embedded, undefined)}
        </div>
      </div>
    </div>`,
  }
}

/** How many words a summary has: search engines and cards show some 160 characters. */
const summaryWords = 30

function widget(visit: Visit, embedded: Embedded, inside: Content): Html {
  const attributes = widgetAttributes(visit.site, embedded).map(([name, value]) => html` ${name}="${value}"`)
  return html`<kalends-calendar lang="${visit.locale.tag}" ${attributes}>${inside}</kalends-calendar>`
}

/** The form for the appearance and the filters of the widget. */
async function choices(
  visit: Visit,
  { view, theme, limit, height, fields, mail, look, filters }: Embedded,
): Promise<Content> {
  const { messages } = visit.locale
  const everything = await calendarQueryOf({ ...visit, query: new URLSearchParams() })
  const counts = await filterCounts(visit, everything, { isWhole: true })
  const given = new Map(Object.entries({ ...filters, view: view === 'list' ? '' : view, theme: theme ?? '' }))
  const menu = (name: string, label: string, none: string, offered: readonly Choice[]) =>
    offered.length === 0 && !given.get(name)
      ? undefined
      : select(name, label, { none, offered, chosen: given.get(name) ?? '' })
  const filter = (name: string, label: string, offered: readonly Choice[]) =>
    menu(name, label, messages.all, offered)
  return [
    menu('view', messages.view, messages.list, [
      ['cards', messages.cards],
      ['month', messages.month],
      ['next', messages.nextEvent],
    ]),
    menu(
      'theme',
      messages.appearance,
      messages.appearanceOfPage,
      themes.map((name) => [name, messages[name]]),
    ),
    html`<label class="field"
      >${messages.howMany}<input
        name="limit"
        type="number"
        min="1"
        max="50"
        value="${limit ?? ''}"
        placeholder="${usualLimit}"
    /></label>`,
    html`<label class="field"
      >${messages.heightOfAll}<input
        name="height"
        type="number"
        min="120"
        max="5000"
        step="10"
        value="${height ?? ''}"
        placeholder="${messages.heightOfContents}"
    /></label>`,
    ...colourNames.map((name) => colourField(name, messages[colourTexts[name]], look[name])),
    html`<label class="field"
      >${messages.cornerRadius}<input
        name="radius"
        type="number"
        min="0"
        max="40"
        value="${look.radius ?? ''}"
        placeholder="10"
    /></label>`,
    filter(
      'categories',
      messages.category,
      (counts.categories ?? []).map(({ slug, name }) => [slug, plainTextOfHtml(name)]),
    ),
    filter(
      'tags',
      messages.tag,
      (counts.tags ?? []).map(({ slug, name }) => [slug, plainTextOfHtml(name)]),
    ),
    filter(
      'venue',
      messages.venue,
      (counts.venues ?? []).map(({ id, venue }) => [String(id), plainTextOfHtml(venue)]),
    ),
    filter(
      'organizer',
      messages.organizer,
      (counts.organizers ?? []).map(({ id, organizer }) => [String(id), plainTextOfHtml(organizer)]),
    ),
    html`<label class="field"
      >${messages.search}<input name="q" value="${filters['q'] ?? filters['search'] ?? ''}" dir="auto"
    /></label>`,
    fieldBoxes(visit, fields),
    visit.isMailOffered
      ? html`<label class="check"
          ><input type="checkbox" name="mail" value="true" ${mail && sanitised('checked')} /><span
            >${messages.embedMail}</span
          ></label
        >`
      : undefined,
  ]
}

/** The labels of the colours. */
const colourTexts = { accent: 'accentColour', background: 'backgroundColour', text: 'textColour' } as const

function code(snippet: string, labelledBy: string, { locale: { messages } }: Visit): Html {
  return html`<div class="code" data-copied="${messages.codeCopied}">
    <textarea readonly rows="3" spellcheck="false" dir="ltr" aria-labelledby="${labelledBy}">
${snippet}</textarea>
    <button type="button" data-copy hidden>${messages.copyCode}</button>
  </div>`
}
