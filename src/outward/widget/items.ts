import { addDays, type Day, formatted, formattedRange } from './dates.ts'
import { h } from './dom.ts'
import type { CalendarEvent, Picture } from './source.ts'
import { type Language, textFor } from './text.ts'
import { clockText, timeText } from './times.ts'

/** An event in a list: its title, time, place and cost, and its picture. */
export function eventItem(event: CalendarEvent, language: Language): HTMLLIElement {
  const details = [timeText(event, language), ...ownDetails(event, language)]
  return h(
    'li',
    partOf(event),
    h('div', { class: 'facts' }, titleLine(event, language), detailList(details)),
    picture(event.image),
  )
}

/** The days of a list, each with its events under a heading. */
export function dayGroups(events: readonly CalendarEvent[], language: Language, today: Day): HTMLElement[] {
  const days = Map.groupBy(events, ({ start }) => start.slice(0, 10))
  // Whole days of another zone come sooner or later than their day here.
  const inOrder = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return inOrder.map(([day, ofDay]) => {
    const date = formatted(language.tag, day, dateOptions(day, today))
    const heading = h('h3', { part: 'day-heading' }, dayName(day, today, language), date)
    return h(
      'section',
      { part: 'day', class: 'day' },
      heading,
      h('ul', { class: 'events' }, ...onceADay(ofDay).map((event) => eventItem(event, language))),
    )
  })
}

/** The events of a day, of each series once: the first of its dates that takes place. */
function onceADay(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const shown = new Map<number, CalendarEvent>()
  for (const event of events) {
    const before = shown.get(event.series)
    const isBetter = before?.status === 'canceled' && event.status !== 'canceled'
    if (!before || isBetter) shown.set(event.series, event)
  }
  return events.filter((event) => event.series === 0 || shown.get(event.series) === event)
}

/** Events as cards, each with its day. */
export function cards(events: readonly CalendarEvent[], language: Language, today: Day): HTMLElement {
  return h(
    'ul',
    { class: 'cards' },
    ...events.map((event) =>
      h(
        'li',
        partOf(event, 'card'),
        picture(event.image) ?? h('div', { class: 'blank' }, leaf(event, language)),
        h(
          'div',
          { class: 'facts' },
          titleLine(event, language),
          h('p', { class: 'when' }, whenText(event, language, today)),
          detailList(ownDetails(event, language)),
        ),
      ),
    ),
  )
}

/** One event by itself, with its day as a leaf of a calendar. */
export function lone(event: CalendarEvent, language: Language, today: Day): HTMLElement {
  return h(
    'div',
    partOf(event, 'lone'),
    picture(event.image),
    leaf(event, language),
    h(
      'div',
      { class: 'facts' },
      titleLine(event, language),
      h('p', { class: 'when' }, whenText(event, language, today)),
      detailList(ownDetails(event, language)),
    ),
  )
}

function partOf({ isFeatured, status, colour }: CalendarEvent, look = ''): { part: string; class: string } {
  const name = `event${isFeatured ? ' featured' : ''}${status === 'canceled' ? ' canceled' : ''}`
  return { part: name, class: `${name} c-${colour} ${look}`.trim() }
}

/** The title as a link and, beside it, what has happened to the event, whether there are places, and whether it is featured. */
function titleLine(
  { title, url, isFeatured, status, places }: CalendarEvent,
  { messages, ofTexts }: Language,
): HTMLElement {
  const named = { part: 'event-title', class: 'title', dir: 'auto', lang: ofTexts }
  return h(
    'div',
    { class: 'titled' },
    url === undefined ? h('span', named, title) : h('a', { ...named, href: url }, title),
    status === 'scheduled'
      ? undefined
      : h('span', { class: `badge ${status}`, part: 'badge status' }, messages[status]),
    places === undefined ? undefined : h('span', { class: 'badge', part: 'badge places' }, messages[places]),
    isFeatured ? h('span', { class: 'badge', part: 'badge' }, messages.featured) : undefined,
  )
}

