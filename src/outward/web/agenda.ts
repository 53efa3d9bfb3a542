import { startOfDate } from '../../pure/calendar/day.ts'
import { daySpan } from '../../pure/calendar/daySpan.ts'
import { remember } from '../../pure/calendar/cache.ts'
import { wallTextAt } from '../../pure/calendar/text.ts'
import type { Limits } from '../../pure/calendar/window.ts'
import { type AgendaEntry, countAgenda, listAgenda } from '../../records/agenda/agenda.query.ts'
import { attendanceOf } from '../../records/events/events.happening.ts'
import { firstTerms, venuesOfEvents } from '../../records/events/events.linked.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import type { ShownLinked } from '../../records/linked/linked.kind.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { eventsWithNoneLeft, ticketsOf } from '../../records/tickets/tickets.query.ts'
import { titleText } from './card.ts'
import { ticketsLeft } from './labels.ts'
import { registeringOf } from './register.panel.ts'
import { coloursOf, noKind } from './colours.ts'
import { dateText } from './dates.ts'
import type { Visit } from './visit.ts'
import { isOver, todayOf } from './today.ts'
import { datesOf, startStamp } from './when.ts'

/** An event as calendars of days show it. Its texts are made when it is drawn: a month draws half of what it has. */
export class AgendaItem {
  /** Its days in the calendar of the site, as `YYYY-MM-DD`. */
  readonly first: string
  readonly last: string
  /** Whether it lasts whole days, or longer than a day and a night. */
  readonly isLong: boolean
  /** The time of day on the site’s clock at which it begins, as text and in hours; the text is empty when it lasts all day. */
  readonly time: string
  readonly hour: number
  /** The colour of its kind: its number in the stylesheet. */
  readonly colour: number
  /** Whether it was on today, and has ended. */
  readonly isOver: boolean
  /** Whether its last day is over. */
  readonly isGone: boolean
  readonly #isSoldOut: boolean
  readonly #entry: AgendaEntry
  readonly #venue: ShownLinked | undefined
  readonly #visit: Visit

  constructor(
    entry: AgendaEntry,
    {
      visit,
      colour,
      venue,
      isSoldOut,
      today,
      timeOf,
    }: {
      visit: Visit
      colour: number
      isSoldOut: boolean
      /** As `YYYY-MM-DD`. */
      today: string
      venue: ShownLinked | undefined
      timeOf: (clock: string) => string
    },
  ) {
    const { first, last } = datesOf(entry, visit.context)
    const clock = wallTextAt(entry.starts_at, visit.context.siteZone).slice(11, 16)
    const isAllDay = entry.all_day === 1
    this.first = first
    this.last = last
    this.isLong = isAllDay || first !== last
    this.time = isAllDay ? '' : timeOf(clock)
    this.hour = Number(clock.slice(0, 2))
    this.colour = colour
    this.isOver = last === today && isOver(entry, visit)
    this.isGone = last < today
    this.#isSoldOut = isSoldOut && !this.isOver
    this.#entry = entry
    this.#venue = venue
    this.#visit = visit
  }

