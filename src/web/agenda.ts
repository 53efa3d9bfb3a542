import { startOfDate } from '../calendar/day.ts'
import { instantOf } from '../calendar/text.ts'
import type { Limits } from '../calendar/window.ts'
import { type AgendaEntry, countAgenda, listAgenda } from '../events/events.agenda.query.ts'
import { kindsAndPlaces } from '../events/events.linked.ts'
import type { ListEvents } from '../events/events.params.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { titleText } from './card.ts'
import { kindsOf, noKind } from './colours.ts'
import { dateText } from './dates.ts'
import type { Visit } from './visit.ts'
import { daysOf } from './when.ts'

/** An event as calendars of days show it. */
export interface AgendaItem {
  readonly id: number
  readonly url: string
  /** As plain text. */
  readonly title: string
  readonly place: string
  /** The colour of its kind: its number in the stylesheet. */
  readonly colour: number
  /** Its days in the calendar of the site, as `YYYY-MM-DD`. */
  readonly first: string
  readonly last: string
  /** Whether it lasts whole days, or longer than a day and a night. */
  readonly isLong: boolean
  /** The time of day on the site’s clock at which it begins, as text and in hours; the text is empty when it lasts all day. */
  readonly time: string
  readonly hour: number
  /** The moment at which it begins, for programs. */
  readonly stamp: string
  /** Whether it is not public, but shown to this reader. */
  readonly isUnlisted: boolean
  /** What has happened to it, in words; undefined while it takes place as announced. */
  readonly happening: string | undefined
  /** Whether it does not take place. */
  readonly isOff: boolean
}

/** The events of some days. */
export interface EventsOfDays {
  readonly items: readonly AgendaItem[]
  /** How many events each day has, by its date, where there are too many for all of them to be among the items. */
  readonly totals: ReadonlyMap<string, number> | undefined
}

/**
 * The events of some days that follow one another. Where there are too many, these are the first of each of the parts that a day is
 * divided into, and of those that began before.
 */
export async function eventsOn(
  visit: Visit,
  days: readonly Temporal.PlainDate[],
  filters: ListEvents,
  partsOfDay = 1,
): Promise<EventsOfDays> {
  const { context, caller, now } = visit
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { items: [], totals: undefined }
  const limits = (day: Temporal.PlainDate) => limitsOfDay(visit, day)
  const parts = [
    // Whole days of other zones begin and end at other times, so the days around are read too.
    limits(first.subtract({ days: 1 })),
    ...days.flatMap((day) => divided(limits(day), partsOfDay)),
    limits(last.add({ days: 1 })),
  ]
  const { entries, isPartial } = await listAgenda(context, { parts, filters }, { caller, now })
  const items = (await itemsOf(visit, entries)).filter(
    (item) => item.first <= last.toString() && item.last >= first.toString(),
  )
  if (!isPartial) return { items, totals: undefined }
  const totals = await countAgenda(context, { parts: days.map(limits), filters }, { caller, now })
  return { items, totals: new Map(days.map((day, at) => [day.toString(), totals[at] ?? 0])) }
}

function limitsOfDay({ context }: Visit, day: Temporal.PlainDate): Limits {
  return {
    from: startOfDate(day, context.siteZone),
    until: startOfDate(day.add({ days: 1 }), context.siteZone),
  }
}

function divided({ from, until }: Limits, parts: number): Limits[] {
  const at = (part: number) => from + Math.round(((until - from) * part) / parts)
  return Array.from({ length: parts }, (_, part) => ({ from: at(part), until: at(part + 1) }))
}

async function itemsOf(visit: Visit, entries: readonly AgendaEntry[]): Promise<AgendaItem[]> {
  const { context, caller } = visit
  const rows = await context.rows.get()
  // What is behind a password has no kind and no place here.
  const open = entries.filter(({ password_digest: digest }) => digest === null).map(({ id }) => id)
  const facts = await kindsAndPlaces(rows, open, caller)
  const known = await kindsOf(
    context.db.read,
    [...facts.values()].flatMap(({ categories }) => categories.slice(0, 1)),
  )
  return entries.map((entry) => {
    const { categories = [], venues = [] } = facts.get(entry.id) ?? {}
    const [category] = categories
    const [venue] = venues
    const kind = (category && known.get(category.id)) ?? noKind
    return itemOf(visit, entry, { colour: kind.colour, place: venue ? titleText(venue.title) : '' })
  })
}

function itemOf(
  visit: Visit,
  entry: AgendaEntry,
  { colour, place }: { colour: number; place: string },
): AgendaItem {
  const { site, locale, context } = visit
  const { first, last } = daysOf(entry, visit)
  const start = instantOf(entry.starts_at).toZonedDateTimeISO(context.siteZone.id).toPlainDateTime()
  const isAllDay = entry.all_day === 1
  return {
    id: entry.id,
    url: postUrl(site, kinds.event, entry),
    title: titleText(entry.title),
    place,
    colour,
    first: first.toString(),
    last: last.toString(),
    isLong: isAllDay || !first.equals(last),
    time: isAllDay ? '' : dateText(locale, start, 'time'),
    hour: start.hour,
    stamp: isAllDay
      ? entry.start_wall.slice(0, 10)
      : instantOf(entry.starts_at).toString({ smallestUnit: 'second' }),
    isUnlisted: entry.status !== 'publish',
    happening: entry.event_status === 'scheduled' ? undefined : locale.messages[entry.event_status],
    isOff: entry.event_status === 'canceled',
  }
}

/** The classes of an item beside its colour. */
export function classesOf({ isUnlisted, isOff }: Pick<AgendaItem, 'isUnlisted' | 'isOff'>): string {
  return `${isUnlisted ? ' unlisted' : ''}${isOff ? ' is-off' : ''}`
}

/** The days of the week that the day is in. */
export function weekOf(day: Temporal.PlainDate, firstDay: number): Temporal.PlainDate[] {
  const first = day.subtract({ days: (day.dayOfWeek - firstDay + 7) % 7 })
  return Array.from({ length: 7 }, (_, at) => first.add({ days: at }))
}

/** Whether the event is on that day. */
export function isOn({ first, last }: Pick<AgendaItem, 'first' | 'last'>, date: string): boolean {
  return first <= date && last >= date
}
