import { attendanceOf } from '../events/events.happening.ts'
import { costShown, type EventWithLinks } from '../events/events.row.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { reasonOf } from '../../fields/happening.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { parseWall, wallTextAt } from '../../pure/calendar/text.ts'
import { dateText } from '../../pure/locale/dates.ts'
import { comma, countText, type Locale } from '../../pure/locale/locale.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { renderTitle } from '../../pure/text/render.ts'
import type { LetterEvent, Part } from '../../people/mail/mail.letter.page.ts'
import { cut, linkTo } from './letters.frame.ts'
import type { EventFacts, Rendering } from './letters.types.ts'

/** A title or name as one line of text. */
export function lineOf(stored: string): string {
  return plainTextOfHtml(renderTitle(stored))
}

/** When an event is, on the clocks of its own zone, which is named where it is not that of the calendar. */
export function whenText(
  { context, zone, now }: Rendering,
  locale: Locale,
  event: Pick<EventFacts, 'starts_at' | 'ends_at' | 'timezone' | 'all_day'>,
): string {
  const own = findZone(event.timezone) ?? zone
  const [start, end] = [event.starts_at, event.ends_at].map((at) => parseWall(wallTextAt(at, own)))
  if (!start || !end) return ''
  const thisYear = now.toZonedDateTimeISO(zone.id).year
  const day = (wall: Temporal.PlainDateTime) =>
    dateText(locale, wall, wall.year === thisYear ? 'weekdayAndDay' : 'day')
  const time = (wall: Temporal.PlainDateTime) => dateText(locale, wall, 'time')
  const isOneDay = start.toPlainDate().equals(end.toPlainDate())
  if (event.all_day) {
    const days = isOneDay ? day(start) : `${day(start)} – ${day(end)}`
    return `${days}${comma(locale)}${inSentence(locale, locale.messages.allDay)}`
  }
  const elsewhere = own.id === zone.id ? '' : ` (${event.timezone})`
  // What ends in the night belongs to its evening (D76).
  const isNight =
    start.toPlainDate().add({ days: 1 }).equals(end.toPlainDate()) &&
    Temporal.PlainTime.compare(end.toPlainTime(), context.dayTurn) <= 0
  const from = `${day(start)}${comma(locale)}${time(start)}`
  if (start.equals(end)) return `${from}${elsewhere}`
  const until = isOneDay || isNight ? time(end) : `${day(end)}${comma(locale)}${time(end)}`
  return `${from} – ${until}${elsewhere}`
}

/** A text of ours within a sentence; of German ones the words after the first keep their form, as they may be nouns. */
export function inSentence({ tag, language }: Locale, text: string): string {
  return language === 'de'
    ? `${text.charAt(0).toLocaleLowerCase(tag)}${text.slice(1)}`
    : text.toLocaleLowerCase(tag)
}

/** A part of a line that is no text of the calendar. */
function ours(text: string): Part {
  return { text, isOwn: false }
}

/** What stands beside an event of a letter. */
export interface Beside {
  readonly time: string
  /** Before its place. */
  readonly first?: string
  /** How many further dates of its series it stands for. */
  readonly more?: number
  /** The last day of what lasts for several, if that is said by itself. */
  readonly until?: string | undefined
}

/** An event on its lines: where it is and what it costs, and what has happened to it. */
export function eventLines(
  rendering: Rendering,
  locale: Locale,
  { whole, beside }: { readonly whole: EventWithLinks; readonly beside: Beside },
): LetterEvent {
  const { context, site } = rendering
  const { messages } = locale
  const { event } = whole
  const cost = plainTextOfHtml(
    costShown(whole, {
      costFormat: { ...context.costFormat, free: messages.free },
      currencyCode: context.currencyCode,
    }).cost,
  )
  const facts: Part[] = [
    ...(beside.first === undefined ? [] : [ours(beside.first)]),
    ...placeParts(whole, locale),
    ...(cost === '' ? [] : [{ text: cost, isOwn: cost !== messages.free }]),
  ]
  const more = beside.more ?? 0
  const further = [
    ...(beside.until === undefined ? [] : [beside.until]),
    ...(more > 0 ? [countText(locale, messages.moreDates, more)] : []),
  ].map((text) => ours(text))
  const { event_status: status } = event
  return {
    time: beside.time,
    title: cut(lineOf(event.title), 'title'),
    url: linkTo(rendering, locale, postUrl(site, kinds.event, event)),
    isOff: status === 'canceled',
    lines: [facts, further].filter((line) => line.length > 0),
    state:
      status === 'scheduled'
        ? undefined
        : { text: messages[status], reason: cut(plainTextOfHtml(reasonOf(event)), 'reason') },
  }
}

function placeParts({ event, venues }: EventWithLinks, { messages }: Locale): Part[] {
  const mode = attendanceOf(event)
  if (mode === 'online') return [ours(messages.online)]
  const names = venues.map(({ title }) => ({ text: cut(lineOf(title), 'place'), isOwn: true }))
  return mode === 'mixed' ? [...names, ours(messages.online)] : names
}

/** When an event begins, in a few characters: its zone is named where its clocks are not those of the calendar. */
export function startText(
  { zone }: Rendering,
  locale: Locale,
  { all_day, start_wall, starts_at, timezone_abbr }: EventWithLinks['event'],
): string {
  if (all_day === 1) return locale.messages.allDay
  const time = dateText(locale, parseWall(start_wall), 'time')
  return wallTextAt(starts_at, zone) === start_wall ? time : `${time} ${timezone_abbr}`
}
