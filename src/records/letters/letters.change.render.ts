import type { LetterBlock } from '../../people/mail/mail.letter.page.ts'
import { valueMarks } from '../../people/mail/mail.letter.page.ts'
import { mailTexts } from '../../people/mail/mail.texts.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type Locale, numberText, say } from '../../pure/locale/locale.ts'
import { knownEvents } from '../events/events.known.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { isListed, readFacts } from './letters.facts.query.ts'
import { cut, fitting, framed, linkTo } from './letters.frame.ts'
import { inSentence, whenText } from './letters.lines.ts'
import type { Change, EventFacts, Rendered, Rendering } from './letters.types.ts'

/** How many dates of a series a mail names at most. */
const mostDates = 25

/** Word of what has changed of an event, or of several dates of one series, as readers may know it: was → is, and nothing else. */
export async function renderChanges(
  rendering: Rendering,
  changes: readonly Change[],
  locale: Locale,
): Promise<Rendered> {
  const [change] = changes
  if (!change) throw new Error('nothing has changed')
  const texts = mailTexts(locale)
  const { messages } = locale
  const title = titleOf(change)
  const isOne = changes.length === 1
  const label = isOne ? labelOf(change, locale) : texts.letterChangedDates
  const named = changes.slice(0, mostDates)
  const urls = await urlsOf(rendering, named, locale)
  const url = urls.get(change.event)
  const whole = linkTo(rendering, locale, `${rendering.site.home}/`)
  const blocksOf = (each: Change) =>
    isOne ? rowsOf(rendering, each, locale) : dateBlocks(rendering, each, locale)
  return fitting(named.length, (most) => {
    const blocks = named.slice(0, most).flatMap(blocksOf)
    const left = changes.length - most
    const more = say(texts.letterMore, { count: numberText(locale, left) })
    return framed(rendering, locale, {
      subject: say(messages.stateAndTitle, { state: label, title }),
      badge: isOne ? label : texts.letterChanged,
      heading: { text: '{title}', words: { title } },
      lead: { text: isOne ? hintOf(change, locale) : texts.letterChangedHint },
      beginning: blocks
        .flatMap((block) => (block.is === 'change' ? [unmarked(block.now)] : []))
        .slice(0, 3)
        .join(' · '),
      blocks: [...blocks, ...(left > 0 ? [{ is: 'link' as const, text: more, url: url ?? whole }] : [])],
      action:
        url === undefined
          ? { text: { text: messages.wholeCalendar }, url: whole }
          : { text: { text: texts.letterLookAt }, url },
      why: ['letterWhyChange', 'letterEnds'],
      what: title,
      stop: 'letterStopThis',
    })
  })
}

/** The title as it is, or as it was last known. */
function titleOf({ was, is }: Change): string {
  return cut(is.isPublic ? is.title : was.title, 'title')
}

const timeNames = ['starts_at', 'ends_at', 'timezone', 'all_day'] as const