  get url(): string {
    return postUrl(this.#visit.site, kinds.event, this.#entry)
  }

  /** As plain text. */
  get title(): string {
    return titleText(this.#entry.title)
  }

  /** The name of its venue; empty for none. */
  get place(): string {
    return this.#venue ? titleText(this.#venue.title) : ''
  }

  /** The moment at which it begins, for programs. */
  get stamp(): string {
    return startStamp(this.#entry)
  }

  /** Whether it is not public, but shown to this reader. */
  get isUnlisted(): boolean {
    return this.#entry.status !== 'publish'
  }

  /** What has happened to it, in words, or that it is over, sold out or full; undefined while it takes place as announced. */
  get happening(): string | undefined {
    const { event_status: status } = this.#entry
    const { messages } = this.#visit.locale
    if (status !== 'scheduled') return messages[status]
    if (this.isOver) return messages.over
    const registering = registeringOf(this.#visit, this.#entry)
    // Prices are there, places here.
    if (registering && registering.registration.mode !== 'external')
      return registering.state === 'full' ? messages.placesNone : undefined
    return this.#isSoldOut ? messages.soldOut : undefined
  }

  /** Whether it does not take place. */
  get isOff(): boolean {
    return this.#entry.event_status === 'canceled'
  }
}

/** The events of some days. */
export interface EventsOfDays {
  readonly items: readonly AgendaItem[]
  /** Those of each day, by its date. */
  readonly byDate: ReadonlyMap<string, readonly AgendaItem[]>
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
  filters: ListAmong,
  partsOfDay = 1,
): Promise<EventsOfDays> {
  const { context, caller, now } = visit
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { items: [], byDate: new Map(), totals: undefined }
  const limits = (day: Temporal.PlainDate) => limitsOfDay(visit, day)
  const parts = days.flatMap((day) => divided(limits(day), partsOfDay))
  const span = daySpan(context, first, last)
  const { entries, isPartial } = await listAgenda(context, { span, parts, filters }, { caller, now })
  const [from, until] = [first.toString(), last.toString()]
  const items = (await itemsOf(visit, entries)).filter((item) => item.first <= until && item.last >= from)
  const found = { items, byDate: byDate(items, days) }
  if (!isPartial) return { ...found, totals: undefined }
  const spans = days.map((day) => daySpan(context, day, day))
  const totals = await countAgenda(context, { days: spans, filters }, { caller, now })
  return { ...found, totals: new Map(days.map((day, at) => [day.toString(), totals[at] ?? 0])) }
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
  const { context, caller, locale } = visit
  // What is behind a password has no kind and no place here.
  const open = entries.filter(({ password_digest: digest }) => digest === null).map(({ id }) => id)
  const colours = await coloursOf(visit)
  const [categories, venues, soldOut] = await Promise.all([
    firstTerms(context.db, open, [...colours.keys()]),
    // What is online alone has no place here.
    venuesOfEvents(
      context,
      entries
        .filter((entry) => entry.password_digest === null && attendanceOf(entry) !== 'online')
        .map(({ id }) => id),
      caller,
    ),
    soldOutOf(visit, entries),
  ])
  const today = todayOf(visit).toString()
  // Many begin at the same time of day.
  const timeOf = remember(minutesOfDay, (clock: string) =>
    dateText(locale, Temporal.PlainDateTime.from(`1970-01-01T${clock}`), 'time'),
  )
  return entries.map((entry) => {
    const colour = colours.get(categories.get(entry.id) ?? 0) ?? noKind.colour
    const venue = venues.get(entry.id)?.[0]
    return new AgendaItem(entry, {
      visit,
      colour,
      venue,
      isSoldOut: soldOut.has(entry.id),
      today,
      timeOf,
    })
  })
}

const minutesOfDay = 24 * 60

/** Those of which no ticket is left. */
async function soldOutOf(
  { context: { db }, now }: Visit,
  entries: readonly AgendaEntry[],
): Promise<ReadonlySet<number>> {
  const open = entries.filter(({ password_digest: digest }) => digest === null)
  const some = await eventsWithNoneLeft(
    db,
    open.map(({ id }) => id),
  )
  const tickets = await ticketsOf(db.read, some)
  const isNoneLeft = (event: AgendaEntry) =>
    ticketsLeft({ event, tickets: tickets.get(event.id) ?? [] }, now) === 0
  return new Set(open.filter(isNoneLeft).map(({ id }) => id))
}

/** The classes of an item beside its colour. */
export function classesOf({
  isUnlisted,
  isOff,
  isOver: isEnded,
}: Pick<AgendaItem, 'isUnlisted' | 'isOff' | 'isOver'>): string {
  return `${isUnlisted ? ' unlisted' : ''}${isOff ? ' is-off' : ''}${isEnded ? ' is-over' : ''}`
}

/** The items of each of the days, which follow one another, by its date. */
function byDate(
  items: readonly AgendaItem[],
  days: readonly Temporal.PlainDate[],
): ReadonlyMap<string, readonly AgendaItem[]> {
  const dates = days.map(String)
  const lists = dates.map((): AgendaItem[] => [])
  for (const item of items)
    for (let at = Math.max(0, dates.indexOf(item.first)); at < dates.length; at += 1) {
      if ((dates[at] ?? '') > item.last) break
      lists[at]?.push(item)
    }
  return new Map(dates.map((date, at) => [date, lists[at] ?? []]))
}

/** Titles for a summary of the days, or of those from one to another: first of what takes place and begins in them. */
export function titlesToTell({ items }: EventsOfDays, from = '', until = '9999-12-31'): string[] {
  const own = items.filter((item) => item.first <= until && item.last >= from)
  const rank = (item: AgendaItem) =>
    item.isOff ? 2 : item.isGone || item.isOver || item.first < from ? 1 : 0
  return own.toSorted((one, other) => rank(one) - rank(other)).map(({ title }) => title)
}
