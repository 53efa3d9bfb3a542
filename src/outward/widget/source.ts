import { addDays, clocksIn, type Day } from './dates.ts'
import { plainText } from './plain.ts'

/** The calendar that a widget shows, as it describes itself. */
export interface Calendar {
  readonly name: string
  readonly home: string
  /** The root of its service. */
  readonly rest: string
  readonly zone: string
  /** The language of the site with its region, if it has one: a BCP 47 tag. */
  readonly locale: string
  /** The first day of the week, from 1 for Monday to 7 for Sunday; undefined: by the language. */
  readonly firstDay: number | undefined
  /** `HH:MM`: when nights are over, which belong to the evening before. */
  readonly dayTurn: string
  /** The number of the colour of each category, by its id. */
  readonly colours: Readonly<Record<string, number>>
  /** What the values of the fields that are wanted are called, by field, value and language. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, Texts>>>>
}

/** A text by the language that it is in. */
export type Texts = Readonly<Record<string, string>>

/** A picture, and what of it stays in sight where it is cropped, as a position in CSS. */
export interface Picture {
  readonly src: string
  readonly position: string | undefined
}

/** An event as the widget shows it: everything is plain text. */
export interface CalendarEvent {
  readonly id: number
  readonly title: string
  /** The address of its page. */
  readonly url: string | undefined
  readonly isAllDay: boolean
  /** By the clocks of the calendar’s zone, `YYYY-MM-DD HH:MM:SS`; whole days are the same everywhere. */
  readonly start: string
  readonly end: string
  /** The last day on which it is shown: what ends by the turn of a day belongs to the evening before. */
  readonly lastDay: Day
  readonly venue: string
  readonly cost: string
  /** Whether the cost names nothing as an amount, in the word of the service. */
  readonly isFromZero: boolean
  readonly image: Picture | undefined
  readonly isFeatured: boolean
  /** Its first category, with the number of that one’s colour; 0 for none. */
  readonly category: string
  readonly colour: number
  /** What has happened to it. */
  readonly status: 'scheduled' | 'canceled' | 'postponed' | 'rescheduled' | 'moved_online'
  /** The series that it is a date of; 0 for none. */
  readonly series: number
  /** What it says in the fields that are wanted. */
  readonly said: readonly Texts[]
  /** That few places are left, or none, in words of the widget; undefined where nothing is to be said. */
  readonly places: 'placesFew' | 'placesWaiting' | 'placesNone' | undefined
}

/** One page of events, and how many there are. */
export interface EventPage {
  readonly events: readonly CalendarEvent[]
  readonly total: number
  readonly pages: number
}

/** The parameters of a list of events. */
export type Query = Readonly<Record<string, string>>

/** Asks the site for the address of its service; `fields`: what of these events say is shown. Throws when it does not answer. */
export async function findCalendar(src: string, fields: string, signal: AbortSignal): Promise<Calendar> {
  const url = new URL('widget.json', src.endsWith('/') ? src : `${src}/`)
  if (fields !== '') url.searchParams.set('fields', fields)
  const answer = await ask(url, signal)
  const told = (await answer.json()) as Record<string, unknown>
  const { name, home, rest, timezone, locale, first_day: firstDay, day_turn: turn, colours } = told
  return {
    name: text(name),
    home: text(home),
    rest: text(rest),
    zone: text(timezone),
    locale: text(locale),
    firstDay: typeof firstDay === 'number' ? firstDay : undefined,
    dayTurn: typeof turn === 'string' ? turn : '05:00',
    colours: typeof colours === 'object' && colours !== null ? (colours as Record<string, number>) : {},
    fields: (told['fields'] ?? {}) as Calendar['fields'],
  }
}

/** That the service does not have what it was asked for, such as a category that no longer exists: asking again is in vain. */
export class NotThere extends Error {}

/** One page of events. Throws when the service does not answer, and {@link NotThere} when it refuses. */
export async function listEvents(calendar: Calendar, query: Query, signal: AbortSignal): Promise<EventPage> {
  const url = new URL(`${calendar.rest}/events`)
  const _fields = Object.keys(calendar.fields).length > 0 ? `${wanted},events.fields` : wanted
  for (const [name, value] of Object.entries({ ...query, _fields })) url.searchParams.set(name, value)
  const answer = await ask(url, signal)
  const body = (await answer.json()) as { events?: readonly Record<string, unknown>[] }
  return {
    events: (body.events ?? []).map(readerOf(calendar)),
    total: Number(answer.headers.get('X-TEC-Total')),
    pages: Number(answer.headers.get('X-TEC-TotalPages')),
  }
}

/** The filters by which lists of events take IDs alone, and where these are by their slugs. */
const named = { venue: 'venues', organizer: 'organizers' } as const

/** The filters with IDs in the place of slugs. Throws {@link NotThere} where a slug is of nothing. */
export async function withIds(calendar: Calendar, query: Query, signal: AbortSignal): Promise<Query> {
  const found = await Promise.all(
    Object.entries(named).map(async ([name, list]) => {
      const values = (query[name] ?? '').split(',').map((value) => value.trim())
      const ids = values
        .filter((value) => value !== '')
        .map(async (value) => (/^\d+$/.test(value) ? value : idOf(`${calendar.rest}/${list}`, value, signal)))
      return ids.length === 0 ? [] : [[name, (await Promise.all(ids)).join(',')] as const]
    }),
  )
  return { ...query, ...Object.fromEntries(found.flat()) }
}

async function idOf(list: string, slug: string, signal: AbortSignal): Promise<string> {
  const url = new URL(`${list}/by-slug/${encodeURIComponent(slug)}`)
  url.searchParams.set('_fields', 'id')
  const { id } = (await (await ask(url, signal, [400, 404])).json()) as { id?: unknown }
  return String(id)
}

/** Of the events that begin today or later those that are not over. By the minute: so long the service keeps an answer. */
export function notOver({ zone }: Calendar, today: Day): Query {
  const minute = new Date().toISOString().slice(0, 16)
  return {
    start_date: `${today} 00:00:00`,
    ends_after: clocksIn(zone)(`${minute}:00`),
    strict_dates: 'true',
  }
}

/** The events of some days. */
export interface EventsOfDays {
  readonly events: readonly CalendarEvent[]
  readonly total: number
  /** How many events each day has, where there are so many in all that only the first of each day were asked for. */
  readonly totals: ReadonlyMap<Day, number> | undefined
}

/** What is asked for, and until when. */
interface Asked {
  readonly query: Query
  readonly signal: AbortSignal
}

/** The events that take place on days that follow one another: all of them, if that is not too many. */
export async function listBetween(
  calendar: Calendar,
  days: readonly Day[],
  asked: Asked,
): Promise<EventsOfDays> {
  const list = pagesBetween(calendar, days, asked)
  const one = await list(1)
  if (one.pages > mostPages) return listEach(calendar, days, { ...asked, total: one.total })
  const rest = Array.from({ length: one.pages - 1 }, (_, index) => index + 2)
  const others = await Promise.all(rest.map(list))
  return { events: [one, ...others].flatMap(({ events }) => events), total: one.total, totals: undefined }
}

/** How many pages are asked for at most, if these are to be all: a month with more is asked for day by day. */
const mostPages = 12

async function listEach(
  calendar: Calendar,
  days: readonly Day[],
  { total, ...asked }: Asked & Pick<EventsOfDays, 'total'>,
): Promise<EventsOfDays> {
  const found = await Promise.all(days.map((day) => pagesBetween(calendar, [day], asked)(1)))
  const events = new Map(found.flatMap(({ events }) => events).map((event) => [event.id, event]))
  const totals = new Map(days.map((day, at) => [day, found[at]?.total ?? 0]))
  return { events: [...events.values()], total, totals }
}

function pagesBetween(calendar: Calendar, days: readonly Day[], { query, signal }: Asked) {
  const asked = {
    ...query,
    ends_after: `${days[0]} 00:00:00`,
    starts_before: `${days.at(-1)} 23:59:59`,
    strict_dates: 'true',
    per_page: '50',
  }
  return (page: number) => listEvents(calendar, page === 1 ? asked : { ...asked, page: String(page) }, signal)
}

/** The members of records that the widget needs, which are a tenth of all. */
const wanted = [
  'id',
  'title',
  'url',
  'all_day',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'cost',
  'cost_details.values',
  'featured',
  'event_status',
  'series.id',
  'categories.id',
  'categories.name',
  'venue.venue',
  'image.url',
  'image.sizes.medium.url',
  'image.focus',
  'registration.state',
  'registration.remaining',
]
  .map((name) => `events.${name}`)
  .join(',')

/** `missing`: with which statuses it answers that there is no such thing. */
async function ask(url: URL, signal: AbortSignal, missing: readonly number[] = [400]): Promise<Response> {
  const answer = await fetch(url, { signal, credentials: 'omit', headers: { Accept: 'application/json' } })
  if (answer.ok) return answer
  const told = `${url.pathname} answered ${answer.status}: ${await reasonOf(answer)}`
  throw missing.includes(answer.status) ? new NotThere(told) : new Error(told)
}

/** The reason of a refusal, for the console. */
async function reasonOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { message?: unknown }
  return text(body.message)
}