function isOther({ was, is }: Change, names: readonly (keyof EventFacts)[]): boolean {
  return names.some((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
}

/** What has happened, in a few words: the gravest thing. */
function labelOf(change: Change, locale: Locale): string {
  const { was, is } = change
  const texts = mailTexts(locale)
  if (!is.isPublic) return texts.letterGone
  if (!was.isPublic) return texts.letterBack
  if (was.status !== is.status && (is.status === 'canceled' || is.status === 'postponed'))
    return statusText(is, locale)
  if (isOther(change, timeNames)) return texts.letterNewTime
  if (was.status !== is.status)
    return is.status === 'scheduled' ? texts.letterTakesPlace : statusText(is, locale)
  return isOther(change, ['place']) ? texts.letterOtherPlace : texts.letterOtherWay
}

function hintOf({ was, is }: Change, locale: Locale): string {
  const texts = mailTexts(locale)
  if (!is.isPublic) return texts.letterGoneHint
  return was.isPublic ? texts.letterChangedHint : texts.letterBackHint
}

/** A date of a series: when it was, and what of it is otherwise. */
function dateBlocks(rendering: Rendering, change: Change, locale: Locale): LetterBlock[] {
  const { was, is } = change
  const texts = mailTexts(locale)
  const heading = { is: 'heading', text: whenText(rendering, locale, was) } as const
  if (is.isPublic) return [heading, ...rowsOf(rendering, change, locale)]
  return [
    heading,
    { is: 'change', label: texts.letterStatus, was: '', now: valued('{value}', texts.letterGone) },
  ]
}

/** What of it is otherwise, a row each. Of what is not public any more nothing is said, and of what is so again how it is now. */
function rowsOf(rendering: Rendering, change: Change, locale: Locale): LetterBlock[] {
  const { was, is } = change
  if (!is.isPublic) return []
  const { messages } = locale
  const texts = mailTexts(locale)
  const isBack = !was.isPublic
  const row = (label: string, said: (facts: EventFacts) => string, reason = ''): LetterBlock => ({
    is: 'change',
    label,
    was: isBack ? '' : valued(texts.letterWas, said(was)),
    now: valued(isBack ? '{value}' : texts.letterIs, said(is)),
    reason: cut(reason, 'reason'),
  })
  const isNoted = isBack ? is.status !== 'scheduled' : isOther(change, ['status'])
  const rows: readonly (readonly [boolean, LetterBlock])[] = [
    [isNoted, row(texts.letterStatus, (facts) => inSentence(locale, statusText(facts, locale)), is.reason)],
    [isBack || isOther(change, timeNames), row(messages.when, (facts) => whenText(rendering, locale, facts))],
    [
      isOther(change, ['place']) || (isBack && is.place.length > 0),
      row(messages.where, (facts) => placeText(facts, locale)),
    ],
    [isOther(change, ['attendance']), row(messages.takingPart, (facts) => attendanceText(facts, locale))],
    [isOther(change, ['online']), row(messages.online, ({ online }) => online || texts.letterNowhere)],
  ]
  return rows.flatMap(([isSaid, block]) => (isSaid ? [block] : []))
}

function statusText({ status }: EventFacts, locale: Locale): string {
  const { canceled, postponed, rescheduled, moved_online } = locale.messages
  const words: Readonly<Record<string, string>> = { canceled, postponed, rescheduled, moved_online }
  return words[status] ?? mailTexts(locale).letterAsPlanned
}

function attendanceText({ attendance }: EventFacts, { messages }: Locale): string {
  if (attendance === 'online') return messages.online
  return attendance === 'mixed' ? messages.mixed : messages.onSite
}

function placeText({ place }: EventFacts, locale: Locale): string {
  const lines = place.map((line) => cut(line, 'place'))
  return lines.length === 0 ? mailTexts(locale).letterNowhere : oneLine(lines)
}

/** Texts of the calendar on one line, by the comma of the letters in which they are written. */
function oneLine(texts: readonly string[]): string {
  const all = texts.join('')
  if (/\p{Script=Arabic}/u.test(all)) return texts.join('، ')
  return texts.join(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(all) ? '、' : ', ')
}

/** A text with its value between marks. */
function valued(text: string, value: string): string {
  return say(text, { value: `${valueMarks[0]}${unmarked(value)}${valueMarks[1]}` })
}

function unmarked(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}

function factBlock(label: string, value: string): LetterBlock {
  return { is: 'change', label, was: '', now: valued('{value}', value) }
}

/** The pages of those that are public now, by their ids. */
async function urlsOf(
  rendering: Rendering,
  changes: readonly Change[],
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  const { context, site } = rendering
  const ids = changes.filter(({ is }) => is.isPublic).map(({ event }) => event)
  const rows = await knownEvents(await context.rows.get(), ids)
  return new Map(
    rows
      .filter(({ event }) => isListed(event))
      .map(({ event }) => [event.id, linkTo(rendering, locale, postUrl(site, kinds.event, event))]),
  )
}

/**
 * A reminder of an event; undefined where there is nothing to be reminded of: it is not public, does not take place as announced, or has
 * begun.
 */
export async function renderReminder(
  rendering: Rendering,
  event: number,
  locale: Locale,
): Promise<Rendered | undefined> {
  const { context, site, now } = rendering
  const facts = (await readFacts(context.db.read, [event])).get(event)
  const [whole] = await knownEvents(await context.rows.get(), [event])
  if (!facts || !whole || !isListed(whole.event)) return undefined
  if (facts.status === 'canceled' || facts.status === 'postponed') return undefined
  if (facts.starts_at <= epochSeconds(now)) return undefined
  const texts = mailTexts(locale)
  const { messages } = locale
  const title = cut(facts.title, 'title')
  const when = whenText(rendering, locale, facts)
  return framed(rendering, locale, {
    subject: say(texts.letterReminderSubject, {
      title,
      when: whenText(rendering, locale, { ...facts, ends_at: facts.starts_at }),
    }),
    badge: texts.letterReminder,
    heading: { text: '{title}', words: { title } },
    lead: { text: when },
    beginning: [when, ...facts.place.slice(0, 1)].join(' · '),
    blocks: [
      factBlock(messages.when, when),
      ...(facts.place.length > 0 ? [factBlock(messages.where, placeText(facts, locale))] : []),
      ...(facts.attendance === 'in_person'
        ? []
        : [factBlock(messages.takingPart, attendanceText(facts, locale))]),
      ...(facts.online === '' ? [] : [{ is: 'link' as const, text: messages.joinOnline, url: facts.online }]),
    ],
    action: {
      text: { text: texts.letterLookAt },
      url: linkTo(rendering, locale, postUrl(site, kinds.event, whole.event)),
    },
    why: ['letterWhyReminder', 'letterEnds'],
    what: title,
    stop: 'letterStopThis',
  })
}
