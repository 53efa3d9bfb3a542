import type { LetterBlock } from '../../people/mail/mail.letter.page.ts'
import { mailTexts } from '../../people/mail/mail.texts.ts'
import { coloursOf } from '../../people/settings/theme.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import { dateText } from '../../pure/locale/dates.ts'
import { type Locale, numberText, say } from '../../pure/locale/locale.ts'
import { knownEvents } from '../events/events.known.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import { isListed } from './letters.facts.query.ts'
import { fitting, framed, linkTo } from './letters.frame.ts'
import { introHtml, introText } from './letters.intro.ts'
import { eventLines, lineOf, whenText } from './letters.lines.ts'
import { findList } from './letters.query.ts'
import type { LetterRow, Rendered, Rendering } from './letters.types.ts'
import { eventsOf } from './letters.view.ts'

/** What a letter is rendered of. */
export type Written = Pick<LetterRow, 'list_id' | 'subject' | 'intro' | 'events' | 'language'>

/** A letter as it is sent. */
export interface RenderedLetter extends Rendered {
  /** The events that are not in it: they are not public, or there is no room for them. */
  readonly left_out: readonly number[]
}

/** A letter of editors in the frame of a reader’s language, with the events that are public now. */
export async function renderLetter(
  rendering: Rendering,
  letter: Written,
  locale: Locale,
): Promise<RenderedLetter> {
  const { context, site, zone, now, theme } = rendering
  const texts = mailTexts(locale)
  const { messages } = locale
  const ids = eventsOf(letter)
  const rows = await knownEvents(await context.rows.get(), ids)
  const shown = rows.filter(({ event }) => isListed(event))
  const list = (await findList(context.db.read, letter.list_id))?.name ?? ''
  const month = dateText(locale, now.toZonedDateTimeISO(zone.id).toPlainDate(), 'month')
  const { accent } = coloursOf(theme.colours, 'light')
  const html = introHtml(letter.intro, site.home, accent)
  const whole = linkTo(rendering, locale, `${site.home}/`)
  const picked = shown.map((each) => pickedBlock(rendering, each, locale))
  return fitting(shown.length, (most) => {
    const seen = new Set(shown.slice(0, most).map(({ event }) => event.id))
    const more = say(texts.letterMore, { count: numberText(locale, shown.length - most) })
    const rendered = framed(rendering, locale, {
      heading: { text: '{subject}', words: { subject: letter.subject } },
      lead: { text: '{list} · {month}', words: { list, month } },
      beginning: shown
        .slice(0, 3)
        .map(({ event }) => lineOf(event.title))
        .join(' · '),
      blocks: [
        ...(html === '' ? [] : [{ is: 'prose' as const, html, text: introText(letter.intro, site.home) }]),
        ...(shown.length === 0 ? [] : [{ is: 'heading' as const, text: texts.letterPicked }]),
        ...picked.slice(0, most),
        ...(most < shown.length ? [{ is: 'link' as const, text: more, url: whole }] : []),
      ],
      action: { text: { text: messages.wholeCalendar }, url: whole },
      why: ['letterWhyList', 'letterUncounted'],
      what: list,
      stop: 'letterStop',
      language: letter.language,
    })
    return { ...rendered, left_out: ids.filter((id) => !seen.has(id)) }
  })
}

function pickedBlock(rendering: Rendering, whole: EventWithLinks, locale: Locale): LetterBlock {
  const { event } = whole
  const day = dateText(locale, parseWall(event.start_wall), 'dayMonth')
  const { starts_at, ends_at, timezone, all_day } = event
  const when = whenText(rendering, locale, { starts_at, ends_at, timezone, all_day: all_day === 1 })
  return { is: 'event', ...eventLines(rendering, locale, { whole, beside: { time: day, first: when } }) }
}
