import type { PostKind } from '../../records/posts/posts.kind.ts'
import type { TermKind } from '../../records/terms/terms.kind.ts'
import { percentDecoded } from '../../pure/text/percent.ts'
import type { View } from './calendar.address.ts'
import type { Bases } from './visit.ts'

/** What an address of The Events Calendar, or a former one of ours, asks for. */
export interface FormerAddress {
  readonly subject: Subject
  /** A page, a calendar to subscribe to, a feed of news, or what other sites show in a frame. */
  readonly as: 'page' | 'calendar' | 'feed' | 'frame'
  readonly view?: View | undefined
  /** `2031-05` or `2031-05-06`, which may not exist. */
  readonly date?: string | undefined
  readonly isPast: boolean
  readonly isFeatured: boolean
  readonly search?: string | undefined
  readonly page: number
  /** What else the query says, which stays. */
  readonly others: readonly (readonly [name: string, value: string])[]
}

/** What is asked for: the calendar, a part of it by slugs, a post by its slug, or any record by its id at the source. */
export type Subject =
  | { readonly of: 'calendar'; readonly category?: string | undefined; readonly tag?: string | undefined }
  | { readonly of: TermKind['name']; readonly slugs: readonly string[] }
  | { readonly of: PostKind['name']; readonly slug: string }
  | { readonly of: 'id'; readonly id: number }

/** The words of The Events Calendar in English. */
export const usualBases: Bases = {
  events: ['events'],
  event: ['event'],
  venue: ['venue'],
  organizer: ['organizer'],
  category: ['category'],
  tag: ['tag'],
}

/** What the path and the query ask for; undefined when they are none of The Events Calendar. */
export function formerAddress(path: string, query: URLSearchParams, bases: Bases): FormerAddress | undefined {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => percentDecoded(segment))
  const asked = asksIn(query)
  if (segments.length === 0) return atRoot(query, asked)
  const isShort = segments.length === 1 && shortAddresses.has(segments[0] ?? '')
  const fewest = isShort ? 0 : lengthOfSubject(segments, bases)
  if (fewest === undefined) return undefined
  const { rest, tail } = endOf(segments, fewest)
  const subject = subjectOf(rest, bases)
  return subject && { ...asked, ...tail, as: tail.as ?? asked.as, subject: narrowed(subject, query) }
}

type Facts = Omit<FormerAddress, 'subject'>

/** The parameters of The Events Calendar and of WordPress, which have a meaning or are nothing here. */
const formerNames = [
  'p',
  'page_id',
  'attachment_id',
  'post_type',
  'tribe_events',
  'tribe_venue',
  'tribe_organizer',
  'tribe_events_cat',
  'tag',
  's',
  'feed',
  'embed',
  'eventDisplay',
  'tribe_event_display',
  'eventDate',
  'tribe-bar-date',
  'tribe-bar-search',
  'tribe_paged',
  'paged',
  'ical',
  'outlook-ical',
] as const

/** Whether the query has a parameter of The Events Calendar that decides which page is meant. */
export function asksFormerly(query: URLSearchParams): boolean {
  return formerNames.some((name) => name !== 'ical' && name !== 'outlook-ical' && query.has(name))
}

function asksIn(query: URLSearchParams): Facts {
  const display = query.get('eventDisplay') ?? query.get('tribe_event_display') ?? ''
  const date = query.get('eventDate') || query.get('tribe-bar-date') || undefined
  const isCalendar = query.has('ical') || query.has('outlook-ical')
  return {
    as: isCalendar ? 'calendar' : query.has('feed') ? 'feed' : query.has('embed') ? 'frame' : 'page',
    view: viewWords.get(display.toLowerCase()),
    date,
    isPast: display === 'past',
    isFeatured: /^(?:1|true|yes|on)$/i.test(query.get('featured') ?? ''),
    search: query.get('tribe-bar-search') || query.get('s') || undefined,
    page: pageIn(query.get('tribe_paged') ?? query.get('paged') ?? ''),
    others: [...query].filter(
      ([name]) => name !== 'featured' && !(formerNames as readonly string[]).includes(name),
    ),
  }
}

