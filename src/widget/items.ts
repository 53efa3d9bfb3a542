import { type Day, formatted } from './dates.ts'
import { h } from './dom.ts'
import type { CalendarEvent } from './source.ts'
import type { Language } from './text.ts'
import { timeText } from './times.ts'

/** An event in a list: its picture, title, time, place and cost. */
export function eventItem(event: CalendarEvent, language: Language): HTMLLIElement {
  const { title, url, venue, cost, image } = event
  const details = [timeText(event, language), venue, cost].filter((text) => text !== '')
  return h(
    'li',
    {
      part: event.isFeatured ? 'event featured' : 'event',
      class: event.isFeatured ? 'event featured' : 'event',
    },
    picture(image),
    h(
      'div',
      { class: 'facts' },
      h(
        'div',
        { class: 'titled' },
        url === undefined
          ? h('span', { part: 'event-title', class: 'title', dir: 'auto' }, title)
          : h('a', { part: 'event-title', class: 'title', dir: 'auto', href: url }, title),
        event.isFeatured
          ? h('span', { class: 'badge', part: 'badge' }, language.messages.featured)
          : undefined,
      ),
      h(
        'ul',
        { class: 'details', part: 'event-details' },
        ...details.map((text) => h('li', {}, h('bdi', {}, text))),
      ),
    ),
  )
}

/** The days of a list, each with its events under a heading. */
export function dayGroups(events: readonly CalendarEvent[], language: Language, today: Day): HTMLElement[] {
  const days = Map.groupBy(events, ({ start }) => start.slice(0, 10))
  return [...days].map(([day, ofDay]) => {
    const date = formatted(language.tag, day, dateOptions(day, today))
    const heading = h('h3', { part: 'day-heading' }, dayName(day, today, language), date)
    return h(
      'section',
      { part: 'day', class: 'day' },
      heading,
      h('ul', { class: 'events' }, ...ofDay.map((event) => eventItem(event, language))),
    )
  })
}

function dateOptions(day: Day, today: Day): Intl.DateTimeFormatOptions {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
  return { weekday: 'long', day: 'numeric', month: 'long', ...year }
}

function dayName(day: Day, today: Day, { messages }: Language): HTMLElement | undefined {
  return day === today ? h('span', { class: 'badge today', part: 'badge' }, messages.today) : undefined
}

/** The picture, which needs no text beside the title; it removes itself when the page does not allow loading it. */
function picture(src: string | undefined): HTMLElement | undefined {
  if (src === undefined) return undefined
  const image = h('img', {
    src,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    width: '96',
    height: '72',
    part: 'image',
  })
  image.addEventListener('error', () => image.remove())
  return image
}