/** A detail in the words of the widget, or one that somebody typed, with the language that it is in. */
type Detail = string | { readonly typed: string; readonly lang: string | undefined; readonly isChip?: true }

/** Where an event is, what it costs and of which kind it is: texts of the calendar, but for the word for nothing. */
function ownDetails(event: CalendarEvent, language: Language): readonly Detail[] {
  const own = (typed: string) => ({ typed, lang: language.ofTexts })
  const cost = costText(event, language)
  const said = event.said.map((texts): Detail => ({ ...textFor(texts, language), isChip: true }))
  return [own(event.venue), event.isFromZero ? cost : own(cost), own(event.category), ...said]
}

function detailList(details: readonly Detail[]): HTMLElement | undefined {
  const said = details
    .map((detail) =>
      typeof detail === 'string' ? { typed: detail, lang: undefined, isChip: undefined } : detail,
    )
    .filter(({ typed }) => typed !== '')
  if (said.length === 0) return undefined
  return h(
    'ul',
    { class: 'details', part: 'event-details' },
    ...said.map(({ typed, lang, isChip }) =>
      h('li', isChip ? { class: 'said', part: 'field' } : {}, h('bdi', { lang }, typed)),
    ),
  )
}

/** The word for nothing with which the service begins a cost that names nothing as an amount. */
const zeroOfService = /^Free(?= – |$)/

/** The cost, with the reader’s word for nothing. */
function costText({ cost, isFromZero }: CalendarEvent, { messages }: Language): string {
  return isFromZero ? cost.replace(zeroOfService, messages.free) : cost
}

/** The day and the time of an event: “Today, 19:30”, “Sat 28 Nov, 20:00”, “27 Nov – 24 Dec”. */
function whenText(event: CalendarEvent, language: Language, today: Day): string {
  const { tag, messages } = language
  const [first, last] = [event.start.slice(0, 10), event.end.slice(0, 10)]
  const year = first.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
  const days = { day: 'numeric', month: 'short', ...year } as const
  if (event.isAllDay && first !== last) return formattedRange(tag, [first, last], days)
  const near = first === today ? messages.today : first === addDays(today, 1) ? messages.tomorrow : undefined
  const day = near ?? formatted(tag, first, { weekday: 'short', ...days })
  return event.isAllDay ? day : `${day}, ${clockText(event, language)}`
}

/** The day of an event as a leaf of a calendar, which screen readers hear as text beside it. */
function leaf({ start }: CalendarEvent, { tag }: Language): HTMLElement {
  const day = formatted(tag, start, { day: 'numeric' }).replace(/日$/, '')
  return h(
    'span',
    { class: 'leaf', 'aria-hidden': 'true' },
    h('span', {}, formatted(tag, start, { month: 'short' })),
    h('b', {}, day),
  )
}

function dateOptions(day: Day, today: Day): Intl.DateTimeFormatOptions {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
  return { weekday: 'long', day: 'numeric', month: 'long', ...year }
}

function dayName(day: Day, today: Day, { messages }: Language): HTMLElement | undefined {
  return day === today ? h('span', { class: 'badge today', part: 'badge' }, messages.today) : undefined
}

/** The picture, which needs no text beside the title; it removes itself when the page does not allow loading it. */
function picture(shown: Picture | undefined): HTMLElement | undefined {
  if (shown === undefined) return undefined
  const image = h('img', {
    src: shown.src,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    width: '96',
    height: '72',
    part: 'image',
  })
  // Not as an attribute, which the policy of the page may forbid.
  if (shown.position !== undefined) image.style.objectPosition = shown.position
  // A poster is seen whole.
  image.addEventListener('load', () =>
    image.classList.toggle('tall', image.naturalHeight > image.naturalWidth),
  )
  image.addEventListener('error', () => image.remove())
  return image
}
