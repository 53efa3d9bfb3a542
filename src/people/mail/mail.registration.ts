import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import { type Locale, say } from '../../pure/locale/locale.ts'
import { writeLetter } from './mail.layout.ts'
import type { MailSite } from './mail.site.ts'
import { momentText } from './mail.templates.ts'
import { mailTexts, type MailTexts } from './mail.texts.ts'
import type { CalendarMessage, Mail } from './mail.write.ts'

/** What a guest is told. */
export type GuestMail =
  | 'Confirm'
  | 'Registered'
  | 'Waiting'
  | 'Requested'
  | 'Refused'
  | 'Offer'
  | 'OfferOver'
  | 'Canceled'
  | 'Already'
  | 'EventCanceled'
  | 'EventRestored'
  | 'Moved'
  | 'Postponed'
  | 'Reminder'

/** The event that it is about. */
export interface GuestEvent {
  /** Plain text. */
  readonly title: string
  readonly times: EventTimes
  /** Where it is, on one line; empty where that is not known. */
  readonly place: string
  /** Where it is attended online; empty for nowhere. */
  readonly online: string
  /** A word of the house to who comes; empty for none. */
  readonly note: string
  /** Where answers go; empty: to the sender. */
  readonly replyTo: string
}

/** When it is: whole days by the calendar, else moments on the clock of its zone. */
export interface EventTimes {
  readonly starts_at: EpochSeconds
  readonly all_day: number
  readonly start_wall: string
  readonly end_wall: string
  readonly zone: Zone
}

/** Whom it is to. Nothing that they have typed is in a mail (D74). */
export interface GuestReader {
  readonly id: number
  readonly email: string
  readonly locale: string
  readonly code: string
  /** Their own page. */
  readonly url: string
}

/** What they are told, and what goes with it. */
export interface GuestNote {
  readonly is: GuestMail
  /** When what it says ends. */
  readonly until?: EpochSeconds | undefined
  /** What an editor says to them; empty for nothing. */
  readonly word?: string
  /** When it was to be before. */
  readonly before?: EventTimes | undefined
  readonly calendar?: CalendarMessage | undefined
}

/** Mails to those who come, or may: they say where it is, and what the house tells all of them. */
const coming: ReadonlySet<GuestMail> = new Set<GuestMail>([
  'Registered',
  'Offer',
  'Moved',
  'Postponed',
  'EventRestored',
  'Reminder',
])
const noted: ReadonlySet<GuestMail> = new Set<GuestMail>([...coming, 'Confirm', 'Waiting', 'Requested'])
/** To those who have a place alone: the way in. */
const inside: ReadonlySet<GuestMail> = new Set<GuestMail>(['Registered', 'Reminder'])

/** What mails are about, where that is not what has become of a guest. */
const kinds: Partial<Record<GuestMail, Mail['kind']>> = {
  Offer: 'guest_offer',
  Moved: 'guest_news',
  Postponed: 'guest_news',
  EventCanceled: 'guest_news',
  EventRestored: 'guest_news',
  Reminder: 'guest_reminder',
}

/** Tells a guest what has become of them, or of their event. */
export function guestMail(
  site: MailSite,
  event: GuestEvent,
  to: GuestReader,
  { is, until, word = '', before, calendar }: GuestNote,
): Mail {
  const { locale, texts, words } = spoken(site, event, to)
  const isIn = inside.has(is) || (calendar?.method === 'REQUEST' && coming.has(is))
  const said = [
    ...(before ? [texts.guestBefore] : []),
    ...(coming.has(is) && event.place !== '' ? [texts.guestWhere] : []),
    ...(isIn && event.online !== '' ? [texts.guestOnline] : []),
  ]
  const own = linesOf({ word, note: noted.has(is) ? event.note : '' })
  const all = {
    ...words,
    ...own.words,
    place: event.place,
    online: event.online,
    ...(before ? { before: timesText(locale, before) } : {}),
    ...(until === undefined ? {} : { until: momentText(locale, site, until) }),
  }
  const subject = say(texts[`guest${is}Subject`], words)
  const written = writeLetter(locale, {
    subject,
    words: all,
    paragraphs: [texts[`guest${is}`], ...own.of('word'), ...said, ...own.of('note')],
    action: { text: is === 'Confirm' ? texts.guestConfirmAction : texts.guestShow, url: to.url },
    remarks: is === 'Confirm' && until !== undefined ? [texts.guestConfirmEnds] : [],
    ending: texts.ending,
  })
  return { ...addressed(event, to), kind: kinds[is] ?? 'guest', subject, ...written, until, calendar }
}

/** What an editor writes to all guests, to one of them. */
export function guestMessage(
  site: MailSite,
  event: GuestEvent,
  to: GuestReader,
  { subject, text }: { readonly subject: string; readonly text: string },
): Mail {
  const { locale, texts, words } = spoken(site, event, to)
  const own = linesOf({ text })
  const written = writeLetter(locale, {
    subject,
    words: { ...words, ...own.words },
    paragraphs: own.of('text'),
    action: { text: texts.guestShow, url: to.url },
    remarks: [texts.guestAbout],
    ending: texts.ending,
  })
  return { ...addressed(event, to), kind: 'guest_message', subject, ...written }
}

function addressed({ replyTo }: GuestEvent, { id, email }: GuestReader) {
  return { to: email, guest: id, replyTo }
}

/** Longer titles would fill the line that programs show of a subject. */
const longestTitle = 80

function spoken(
  site: MailSite,
  event: GuestEvent,
  to: GuestReader,
): { readonly locale: Locale; readonly texts: MailTexts; readonly words: Readonly<Record<string, string>> } {
  const locale = site.localeFor(to.locale)
  const letters = [...event.title]
  const title = letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : event.title
  const when = timesText(locale, event.times)
  return {
    locale,
    texts: mailTexts(locale),
    words: { site: site.name, url: site.url, title, code: to.code, when },
  }
}

/** Texts that people have written, line by line, each a word of its own: nothing in it is taken for a place to be filled. */
function linesOf<Name extends string>(texts: Readonly<Record<Name, string>>) {
  const lines = Object.entries<string>(texts).flatMap(([name, text]) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line, at) => [`${name}${at}`, line] as const),
  )
  return {
    words: Object.fromEntries(lines),
    of: (name: Name) => lines.flatMap(([word]) => (word.replace(/\d+$/, '') === name ? [`{${word}}`] : [])),
  }
}

const longDay = {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  calendar: 'gregory',
} as const

/** When an event is: on the clock of its own zone, which is named, as readers may be anywhere; or on which days. */
function timesText({ tag }: Locale, { all_day, start_wall, end_wall, starts_at, zone }: EventTimes): string {
  if (all_day !== 1) {
    const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: zone.id } as const
    return new Intl.DateTimeFormat(tag, { ...longDay, ...clock }).format(starts_at * 1000)
  }
  const first = parseWall(start_wall).toPlainDate()
  const last = parseWall(end_wall).toPlainDate()
  const format = new Intl.DateTimeFormat(tag, longDay)
  return first.equals(last) ? format.format(first) : format.formatRange(first, last)
}
