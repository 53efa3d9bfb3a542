import { onceFor, remember } from '../../pure/calendar/cache.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type EventWithLinks, costShown } from '../../records/events/events.row.ts'
import type { CostFormat } from '../../pure/text/cost.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { remainingOf } from '../../records/registration/registration.row.ts'
import type { TicketRow } from '../../records/tickets/tickets.record.ts'
import { saleOf, type SoldEvent } from '../../records/tickets/tickets.sale.ts'
import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { say } from '../../pure/locale/locale.ts'
import { ofTexts } from './ownText.ts'
import { registeringOf } from './register.panel.ts'
import { isOver, todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { datesOf } from './when.ts'

/** The cost of an event as in its record, but for the word for zero; empty when it is not known. */
export function costText(whole: EventWithLinks, visit: Pick<Visit, 'context' | 'locale'>): string {
  const { currencyCode } = visit.context
  return plainTextOfHtml(costShown(whole, { costFormat: costFormatOf(visit), currencyCode }).cost)
}

/** The attributes of an element with a cost: a text of the calendar, but for the reader’s word for nothing. */
export function ofCost(visit: Visit, cost: string): Html {
  return cost.includes(visit.locale.messages.free) ? sanitised('dir="auto"') : ofTexts(visit)
}

/** How pages show amounts: as the site does, with the reader’s word for zero. */
export function costFormatOf({ context, locale }: Pick<Visit, 'context' | 'locale'>): CostFormat {
  return formatsBy(context.costFormat)(locale.messages.free)
}

/** More languages than pages have. */
const mostWords = 100

const formatsBy = onceFor((format: CostFormat) =>
  remember(mostWords, (free: string): CostFormat => ({ ...format, free })),
)

/** How many labels stand after the price: more would be read by nobody. */
const mostLabels = 2

/** So few tickets are “few”. */
const few = 10

function label(text: string, look = ''): Html {
  return html`<span class="${`tag ${look}`.trim()}">${text}</span>`
}

/** The class of what does not take place. */
export function offClass({ event_status }: Pick<EventWithLinks['event'], 'event_status'>): string {
  return event_status === 'canceled' ? ' is-off' : ''
}

/** That it is over. */
export function overLabel({ locale }: Visit): Html {
  return label(locale.messages.over)
}

/** What has happened to an event, or that it is sold out, in words; undefined while one can come as announced. */
export function stateOf(whole: EventWithLinks, { locale, now }: Visit): string | undefined {
  const { event_status: status, password_digest: digest } = whole.event
  if (status !== 'scheduled') return locale.messages[status]
  if (digest !== null) return undefined
  const scarce = scarcityOf(whole, { locale, now })
  return scarce?.isNone ? scarce.text : undefined
}

/** A title with that before it, as others should read it first. */
export function stated(whole: EventWithLinks, visit: Visit, title: string): string {
  const state = stateOf(whole, visit)
  return state === undefined ? title : say(visit.locale.messages.stateAndTitle, { state, title })
}

const looks = {
  canceled: 'off',
  postponed: 'warn',
  rescheduled: 'info',
  moved_online: 'info',
} as const

/** What has happened to an event, if anything has. */
export function happeningLabel(
  { event_status: status }: Pick<EventWithLinks['event'], 'event_status'>,
  { locale }: Pick<Visit, 'locale'>,
): Html | undefined {
  return status === 'scheduled' ? undefined : label(locale.messages[status], looks[status])
}

/** Whether it is attended online, where that is not said otherwise. */
function onlineLabel({ event_status: status, attendance_mode: mode }: EventWithLinks['event'], visit: Visit) {
  const isSaid = mode === 'in_person' || status === 'moved_online' || status === 'canceled'
  return isSaid ? undefined : label(visit.locale.messages[mode])
}

/** The price, or what stands in its place, and at most two labels. */
export function labelsOf(whole: EventWithLinks, visit: Visit): Html[] {
  const { event } = whole
  const { messages } = visit.locale
  const status = event.status === 'publish' ? [] : [label(messages[event.status], 'warn')]
  const happening = happeningLabel(event, visit) ?? []
  if (event.password_digest !== null) return [status, happening, label(messages.needsPassword)].flat()
  // What does not take place, or has taken place, costs nothing and has no tickets left.
  if (event.event_status === 'canceled' || isOver(event, visit)) return [status, happening].flat()
  const isNone = scarcityOf(whole, visit)?.isNone === true
  const cost = costText(whole, visit)
  const isFree = cost === messages.free
  const price =
    isFree || isNone || cost === '' ? [] : [html`<span class="price" ${ofCost(visit, cost)}>${cost}</span>`]
  const labels = [
    ...status,
    ...[happening].flat(),
    // That one comes too late matters more than how one takes part.
    ...(isNone ? urgentLabels(whole, visit) : []),
    ...[onlineLabel(event, visit) ?? []].flat(),
    ...(isFree && !isNone ? [label(cost, 'good')] : []),
    ...(isNone ? [] : urgentLabels(whole, visit)),
  ]
  return [...price, ...labels.slice(0, mostLabels)]
}

/** Why one has to be quick, or comes too late: how many tickets are left, and that it ends today. */
export function urgentLabels(whole: EventWithLinks, visit: Visit): Html[] {
  const { messages } = visit.locale
  const { first, last } = datesOf(whole.event, visit.context)
  if (isOver(whole.event, visit)) return []
  const scarce = scarcityOf(whole, visit)
  return [
    ...(scarce ? [label(scarce.text, scarce.isNone ? 'bad' : 'warn')] : []),
    ...(first !== last && last === todayOf(visit).toString() ? [label(messages.endsToday, 'info')] : []),
  ]
}

/** That there is little or nothing left: of places where one registers here, else of tickets; undefined where that is not so. */
function scarcityOf(
  whole: EventWithLinks,
  { locale, now }: Pick<Visit, 'locale' | 'now'>,
): { readonly text: string; readonly isNone: boolean } | undefined {
  const { messages } = locale
  const registering = registeringOf({ now }, whole.event)
  if (registering && registering.registration.mode !== 'external') {
    const { state } = registering
    if (state === 'full') return { text: messages.placesNone, isNone: true }
    if (state === 'waiting_list') return { text: messages.placesWaiting, isNone: false }
    return state === 'open' && remainingOf(whole.event) !== null
      ? { text: messages.placesFew, isNone: false }
      : undefined
  }
  const left = ticketsLeft(whole, now)
  if (left === 0) return { text: messages.soldOut, isNone: true }
  return left !== undefined && left <= few ? { text: messages.fewLeft, isNone: false } : undefined
}

/** How many tickets can still be had: 0 when all are sold out, undefined when nothing limits them or none are on sale. */
export function ticketsLeft(
  { event, tickets }: { readonly event: SoldEvent; readonly tickets: readonly TicketRow[] },
  now: Temporal.Instant,
): number | undefined {
  const states = tickets.map((ticket) => ({ ticket, sale: saleOf(ticket, event, epochSeconds(now)) }))
  if (states.length > 0 && states.every(({ sale }) => sale === 'sold out')) return 0
  const open = states.filter(({ sale }) => sale === 'open')
  if (open.length === 0 || open.some(({ ticket }) => ticket.capacity === null)) return undefined
  return open.reduce((sum, { ticket }) => sum + (ticket.capacity ?? 0), 0)
}