function readerOf({
  zone,
  colours,
  dayTurn,
  fields,
}: Calendar): (record: Record<string, unknown>) => CalendarEvent {
  const clock = clocksIn(zone)
  return (record) => {
    const isAllDay = record['all_day'] === true
    const start = isAllDay ? text(record['start_date']) : clock(text(record['utc_start_date']))
    const end = isAllDay ? text(record['end_date']) : clock(text(record['utc_end_date']))
    const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
    const isNight = !isAllDay && last > first && end.slice(11) <= `${dayTurn}:00`
    return {
      ...readEvent(record, colours),
      said: saidIn(record['fields'], fields),
      isAllDay,
      start,
      end,
      lastDay: isNight ? addDays(last, -1) : last,
    }
  }
}

function readEvent(
  record: Record<string, unknown>,
  colours: Calendar['colours'],
): Omit<CalendarEvent, 'isAllDay' | 'start' | 'end' | 'lastDay' | 'said'> {
  const [venue] = [record['venue']].flat() as ({ venue?: unknown } | undefined)[]
  const [category] = [record['categories']].flat() as ({ id?: unknown; name?: unknown } | undefined)[]
  const details = record['cost_details'] as { values?: unknown } | undefined
  const image = record['image'] as
    | { url?: unknown; sizes?: { medium?: { url?: unknown } }; focus?: { x?: unknown; y?: unknown } }
    | false
    | undefined
  return {
    id: Number(record['id']),
    title: plainText(text(record['title'])),
    url: webUrl(record['url']),
    venue: plainText(text(venue?.venue)),
    cost: plainText(text(record['cost'])),
    isFromZero: [details?.values].flat().some((value) => /^(?:free|0(?:\.0+)?)$/i.test(text(value))),
    image: image ? pictureOf(image.sizes?.medium?.url ?? image.url, image.focus) : undefined,
    isFeatured: record['featured'] === true,
    category: plainText(text(category?.name)),
    colour: colours[String(category?.id)] ?? 0,
    status: statuses.find((status) => status === record['event_status']) ?? 'scheduled',
    places: placesOf(record['registration']),
    series: Number((record['series'] as { id?: unknown } | undefined)?.id ?? 0),
  }
}

