import { startOfDate } from '../calendar/day.ts'
import type { Limits } from '../calendar/window.ts'
import { type AgendaEntry, countAgenda, listAgenda } from '../events/events.agenda.query.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { dateText } from './dates.ts'
import { titleText } from './card.ts'
import type { Cell, Lasting, Slot } from './grid.ts'
import { type Content, type Html, html, sanitised } from './html.ts'
import { countText } from './locale.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { daysOf } from './when.ts'
import { instantOf } from '../calendar/text.ts'

/** The events of some days. */
export interface EventsOfDays {
  /** Each with its days in the calendar of the site. */
  readonly events: readonly Lasting<AgendaEntry>[]
  /** How many events each day has, by its date, where there are too many for all of them to be among these. */
  readonly totals: ReadonlyMap<string, number> | undefined
}

/**
 * The events of some days that follow one another. Where there are too many, these are the first of each of the parts that a day is
 * divided into, and of those that began before.
 */
export async function eventsOn(
  visit: Visit,
  days: readonly Temporal.PlainDate[],
  partsOfDay = 1,
): Promise<EventsOfDays> {
  const { context, caller, now } = visit
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { events: [], totals: undefined }
  const limits = (day: Temporal.PlainDate) => limitsOfDay(visit, day)
  const parts = [
    // Whole days of other zones begin and end at other times, so the days around are read too.
    limits(first.subtract({ days: 1 })),
    ...days.flatMap((day) => divided(limits(day), partsOfDay)),
    limits(last.add({ days: 1 })),
  ]
  const { entries, isPartial } = await listAgenda(context, parts, { caller, now })
  const events = entries
    .map((item) => {
      const own = daysOf(item, visit)
      return { item, first: own.first.toString(), last: own.last.toString() }
    })
    .filter((lasting) => lasting.first <= last.toString() && lasting.last >= first.toString())
  if (!isPartial) return { events, totals: undefined }
  const totals = await countAgenda(context, days.map(limits), { caller, now })
  return { events, totals: new Map(days.map((day, at) => [day.toString(), totals[at] ?? 0])) }
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

/** The cell with the number of its events that are not shown, neither in it nor, if it has some beside, there. */
export function withHidden<Item>(
  { totals }: EventsOfDays,
  cell: Cell<Item>,
  beside = { drawn: 0, hidden: 0 },
): Cell<Item> {
  const hidden = cell.hidden + beside.hidden
  const total = totals?.get(cell.date)
  const shown = cell.slots.filter(({ kind }) => kind !== 'gap').length + beside.drawn
  return { ...cell, hidden: total === undefined ? hidden : Math.max(hidden, total - shown) }
}

/** The week of a day, from the first day of weeks in the reader’s country. */
export function weekOf(day: Temporal.PlainDate, firstDay: number): Temporal.PlainDate[] {
  const start = day.subtract({ days: (day.dayOfWeek - firstDay + 7) % 7 })
  return Array.from({ length: 7 }, (_, at) => start.add({ days: at }))
}

/** The events that a day shows, and how many more there are. */
export function cellList(visit: Visit, cell: Cell<AgendaEntry>): Content {
  if (isBare(cell)) return undefined
  const { locale, site } = visit
  const more =
    cell.hidden === 0
      ? undefined
      : html`<li class="more">
          <a href="${site.home}/day/${cell.date}"
            >${countText(locale, locale.messages.moreThatDay, cell.hidden)}<span class="hidden">
              ${dateText(locale, Temporal.PlainDate.from(cell.date), 'dayOfMonth')}</span
            ></a
          >
        </li>`
  return html`<ol>
    ${cell.slots.map((slot) => slotItem(visit, slot))}${more}
  </ol>`
}

/** Whether a day has nothing to show. */
export function isBare({ slots, hidden }: Cell<unknown>): boolean {
  return hidden === 0 && slots.length === 0
}

/** The day as a link to its page: its number among other days, the full date on its own. */
export function dayLink(visit: Visit, date: Temporal.PlainDate, short: Content): Html {
  const { locale, site } = visit
  const isToday = date.equals(todayOf(visit))
  return html`<a
    href="${site.home}/day/${date.toString()}"
    ${isToday ? sanitised('aria-current="date"') : undefined}
    ><time datetime="${date.toString()}"
      ><span class="hidden full">${dateText(locale, date, 'day')}</span
      ><span class="number" aria-hidden="true">${short}</span></time
    ></a
  >`
}

/** The CSS classes of a day. */
export function dayClasses(visit: Visit, date: Temporal.PlainDate, more = ''): string {
  return `cell ${date.equals(todayOf(visit)) ? 'today ' : ''}${more}`.trim()
}

function slotItem(visit: Visit, slot: Slot<AgendaEntry>): Html {
  switch (slot.kind) {
    case 'gap':
      return html`<li class="gap" aria-hidden="true"></li>`
    case 'continued':
      return html`<li class="on">
        <span class="hidden" dir="auto"
          >${titleText(slot.item.title)} (${visit.locale.messages.continued})</span
        >${continuedLink(visit, slot.item)}
      </li>`
    default:
      return html`<li>${entryLink(visit, slot)}</li>`
  }
}

/** An event that goes on, where days stand one below the other, so that none is drawn over those that follow. */
function continuedLink(visit: Visit, item: AgendaEntry): Html {
  return entryLink(visit, { kind: 'item', item, days: 1, isFromBefore: true, isGoingOn: false })
}

function entryLink(visit: Visit, slot: Slot<AgendaEntry> & { kind: 'item' }): Html {
  const { item, days, isFromBefore, isGoingOn } = slot
  const isLong = days > 1 || isFromBefore || isGoingOn || item.all_day === 1
  const beginsHere = item.all_day === 0 && !isFromBefore
  const classes = [
    isLong ? `long s${days}` : '',
    isFromBefore ? 'before' : '',
    isGoingOn ? 'after' : '',
    item.featured === 1 && item.password_digest === null ? 'featured' : '',
    item.status === 'publish' ? '' : 'unlisted',
  ]
  const title = titleText(item.title)
  return html`<a
    href="${postUrl(visit.site, kinds.event, item)}"
    class="${classes.filter(Boolean).join(' ')}"
    dir="auto"
    title="${title}"
    >${beginsHere ? html`${startText(visit, item)} ` : undefined}${title}</a
  >`
}

/**
 * The time of day on the site’s clock at which an event begins. It has a direction of its own, so that the rest has that of the
 * title: a line that is too long is cut at the end of the title, not at its beginning.
 */
export function startText({ locale, context }: Visit, { starts_at }: Pick<AgendaEntry, 'starts_at'>): Html {
  const start = instantOf(starts_at).toZonedDateTimeISO(context.siteZone.id).toPlainDateTime()
  return html`<time dir="auto">${dateText(locale, start, 'time')}</time>`
}
