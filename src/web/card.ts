import { onceFor, remember } from '../calendar/cache.ts'
import { epochSeconds } from '../calendar/text.ts'
import { type EventWithLinks, costShown } from '../events/events.row.ts'
import { focusClasses, imageOf, type ImageRecord } from '../media/media.record.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import type { CostFormat } from '../text/cost.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { renderTitle } from '../text/render.ts'
import { saleOf } from '../tickets/tickets.sale.ts'
import { type Kind, noKind } from './colours.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html } from './html.ts'
import { markWords } from './marks.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { datesOf, startAndEnd, startStamp, whenWords } from './when.ts'

/** How many words of the description lists show: two lines. */
const words = 32

/** The width of pictures in lists, in CSS pixels. */
const thumbnail_px = 208

/** What cards of a page have in common. */
export interface Shelf {
  /** The kinds of events by the ids of their categories. */
  readonly kinds: ReadonlyMap<number, Kind>
  /** The words that were searched for, which are marked; none by default. */
  readonly marked?: readonly string[]
}

/** How a card is drawn. */
interface CardForm {
  /** Whether its picture loads at once. */
  readonly isEager?: boolean
  /** Whether it is the largest of its page. */
  readonly isLead?: boolean
  /** The posters before it, so that neighbours differ. */
  readonly posters?: Posters
}

/** An event by itself, with its day. A protected one shows only its time and its title, as in the service. */
export function eventCard(whole: EventWithLinks, visit: Visit, shelf: Shelf, form: CardForm = {}): Html {
  const { event } = whole
  const isLocked = event.password_digest !== null
  const kind = kindOf(whole, shelf)
  const labels = labelsOf(whole, visit)
  return html`<article class="card${form.isLead ? ' lead-card' : ''}${offClass(event)}">
    ${picture(whole, visit, kind, form)}
    <div class="body">
      ${isLocked ? undefined : kindLine(kind)}
      <h3><a href="${postUrl(visit.site, kinds.event, event)}" dir="auto">${title(whole, shelf)}</a></h3>
      <p class="facts">
        <time datetime="${startStamp(event)}">${whenWords(event, visit, todayOf(visit))}</time
        >${isLocked ? undefined : placeLine(whole, 'at')}
      </p>
      ${form.isLead && !isLocked ? saysLine(whole, shelf) : undefined}
      ${labels.length > 0 ? html`<p class="tags facts">${labels}</p>` : undefined}
    </div>
  </article>`
}

