import { onceFor, remember } from '../calendar/cache.ts'
import { parseWall } from '../calendar/text.ts'
import { type EventWithLinks, costShown } from '../events/events.row.ts'
import { imageOf, type ImageRecord } from '../media/media.record.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import type { CostFormat } from '../text/cost.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { renderTermName, renderTitle } from '../text/render.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html } from './html.ts'
import { say } from './locale.ts'
import type { Visit } from './visit.ts'
import { clockText, daysOf, startStamp } from './when.ts'

/** How many words of the description lists show: two lines. */
const words = 32

/** The width of pictures in lists, in CSS pixels. */
const thumbnail_px = 160

/** An event in a list. A protected one shows only its time and its title, as in the service. */
export function eventCard(
  whole: EventWithLinks,
  visit: Visit,
  { isEager = false, withDate = false } = {},
): Html {
  const { event } = whole
  const isLocked = event.password_digest !== null
  const day = withDate ? parseWall(event.start_wall).toPlainDate() : daysOf(event, visit).first
  return html`<article class="card">
    <div>
      <p class="time">
        <time datetime="${startStamp(event)}"
          >${withDate ? `${dateText(visit.locale, day, 'shortDay')} · ` : undefined}${cardTime(whole, visit, day)}</time
        >
      </p>
      <h3><a href="${postUrl(visit.site, kinds.event, event)}" dir="auto">${titleText(event.title)}</a></h3>
      ${isLocked ? undefined : details(whole)}${chips(whole, visit)}
    </div>
    ${isLocked ? undefined : picture(whole, visit, isEager)}
  </article>`
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

/** `day`: the day under which it is listed. */
function cardTime({ event }: EventWithLinks, visit: Visit, day: Temporal.PlainDate): string {
  const { first, last } = daysOf(event, visit)
  const clock = clockText(event, visit, day)
  if (first.equals(last)) return clock
  const until = say(visit.locale.messages.untilDate, { date: dateText(visit.locale, last, 'shortDay') })
  return `${clock} · ${until}`
}

function details({ event, venues }: EventWithLinks): Content {
  const place = venues
    .map((venue) =>
      [titleText(venue.title), plainTextOfHtml(String(venue['city'] ?? ''))].filter(Boolean).join(', '),
    )
    .join(' · ')
  const says = plainTextOfHtml(event.excerpt, words) || plainTextOfHtml(event.description, words)
  return [
    place ? html`<p class="place" dir="auto">${place}</p>` : undefined,
    says ? html`<p class="says" dir="auto">${says}</p>` : undefined,
  ]
}

function chips(whole: EventWithLinks, visit: Visit): Content {
  const { event, categories } = whole
  const { messages } = visit.locale
  const isLocked = event.password_digest !== null
  const cost = isLocked ? '' : costText(whole, visit)
  const all = [
    event.status === 'publish' ? undefined : chip(messages[event.status], 'status'),
    isLocked ? chip(messages.needsPassword) : undefined,
    event.featured === 1 && !isLocked ? chip(messages.featured, 'strong') : undefined,
    ...(isLocked ? [] : categories.map(({ name }) => chip(plainTextOfHtml(renderTermName(name))))),
    cost ? chip(cost) : undefined,
  ].filter((known) => known !== undefined)
  return all.length > 0 ? html`<p class="facts-line">${all}</p>` : undefined
}

function chip(text: string, kind = ''): Html {
  return html`<span class="${`chip ${kind}`.trim()}" dir="auto">${text}</span>`
}

function picture({ event, images }: EventWithLinks, { site }: Visit, isEager: boolean): Content {
  const image = imageOf({ images, site }, event.image_id)
  if (!image) return undefined
  // The picture needs no text: the title beside it names it.
  return html`<img
    src="${image.sizes?.['medium']?.url ?? image.url}"
    srcset="${sourceSet(image, 5 * thumbnail_px)}"
    sizes="${thumbnail_px}px"
    width="${image.width}"
    height="${image.height}"
    alt=""
    loading="${isEager ? 'eager' : 'lazy'}"
    decoding="async"
  />`
}