/** How many values of a field are shown. */
const mostSaid = 2

/** What a record says in these fields, in their order: what its values are called. */
function saidIn(record: unknown, fields: Calendar['fields']): readonly Texts[] {
  const values = (record ?? {}) as Readonly<Record<string, string | boolean | readonly string[]>>
  return Object.entries(fields).flatMap(([name, texts]): Texts[] => {
    const value = values[name] ?? []
    const all = typeof value === 'object' ? value : [String(value)]
    return all.flatMap((one): Texts[] => (texts[one] ? [texts[one]] : [])).slice(0, mostSaid)
  })
}

/** What there is to say of places: that few are left, or none. */
function placesOf(registration: unknown): CalendarEvent['places'] {
  const { state, remaining } = (registration ?? {}) as { state?: unknown; remaining?: unknown }
  if (state === 'waiting_list') return 'placesWaiting'
  if (state === 'full') return 'placesNone'
  return state === 'open' && typeof remaining === 'number' ? 'placesFew' : undefined
}

/** What happens to events: ordinary records do not tell. */
const statuses = ['canceled', 'postponed', 'rescheduled', 'moved_online'] as const

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function pictureOf(url: unknown, focus: { x?: unknown; y?: unknown } | undefined): Picture | undefined {
  const src = webUrl(url)
  if (src === undefined) return undefined
  const [x, y] = [Number(focus?.x), Number(focus?.y)]
  return { src, position: x >= 0 && x <= 1 && y >= 0 && y <= 1 ? `${x * 100}% ${y * 100}%` : undefined }
}

/** The value if it is a web address. */
function webUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
