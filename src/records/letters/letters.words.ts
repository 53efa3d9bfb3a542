import { anonymous, mayRead } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import { mailTexts } from '../../people/mail/mail.texts.ts'
import { lengthText } from '../../pure/locale/dates.ts'
import { comma, type Locale, numberText, say } from '../../pure/locale/locale.ts'
import type { Messages } from '../../pure/locale/messages.ts'
import { wholeNumber } from '../../pure/params/numbers.ts'
import { usualWithin_km } from '../../pure/params/places.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import {
  attendanceText,
  type NarrowingValue,
  narrowingText,
  registrationText,
} from '../events/events.filter.words.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { findLinked } from '../linked/linked.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { isRanged, narrowedBy } from '../own/own.filters.ts'
import { ownFilterText } from '../own/own.words.ts'
import { findEventRow } from '../rows/event.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { readTerms, resolveFilter } from '../terms/terms.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { isListed, storedFacts } from './letters.facts.query.ts'
import { findDigest, findList } from './letters.query.ts'
import type { Rhythm, SubscriptionRow } from './letters.types.ts'
import type { Wanted } from './letters.wanted.ts'

/** The filter of a digest in words, as the calendar calls what it names: “Music, Free”; all events for none. */
export async function filterText(context: Context, filter: string, locale: Locale): Promise<string> {
  const parts: string[] = []
  const query = new URLSearchParams(filter)
  for (const [name, value] of query)
    parts.push(...(await partsOf({ context, locale, query }, { name, value })))
  const all = [...new Set(parts)].filter((part) => part !== '')
  if (all.length === 0) return locale.messages.mailEvents
  return all.join(comma(locale))
}

interface Reading {
  readonly context: Context
  readonly locale: Locale
  readonly query: URLSearchParams
}

async function partsOf(
  reading: Reading,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<readonly string[]> {
  const { context, locale } = reading
  const { messages } = locale
  const isTrue = /^(1|true|yes|on)$/i.test(value)
  switch (name) {
    case 'q':
    case 'search':
      return [say(messages.quoted, { text: value })]
    case 'categories':
      return termNames(context, categoryKind, value)
    case 'tags':
      return termNames(context, tagKind, value)
    case 'venue':
      return linkedNames(context, venueKind, value)
    case 'organizer':
      return linkedNames(context, organizerKind, value)
    case 'featured':
      return [isTrue ? messages.featured : messages.notFeatured]
    case 'free':
      return [isTrue ? messages.free : messages.notFree]
    case 'near':
      return [placeText(reading, value)]
    case 'attendance_mode':
      return [attendanceText(locale, value.toLowerCase())]
    case 'registration':
      return membersOf(value).map((state) => registrationText(locale, state))
    case 'access':
    case 'time_of_day':
      return membersOf(value).map(
        (word) => narrowingText(locale, word.toLowerCase() as NarrowingValue) ?? word,
      )
    case 'event_status':
      return membersOf(value).map((word) => statusText(locale, word.toLowerCase()))
    case 'ticketed':
      return [isTrue ? messages.tickets : say(messages.notThis, { value: messages.tickets })]
    case 'post_parent':
      return [await titleOf(context.db.read, { kind: 'event', target: wholeNumber(value) ?? 0 })]
    // All that is in letters is published.
    case 'status':
    case 'within':
    case 'geoloc_lng':
    case 'geoloc_radius':
      return []
    case 'geoloc_lat':
    case 'geoloc_bbox':
      return [messages.partOfMap]
    default:
      return ownParts(reading, { name, value })
  }
}

const membersOf = (value: string) => value.split(',').map((one) => one.trim())

/** How far around which place: where that is given by numbers alone it is a part of the map. */
function placeText({ locale, query }: Reading, near: string): string {
  const { messages } = locale
  if (!/[^\d\s.,;-]/.test(near) && near.includes('.')) return messages.partOfMap
  const within = Number(query.get('within') ?? usualWithin_km)
  return say(messages.nearPlace, { distance: lengthText(locale, within, 'km'), place: near })
}

/** What is wanted of fields of one’s own, by what the reader calls them. */
function ownParts(
  reading: Reading,
  { name, value }: { readonly name: string; readonly value: string },
): string[] {
  const [, of = '', wanted] = /^(venue_)?fields\[([^\]]*)\]$/.exec(name) ?? []
  if (wanted === undefined) return [value]
  const { declared } = reading.context
  const field = narrowedBy(declared, of === '' ? 'event' : 'venue', anonymous).find(
    (one) => one.name === wanted,
  )
  if (!field) return [value]
  return (isRanged(field) ? [value] : membersOf(value)).map((one) => ownFilterText(reading, field, one))
}

