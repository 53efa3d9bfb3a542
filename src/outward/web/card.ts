import { attendanceOf } from '../../records/events/events.happening.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { type Kind, noKind } from './colours.ts'
import { saidOnCards } from './calendar.own.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html, joined } from '../../pure/text/htmlTemplate.ts'
import { labelsOf, offClass, overLabel } from './labels.ts'
import { countText } from '../../pure/locale/locale.ts'
import { markWords } from './marks.ts'
import { picture, type PictureForm } from './picture.ts'
import { isOver } from './today.ts'
import type { Visit } from './visit.ts'
import { datesOf, startAndEnd, startStamp, whenWords } from './when.ts'
import { ofTexts, onOneLine, type Spoken } from './ownText.ts'

/** How many words of the description lists show: two lines. */
const words = 32

/** What cards of a page have in common. */
export interface Shelf {
  /** The kinds of events by the ids of their categories. */
  readonly kinds: ReadonlyMap<number, Kind>
  /** The words that were searched for, which are marked; none by default. */
  readonly marked?: readonly string[]
  /** How many further dates of its series an event stands for, by the ids of these. */
  readonly more?: ReadonlyMap<number, number>
  /** Whether all that is shown is past, as the page says: none of it is told to be over by itself. */
  readonly isPast?: boolean
}

/** An event by itself, with its day. A protected one shows only its time and its title, as in the service. */
export function eventCard(whole: EventWithLinks, visit: Visit, shelf: Shelf, form: PictureForm = {}): Html {
  const { event } = whole
  const isLocked = event.password_digest !== null
  const kind = kindOf(whole, shelf)
  const labels = labelsIn(whole, visit, shelf)
  return html`<article class="card${form.isLead ? ' lead-card' : ''}${stateClass(event, visit, shelf)}">
    ${picture(whole, visit, kind, form)}
    <div class="body">
      ${isLocked ? undefined : kindAndSaid(visit, whole, kind)}
      ${titleLine(visit, event, title(whole, shelf))}
      <p class="facts">
        <time datetime="${startStamp(event)}">${whenWords(event, visit)}</time
        >${moreDates(event, visit, shelf)}${isLocked ? undefined : placeLine(visit, whole, 'at', shelf)}
      </p>
      ${form.isLead && !isLocked ? saysLine(visit, whole, shelf) : undefined}
      ${labels.length > 0 ? html`<p class="tags facts">${labels}</p>` : undefined}
    </div>
  </article>`
}

/** An event in a list, under the heading of its day. */
export function eventRow(whole: EventWithLinks, visit: Visit, shelf: Shelf, form: PictureForm = {}): Html {
  const { event } = whole
  const isLocked = event.password_digest !== null
  const kind = kindOf(whole, shelf)
  const labels = labelsIn(whole, visit, shelf)
  return html`<article class="row${stateClass(event, visit, shelf)}">
    ${rowTime(whole, visit)}${picture(whole, visit, kind, form)}
    <div class="body">
      ${isLocked ? undefined : kindAndSaid(visit, whole, kind)}
      ${titleLine(visit, event, title(whole, shelf))}
      ${
        isLocked
          ? undefined
          : html`<p class="facts">
                ${joined([placeLine(visit, whole, '', shelf), moreDates(event, visit, shelf)].filter(Boolean), ' · ')}
              </p>
              ${saysLine(visit, whole, shelf)}`
      }
    </div>
    ${labels.length > 0 ? html`<p class="end facts">${labels}</p>` : html`<p class="end"></p>`}
  </article>`
}

/** The title of an event, which leads to its page. */
export function titleLine(visit: Visit, event: EventWithLinks['event'], text: Content): Html {
  const url = postUrl(visit.site, kinds.event, event)
  return html`<h3><a href="${url}" ${ofTexts(visit)}>${text}</a></h3>`
}

/** The classes of what does not take place, and of what is over where it stands among what is not. */
function stateClass(event: EventWithLinks['event'], visit: Visit, { isPast = false }: Shelf): string {
  return `${offClass(event)}${!isPast && isOver(event, visit) ? ' is-over' : ''}`
}

