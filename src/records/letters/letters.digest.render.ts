import { type LetterBlock, plainSaid } from '../../people/mail/mail.letter.page.ts'
import { mailTexts } from '../../people/mail/mail.texts.ts'
import { wallTextAt } from '../../pure/calendar/text.ts'
import { dateText, rangeText } from '../../pure/locale/dates.ts'
import { comma, countText, type Locale, numberText, say } from '../../pure/locale/locale.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import { type Days, daysOf } from './letters.days.ts'
import { type DigestEvents, digestEvents, firstDay } from './letters.digest.query.ts'
import { cut, fitting, framed, linkTo } from './letters.frame.ts'
import { eventLines, lineOf, startText } from './letters.lines.ts'
import type { Rendered, Rendering, Rhythm } from './letters.types.ts'
import { filterText, rhythmText } from './letters.words.ts'

/** A digest as it is sent. */
export interface RenderedDigest extends Rendered, Days {
  /** How many events there are, also those that it only counts. */
  readonly events: number
}

/**
 * A digest that is due at a moment, in a language, of what is in the calendar now; undefined where nothing is on in its days: then no
 * mail is sent.
 */
export async function renderDigest(
  rendering: Rendering,
  digest: Rhythm & { readonly filter: string },
  due: Temporal.Instant,
  locale: Locale,
): Promise<RenderedDigest | undefined> {
  const { context, zone, now } = rendering
  const days = daysOf(digest, zone, due)
  const found = await digestEvents(context, digest.filter, days, now)
  if (found.beginning.length + found.running.length === 0) return undefined
  const what = cut(await filterText(context, digest.filter, locale), 'title')
  const drawn = (most: number) =>
    drawnOf(rendering, { digest, locale, days, what, found: first(found, most) })
  const rendered = fitting(found.beginning.length + found.running.length, drawn)
  return { ...rendered, ...days, events: found.total }
}

/** As many of the events: the last ones of those that begin are left out first. */
function first(found: DigestEvents, most: number): DigestEvents {
  const running = found.running.slice(0, most)
  return { ...found, running, beginning: found.beginning.slice(0, most - running.length) }
}

interface Drawing {
  readonly digest: Rhythm & { readonly filter: string }
  readonly locale: Locale
  readonly days: Days
  readonly what: string
  readonly found: DigestEvents
}

function drawnOf(rendering: Rendering, { digest, locale, days, what, found }: Drawing): Rendered {
  const texts = mailTexts(locale)
  const { messages } = locale
  const { beginning, running, total } = found
  const isAll = digest.filter === ''
  const said = daysText(rendering, locale, days)
  const rest = total - beginning.length - running.length
  const list = `${rendering.site.home}/list${isAll ? '' : `?${digest.filter}`}`
  const titles = [...beginning, ...running].map(({ event }) => cut(lineOf(event.title), 'title'))
  return framed(rendering, locale, {
    subject: plainSaid({ text: texts.letterSubject, words: { what, days: said } }),
    heading: { text: headingOf(digest, locale), words: { what } },
    lead: { text: `${said} · ${countText(locale, messages.results, total)}` },
    beginning: titles.slice(0, 3).join(' · '),
    blocks: [
      ...dayBlocks(rendering, locale, found),
      ...runningBlocks(rendering, locale, found),
      ...(rest > 0
        ? [
            {
              is: 'link' as const,
              text: say(texts.letterMore, { count: numberText(locale, rest) }),
              url: linkTo(rendering, locale, withDays(list, days)),
            },
          ]
        : []),
    ],
    action: isAll
      ? { text: { text: messages.wholeCalendar }, url: linkTo(rendering, locale, `${rendering.site.home}/`) }
      : { text: { text: texts.letterInCalendar, words: { what } }, url: linkTo(rendering, locale, list) },
    why: ['letterWhyDigest', 'letterUncounted'],
    what,
    whatElse: `${comma(locale)}${rhythmText(digest, locale)}`,
    stop: 'letterStop',
  })
}

/** What the heading says of the days: a mail may be read late, so that a day is only named below it. */
function headingOf({ frequency, covers }: Rhythm, locale: Locale): string {
  const texts = mailTexts(locale)
  if (frequency === 'daily') return '{what}'
  if (frequency === 'monthly') return texts.letterMonth
  return covers === 'weekend' ? texts.letterWeekend : texts.letterWeek
}

/** The days in words: “4 – 6 December”, with the year where it is another. */
function daysText({ zone, now }: Rendering, locale: Locale, { from, until }: Days): string {
  const { year } = now.toZonedDateTimeISO(zone.id)
  const isThis = from.year === year && until.year === year
  if (from.equals(until)) return dateText(locale, from, isThis ? 'weekdayAndDay' : 'day')
  return rangeText(locale, [from, until], isThis ? 'dayOfMonth' : 'longDay')
}

function dayBlocks(rendering: Rendering, locale: Locale, { beginning, more }: DigestEvents): LetterBlock[] {
  const days = Map.groupBy(beginning, ({ event }) => firstDay(event, rendering.context))
  const blocks: LetterBlock[] = []
  for (const [day, events] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    blocks.push({ is: 'heading', text: dateText(locale, Temporal.PlainDate.from(day), 'weekdayAndDay') })
    for (const whole of events) {
      const last = lastDay(rendering, whole)
      const beside = {
        time: startText(rendering, locale, whole.event),
        more: moreOf(whole, more),
        until: last > day ? say(locale.messages.untilDate, { date: shortDay(locale, last) }) : undefined,
      }
      blocks.push({ is: 'event', ...eventLines(rendering, locale, { whole, beside }) })
    }
  }
  return blocks
}

function runningBlocks(rendering: Rendering, locale: Locale, { running, more }: DigestEvents): LetterBlock[] {
  if (running.length === 0) return []
  const texts = mailTexts(locale)
  return [
    { is: 'heading', text: locale.messages.onForAWhile },
    ...running.map((whole): LetterBlock => {
      const time = say(texts.letterTo, { date: shortDay(locale, lastDay(rendering, whole)) })
      return {
        is: 'event',
        ...eventLines(rendering, locale, { whole, beside: { time, more: moreOf(whole, more) } }),
      }
    }),
  ]
}

function shortDay(locale: Locale, day: string): string {
  return dateText(locale, Temporal.PlainDate.from(day), 'dayMonth')
}

function moreOf({ event }: EventWithLinks, more: DigestEvents['more']): number {
  return event.series_id === null ? 0 : (more.get(event.series_id) ?? 0)
}

/** The last day of an event by the calendar of the site; a night belongs to its evening (D76). */
function lastDay({ context }: Rendering, { event }: EventWithLinks): string {
  const day = firstDay(event, context)
  const end = event.all_day === 1 ? event.end_wall : wallTextAt(event.ends_at, context.siteZone)
  const last = end.slice(0, 10)
  if (last <= day) return day
  if (event.all_day === 1 || end.slice(11) > `${context.dayTurn}:00`) return last
  return Temporal.PlainDate.from(last).subtract({ days: 1 }).toString()
}

function withDays(list: string, { from, until }: Days): string {
  return `${list}${list.includes('?') ? '&' : '?'}from=${from.toString()}&until=${until.toString()}`
}