function pageIn(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** Addresses without a path are of what the query names. */
function atRoot(query: URLSearchParams, asked: Facts): FormerAddress | undefined {
  const id = query.get('p') ?? query.get('attachment_id') ?? query.get('page_id') ?? ''
  if (/^[1-9]\d{0,14}$/.test(id)) return { ...asked, subject: { of: 'id', id: Number(id) } }
  if (id !== '') return undefined
  for (const name of ['event', 'venue', 'organizer'] as const) {
    const slug = query.get(name === 'event' ? 'tribe_events' : `tribe_${name}`)
    if (slug) return { ...asked, subject: { of: name, slug } }
  }
  const postType = query.get('post_type')
  if (postType !== null && postType !== 'tribe_events') return undefined
  const subject = narrowed({ of: 'calendar' }, query)
  const isCalendar = postType !== null || subject.of !== 'calendar' || asksFormerly(query)
  return isCalendar || asked.as === 'calendar' ? { ...asked, subject } : undefined
}

/** The calendar narrowed to the category or the tag that the query names. */
function narrowed(subject: Subject, query: URLSearchParams): Subject {
  if (subject.of !== 'calendar') return subject
  const category = query.get('tribe_events_cat')
  const tag = query.get('tag')
  if (category && tag) return { of: 'calendar', category, tag }
  if (category) return { of: 'category', slugs: category.split('/') }
  return tag ? { of: 'tag', slugs: [tag] } : subject
}

/** The views by their words in addresses: English, and what the original is translated to in languages of ours. */
const viewWords: ReadonlyMap<string, View> = new Map(
  Object.entries({
    list: 'list photo summary liste lista lijst elenco foto fotos upcoming past default all',
    month: 'month monat mois mes mese maand mês',
    week: 'week woche semaine semana settimana',
    day: 'day today heute hoy oggi vandaag hoje jour día giorno dag dia',
    map: 'map karte carte mapa mappa kaart',
  } satisfies Record<View, string>).flatMap(([view, words]) =>
    words.split(' ').map((word) => [word, view as View] as const),
  ),
)

/** What else may stand at the end of an address, besides dates and pages. */
const endWords: Readonly<Record<string, Partial<Facts>>> = {
  featured: { isFeatured: true },
  hervorgehoben: { isFeatured: true },
  ical: { as: 'calendar' },
  feed: { as: 'feed' },
  rss2: { as: 'feed' },
  atom: { as: 'feed' },
  embed: { as: 'frame' },
}

type Tail = Partial<Facts>

/** The address without its end, which says how something is shown, and what that says. `fewest`: what is not the end. */
function endOf(
  segments: readonly string[],
  fewest: number,
): { readonly rest: readonly string[]; readonly tail: Tail } {
  const tail: { -readonly [Name in keyof Facts]?: Facts[Name] } = {}
  let rest = segments
  while (rest.length > fewest) {
    const last = rest.at(-1) ?? ''
    // In German a day is “Tag”, which is the word for something else in English.
    const said = last === 'tag' && isDate(tail.date) ? {} : endSaid(last, rest.at(-2))
    if (said === undefined) break
    // The word before a date says which view of the date is meant.
    Object.assign(tail, said)
    rest = rest.slice(0, said.page === undefined ? -1 : -2)
  }
  return { rest, tail }
}

/** How many segments say what the address is about: a category may be called “list”. Undefined where none does. */
function lengthOfSubject(
  [first = '', second = '', third]: readonly string[],
  bases: Bases,
): number | undefined {
  if (bases.events.includes(first)) {
    const isTerm = bases.category.includes(second) || (bases.tag.includes(second) && third !== undefined)
    return isTerm && !isDate(third) ? 3 : 1
  }
  const others = [...bases.event, ...bases.venue, ...bases.organizer, ...bases.tag]
  return others.includes(first) && second !== '' ? 2 : undefined
}

/** The views of today and the feed are at short addresses too. */
const shortAddresses: ReadonlySet<string> = new Set(['month', 'week', 'day', 'today', 'feed'])

function endSaid(last: string, before: string | undefined): Tail | undefined {
  // One of several dates on a day.
  if (isDate(before) && /^\d{1,4}$/.test(last)) return {}
  if (isDate(last)) return { view: last.length === 7 ? 'month' : 'day', date: last }
  if (before !== undefined && /^(?:page|seite)$/.test(before) && /^[1-9]\d{0,5}$/.test(last))
    return { page: Number(last) }
  const view = viewWords.get(last.toLowerCase())
  if (view !== undefined) return { view, ...(last === 'past' ? { isPast: true } : {}) }
  return endWords[last.toLowerCase()]
}

/** What the beginning of an address is about; undefined when it is nothing of The Events Calendar. */
function subjectOf(rest: readonly string[], bases: Bases): Subject | undefined {
  const [first, second, ...further] = rest
  if (first === undefined) return { of: 'calendar' }
  if (bases.events.includes(first)) {
    if (second === undefined) return { of: 'calendar' }
    if (bases.category.includes(second)) return termOf('category', further)
    if (bases.tag.includes(second)) return termOf('tag', further)
    return undefined
  }
  for (const name of ['event', 'venue', 'organizer'] as const)
    if (bases[name].includes(first) && second !== undefined && further.length === 0)
      return { of: name, slug: second }
  if (bases.tag.includes(first) && second !== undefined) return termOf('tag', rest.slice(1))
  return undefined
}

function isDate(text: string | undefined): boolean {
  return text !== undefined && /^\d{4}-\d{2}(?:-\d{2})?$/.test(text)
}

function termOf(of: TermKind['name'], slugs: readonly string[]): Subject | undefined {
  return slugs.length === 0 || (of === 'tag' && slugs.length > 1) ? undefined : { of, slugs }
}