/** An event in a list, under the heading of its day. */
export function eventRow(whole: EventWithLinks, visit: Visit, shelf: Shelf, form: CardForm = {}): Html {
  const { event } = whole
  const isLocked = event.password_digest !== null
  const kind = kindOf(whole, shelf)
  const labels = labelsOf(whole, visit)
  return html`<article class="row${offClass(event)}">
    ${rowTime(whole, visit)}${picture(whole, visit, kind, form)}
    <div class="body">
      ${isLocked ? undefined : kindLine(kind)}
      <h3><a href="${postUrl(visit.site, kinds.event, event)}" dir="auto">${title(whole, shelf)}</a></h3>
      ${
        isLocked
          ? undefined
          : html`<p class="facts">${placeLine(whole, '')}</p>
              ${saysLine(whole, shelf)}`
      }
    </div>
    ${labels.length > 0 ? html`<p class="end facts">${labels}</p>` : html`<p class="end"></p>`}
  </article>`
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

/** The kind in words, with its colour. */
function kindLine({ names, colour }: Kind): Content {
  return names.length === 0
    ? undefined
    : html`<span class="kind c-${colour}" dir="auto">${names.join(' · ')}</span>`
}

/** The place of an event on one line. */
export function placeText({ venues }: Pick<EventWithLinks, 'venues'>): string {
  return venues
    .map((venue) =>
      [titleText(venue.title), plainTextOfHtml(String(venue['city'] ?? ''))].filter(Boolean).join(', '),
    )
    .join(' · ')
}

function placeLine(whole: EventWithLinks, kind: string): Content {
  const place = placeText(whole)
  return place === '' ? undefined : html`<span class="${kind}" dir="auto">${place}</span>`
}

function saysLine({ event }: EventWithLinks, { marked = [] }: Shelf): Content {
  const says = plainTextOfHtml(event.excerpt, words) || plainTextOfHtml(event.description, words)
  return says === '' ? undefined : html`<p class="says dim" dir="auto">${markWords(says, marked)}</p>`
}

function title({ event }: EventWithLinks, { marked = [] }: Shelf): Content {
  return markWords(titleText(event.title), marked)
}

/** A title or name as one line of text: its typography, without its markup. */
export function titleText(stored: string): string {
  return plainTextOfHtml(renderTitle(stored))
}

/** The cost of an event as in its record, but for the word for zero; empty when it is not known. */
export function costText(whole: EventWithLinks, visit: Pick<Visit, 'context' | 'locale'>): string {
  const { currencyCode } = visit.context
  return plainTextOfHtml(costShown(whole, { costFormat: costFormatOf(visit), currencyCode }).cost)
}

/** How pages show amounts: as the site does, with the reader’s word for zero. */
export function costFormatOf({ context, locale }: Pick<Visit, 'context' | 'locale'>): CostFormat {
  return formatsBy(context.costFormat)(locale.messages.free)
}

/** More languages than pages have. */
const mostWords = 100

const formatsBy = onceFor((format: CostFormat) =>
  remember(mostWords, (free: string): CostFormat => ({ ...format, free })),
)

/** The addresses of the sizes of an image for `srcset`, no wider than `most` pixels unless there are no others. */
export function sourceSet({ sizes = {}, url, width, height }: ImageRecord, most = Infinity): string {
  // Sizes with other proportions show another part of the picture.
  const alike = Object.values(sizes).filter((size) => isAlike(size.width / size.height, width / height))
  const all = [...alike, { url, width }].toSorted((one, other) => one.width - other.width)
  const fitting = all.filter((size, at) => at === 0 || size.width <= most)
  return fitting.map((size) => `${size.url} ${size.width}w`).join(', ')
}

function isAlike(one: number, other: number): boolean {
  return Math.abs(one / other - 1) < 0.05
}

/** How many labels stand after the price: more would be read by nobody. */
const mostLabels = 2

/** So few tickets are “few”. */
const few = 10

function label(text: string, look = ''): Html {
  return html`<span class="${`tag ${look}`.trim()}" dir="auto">${text}</span>`
}

/** The class of what does not take place. */
export function offClass({ event_status }: Pick<EventWithLinks['event'], 'event_status'>): string {
  return event_status === 'canceled' ? ' is-off' : ''
}

const looks = {
  canceled: 'off',
  postponed: 'warn',
  rescheduled: 'info',
  moved_online: 'info',
} as const

/** What has happened to an event, if anything has. */
export function happeningLabel(
  { event_status: status }: Pick<EventWithLinks['event'], 'event_status'>,
  { locale }: Pick<Visit, 'locale'>,
): Html | undefined {
  return status === 'scheduled' ? undefined : label(locale.messages[status], looks[status])
}

/** Whether it is attended online, where that is not said otherwise. */
function onlineLabel({ event_status: status, attendance_mode: mode }: EventWithLinks['event'], visit: Visit) {
  const isSaid = mode === 'in_person' || status === 'moved_online' || status === 'canceled'
  return isSaid ? undefined : label(visit.locale.messages[mode])
}

/** The price, or what stands in its place, and at most two labels. */
export function labelsOf(whole: EventWithLinks, visit: Visit): Html[] {
  const { event } = whole
  const { messages } = visit.locale
  const status = event.status === 'publish' ? [] : [label(messages[event.status], 'warn')]
  const happening = happeningLabel(event, visit) ?? []
  if (event.password_digest !== null) return [status, happening, label(messages.needsPassword)].flat()
  // What does not take place costs nothing and has no tickets left.
  if (event.event_status === 'canceled') return [status, happening].flat()
  const left = ticketsLeft(whole, visit)
  const cost = costText(whole, visit)
  const isFree = cost === messages.free
  const price =
    isFree || left === 0 || cost === '' ? [] : [html`<span class="price" dir="auto">${cost}</span>`]
  const labels = [
    ...status,
    ...[happening].flat(),
    ...[onlineLabel(event, visit) ?? []].flat(),
    ...(isFree && left !== 0 ? [label(cost, 'good')] : []),
    ...urgentLabels(whole, visit),
  ]
  return [...price, ...labels.slice(0, mostLabels)]
}

/** Why one has to be quick, or comes too late: how many tickets are left, and that it ends today. */
export function urgentLabels(whole: EventWithLinks, visit: Visit): Html[] {
  const { messages } = visit.locale
  const { first, last } = datesOf(whole.event, visit.context)
  const left = ticketsLeft(whole, visit)
  return [
    ...(left === 0 ? [label(messages.soldOut, 'bad')] : []),
    ...(left !== undefined && left > 0 && left <= few ? [label(messages.fewLeft, 'warn')] : []),
    ...(first !== last && last === todayOf(visit).toString() ? [label(messages.endsToday, 'info')] : []),
  ]
}

/** How many tickets can still be had: 0 when all are sold out, undefined when nothing limits them or none are on sale. */
function ticketsLeft({ event, tickets }: EventWithLinks, { now }: Visit): number | undefined {
  const states = tickets.map((ticket) => ({ ticket, sale: saleOf(ticket, event, epochSeconds(now)) }))
  if (states.length > 0 && states.every(({ sale }) => sale === 'sold out')) return 0
  const open = states.filter(({ sale }) => sale === 'open')
  if (open.length === 0 || open.some(({ ticket }) => ticket.capacity === null)) return undefined
  return open.reduce((sum, { ticket }) => sum + (ticket.capacity ?? 0), 0)
}

/** The motifs of posters, classes `m-1` to `m-6` of the stylesheet. */
const motifs = 6

/** Remembers the poster that was drawn last, so that two of the same colour and motif never stand side by side. */
export class Posters {
  #last = ''

  /** The classes of the poster of an event. */
  next(id: number, colour: number): string {
    const motif = (id % motifs) + 1
    const name = `c-${colour} m-${motif}`
    const drawn = name === this.#last ? `c-${colour} m-${(motif % motifs) + 1}` : name
    this.#last = drawn
    return drawn
  }
}

/** The picture of an event, or a poster in the colour of its kind. It needs no text: the title beside it names it. */
export function picture(
  { event, images }: EventWithLinks,
  { site }: Visit,
  { colour }: Kind,
  { isEager = false, isLead = false, posters = new Posters() }: CardForm,
): Html {
  const image = event.password_digest === null ? imageOf({ images, site }, event.image_id) : undefined
  if (!image) return html`<div class="pic poster ${posters.next(event.id, colour)}"></div>`
  const focus = focusClasses(images.get(image.id))
  return html`<div class="pic">
    <img
      ${focus === '' ? undefined : html`class="${focus}"`}
      src="${image.sizes?.['medium']?.url ?? image.url}"
      srcset="${sourceSet(image, (isLead ? 8 : 4) * thumbnail_px)}"
      sizes="${isLead ? '(min-width: 62rem) 46rem, 100vw' : '(min-width: 48rem) 18rem, 7rem'}"
      width="${image.width}"
      height="${image.height}"
      alt=""
      loading="${isEager ? 'eager' : 'lazy'}"
      decoding="async"
    />
  </div>`
}