/** What has become of an event, as readers call it. */
function statusText(locale: Locale, word: string): string {
  const { canceled, postponed, rescheduled, moved_online } = locale.messages
  const words: Readonly<Record<string, string>> = {
    scheduled: mailTexts(locale).letterAsPlanned,
    canceled,
    postponed,
    rescheduled,
    moved_online,
  }
  return words[word] ?? word
}

async function termNames({ db }: Context, kind: TermKind, value: string): Promise<readonly string[]> {
  const names = await Promise.all(
    value.split(',').map(async (one) => {
      const { ids } = await resolveFilter([wholeNumber(one) ?? one], db, kind.taxonomy)
      const rows = ids.length === 0 ? [] : await readTerms(db.read, ids)
      return rows.length === 0 ? [one] : rows.map(({ name }) => name)
    }),
  )
  return names.flat()
}

async function linkedNames({ db }: Context, kind: LinkedKind, value: string): Promise<readonly string[]> {
  return Promise.all(
    value.split(',').map(async (one) => {
      const row = await findLinked(db.read, kind, wholeNumber(one) ?? 0)
      return row && mayRead(anonymous, row) ? plainLineOfHtml(row.title) : one
    }),
  )
}

/** Some Monday, from which days of the week are named. */
const monday = Temporal.PlainDate.from('2024-01-01')

/** What a day of the week is called, from 1 for Monday to 7. */
export function weekdayText({ tag }: Locale, weekday: number): string {
  return monday.add({ days: weekday - 1 }).toLocaleString(tag, { weekday: 'long', calendar: 'gregory' })
}

/** A wall clock `HH:MM` as readers write it. */
export function clockText({ tag }: Locale, at: string): string {
  return Temporal.PlainTime.from(at).toLocaleString(tag, { timeStyle: 'short' })
}

/** How often a digest comes, in words: “every Friday at 10:00, the weekend”. */
export function rhythmText(rhythm: Rhythm, locale: Locale): string {
  const { messages } = locale
  const { frequency, weekday, day, covers } = rhythm
  const time = clockText(locale, rhythm.at)
  if (frequency === 'daily') return say(messages.mailEveryDay, { time })
  if (frequency === 'monthly')
    return say(messages.mailEveryMonth, { time, day: numberText(locale, day ?? 1) })
  const each = say(messages.mailEveryWeek, { time, weekday: weekdayText(locale, weekday ?? 5) })
  return covers === 'weekend' ? [each, messages.mailTheWeekend].join(comma(locale)) : each
}

/** What is asked for in words, as its owner is shown it. */
export async function wantedText(context: Context, wanted: Wanted, locale: Locale): Promise<string> {
  const { read } = context.db
  if (wanted.kind === 'digest')
    return [await filterText(context, wanted.filter, locale), rhythmText(wanted, locale)].join(comma(locale))
  if (wanted.kind === 'list') return (await findList(read, wanted.target))?.name ?? ''
  const title = await titleOf(read, wanted)
  const { messages } = locale
  const remind = wanted.remind === null ? [] : [remindText(locale, wanted.remind)]
  const dates = wanted.kind === 'series' ? [messages.mailSeries] : []
  return [title, ...dates, ...remind, ...(wanted.changes ? [messages.mailTellsChanges] : [])].join(' · ')
}

/** How long before the start one is reminded, in words. */
function remindText({ messages }: Locale, minutes: number): string {
  const text = messages[`mailRemind${minutes}` as keyof Messages]
  const before = typeof text === 'string' ? text : String(minutes)
  return `${messages.mailRemind}: ${before}`
}

/** What everybody may know an event or a series by. */
async function titleOf(
  db: Reader,
  { kind, target }: { readonly kind: 'event' | 'series'; readonly target: number },
): Promise<string> {
  if (kind === 'event') {
    const event = await findEventRow(db, target)
    if (event && isListed(event)) return plainLineOfHtml(event.title)
    return toldTitle(db, target)
  }
  const shown = await db
    .selectFrom('events')
    .select('title')
    .where('series_id', '=', target)
    .where('status', '=', 'publish')
    .where('password_digest', 'is', null)
    .where('hide_from_listings', '=', 0)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return plainLineOfHtml(shown?.title ?? '')
}

/** What those who watch an event know it by. */
async function toldTitle(db: Reader, event: number): Promise<string> {
  const row = await db
    .selectFrom('watched_events')
    .select('told')
    .where('event_id', '=', event)
    .executeTakeFirst()
  return row ? storedFacts(row.told).title : ''
}

/** What a subscription is of; undefined where that is gone. */
export async function wantedOf(db: Reader, row: SubscriptionRow): Promise<Wanted | undefined> {
  const { kind, target_id: target, remind, changes } = row
  if (kind === 'list') return { kind, target }
  if (kind === 'event' || kind === 'series') return { kind, target, remind, changes: changes === 1 }
  const digest = await findDigest(db, target)
  if (!digest) return undefined
  const { filter, frequency, weekday, day, at, covers } = digest
  return { kind, filter, frequency, weekday, day, at, covers }
}