/** Its labels, likewise. */
function labelsIn(whole: EventWithLinks, visit: Visit, { isPast = false }: Shelf): Html[] {
  const labels = labelsOf(whole, visit)
  return !isPast && isOver(whole.event, visit) ? [overLabel(visit), ...labels] : labels
}

/** The time in a list: when it begins and ends on its day, or until which day it lasts. */
function rowTime({ event }: EventWithLinks, visit: Visit): Html {
  const { messages } = visit.locale
  const { first, last } = datesOf(event, visit.context)
  const clock = startAndEnd(event, visit)
  const until =
    first === last ? clock?.until : dateText(visit.locale, Temporal.PlainDate.from(last), 'dayMonth')
  const below = [until === undefined ? undefined : `– ${until}`, clock?.day].filter(
    (text) => text !== undefined,
  )
  return html`<time datetime="${startStamp(event)}"
    >${clock?.from ?? messages.allDay}${below.map((text) => html`<span>${text}</span>`)}</time
  >`
}

/** What kind of thing it is, by its first category. */
export function kindOf({ event, categories }: EventWithLinks, shelf: Shelf): Kind {
  const [first] = categories
  return (event.password_digest === null && first && shelf.kinds.get(first.id)) || noKind
}

/** The kind, and after it what the event says of choices that the calendar has declared. */
function kindAndSaid(visit: Visit, { event }: EventWithLinks, kind: Kind): Content {
  const said = saidOnCards(visit, event)
  if (said.length === 0) return kindLine(visit, kind)
  const chips = said.map((text) => html`<span class="tag" dir="auto">${text}</span>`)
  return html`<p class="said">${kindLine(visit, kind)}${chips}</p>`
}

/** The kind in words, with its colour; nothing for none. */
export function kindLine(visit: Spoken, { names, colour }: Kind): Content {
  return names.length === 0
    ? undefined
    : html`<span class="kind c-${colour}" ${ofTexts(visit)}>${names.join(' · ')}</span>`
}

/** The places where an event is attended: none where that is online alone. */
export function placesOf({
  event,
  venues,
}: Pick<EventWithLinks, 'event' | 'venues'>): EventWithLinks['venues'] {
  return attendanceOf(event) === 'online' ? [] : venues
}

/** The place of an event on one line. */
export function placeText(whole: Pick<EventWithLinks, 'event' | 'venues'>): string {
  return placesOf(whole)
    .map((venue) => onOneLine([titleText(venue.title), plainTextOfHtml(String(venue['city'] ?? ''))]))
    .join(' · ')
}

function placeLine(visit: Spoken, whole: EventWithLinks, kind: string, { marked = [] }: Shelf): Content {
  const place = placeText(whole)
  return place === ''
    ? undefined
    : html`<span class="${kind}" ${ofTexts(visit)}>${markWords(place, marked)}</span>`
}

function saysLine(visit: Spoken, { event }: EventWithLinks, { marked = [] }: Shelf): Content {
  const says = plainTextOfHtml(event.excerpt, words) || plainTextOfHtml(event.description, words)
  return says === '' ? undefined : html`<p class="says dim" ${ofTexts(visit)}>${markWords(says, marked)}</p>`
}

function title({ event }: EventWithLinks, { marked = [] }: Shelf): Content {
  return markWords(titleText(event.title), marked)
}

/** A title or name as one line of text: its typography, without its markup. */
export function titleText(stored: string): string {
  return plainTextOfHtml(renderTitle(stored))
}

/** How many further dates it stands for. */
function moreDates({ series_id: id }: EventWithLinks['event'], { locale }: Visit, { more }: Shelf): Content {
  const count = id === null ? 0 : (more?.get(id) ?? 0)
  return count === 0
    ? undefined
    : html`<span class="more-dates">${countText(locale, locale.messages.moreDates, count)}</span>`
}
