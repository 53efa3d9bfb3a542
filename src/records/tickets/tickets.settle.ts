import { endOfDate } from '../../pure/calendar/day.ts'
import { type DateExpression, resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { EpochSeconds, TicketKind } from '../../storage/schema/tables.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Faults } from '../../http/resource.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { Context } from '../../http/context.ts'
import { isCurrency, currencyOf } from '../../pure/text/currency.ts'
import type { UpdateTicket } from './tickets.params.ts'
import { isZero, priceIn } from './tickets.price.ts'
import type { TicketRow } from './tickets.record.ts'

/** What the fields of a ticket are read against: its event, the settings, and the current time. */
export interface Setting extends Pick<Context, 'siteZone' | 'currencyCode'> {
  readonly event: Pick<EventRow, 'timezone'>
  readonly now: Temporal.Instant
}

/** The columns of a ticket that depend on one another. */
export type SettledColumns = Pick<
  TicketRow,
  'kind' | 'price' | 'currency' | 'capacity' | 'sale_start_at' | 'sale_end_at' | 'url'
>

/** Applies the fields that were sent to the stored ones (D7); answers faults instead when they do not agree. */
export function settleTicket(
  sent: UpdateTicket,
  setting: Setting,
  stored?: TicketRow,
): { columns: SettledColumns } | { faults: Faults } {
  const kind = sent.kind ?? stored?.kind ?? kindOf(sent)
  const url = sent.url === undefined ? (stored?.url ?? '') : (sent.url ?? '')
  const price = settlePrice(sent, kind, setting, stored)
  const sale = settleSale(sent, setting, stored)
  const faults = {
    ...price.faults,
    ...sale.faults,
    ...(kind === 'external' && url === ''
      ? { url: 'is missing: an external ticket is had at an address of its own' }
      : {}),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const capacity = sent.capacity === undefined ? (stored?.capacity ?? null) : sent.capacity
  return { columns: { kind, ...price.columns, capacity, ...sale.columns, url } }
}

/** The zone in which the times of an event's tickets are read and shown. */
export function zoneOf({ timezone }: Pick<EventRow, 'timezone'>, siteZone: Zone): Zone {
  return findZone(timezone) ?? siteZone
}

/** The kind of a ticket that was sent without one. */
function kindOf({ url, price }: UpdateTicket): TicketKind {
  if (url) return 'external'
  return price === undefined || price === null ? 'rsvp' : 'paid'
}

/** Some of the columns, and their faults. */
interface SettledPart<Name extends keyof SettledColumns> {
  readonly columns: Pick<SettledColumns, Name>
  readonly faults: Faults
}

function settlePrice(
  sent: UpdateTicket,
  kind: TicketKind,
  { currencyCode }: Setting,
  stored?: TicketRow,
): SettledPart<'price' | 'currency'> {
  const currency =
    sent.currency === undefined ? (stored?.currency ?? currencyCode) : (sent.currency ?? currencyCode)
  const given = sent.price === undefined ? (stored?.price ?? null) : sent.price
  const refuse = (faults: Faults) => ({ columns: { price: null, currency }, faults })
  if (currency !== currencyCode && currency !== stored?.currency && !isCurrency(currency))
    return refuse({ currency: `must be an ISO 4217 code like EUR, and ${currency} is none` })
  if (kind === 'rsvp') {
    // A ticket that becomes an RSVP loses its price.
    const isPriced = sent.price !== undefined && sent.price !== null && !isZero(sent.price)
    return isPriced
      ? refuse({ price: 'must be 0 or left out: an RSVP costs nothing. With a price the kind is “paid”' })
      : { columns: { price: null, currency }, faults: {} }
  }
  if (given === null) {
    return kind === 'paid'
      ? refuse({ price: 'is missing: a paid ticket has one, which may be 0' })
      : { columns: { price: null, currency }, faults: {} }
  }
  const price = priceIn(currency, given)
  if (price !== undefined) return { columns: { price, currency }, faults: {} }
  const { decimals } = currencyOf(currency)
  return refuse(
    sent.price === undefined
      ? {
          currency: `must be one in which there is a price of ${given}: ${currency} has ${decimals} decimals`,
        }
      : { price: `must have at most ${decimals} decimals: ${currency} has no more` },
  )
}

function settleSale(
  sent: UpdateTicket,
  { event, siteZone, now }: Setting,
  stored?: TicketRow,
): SettledPart<'sale_start_at' | 'sale_end_at'> {
  const at = { zone: zoneOf(event, siteZone), now }
  const start = edgeOf(sent.sale_start_date, { ...at, stored: stored?.sale_start_at ?? null, isEnd: false })
  const end = edgeOf(sent.sale_end_date, { ...at, stored: stored?.sale_end_at ?? null, isEnd: true })
  const columns = { sale_start_at: start ?? null, sale_end_at: end ?? null }
  if (start === undefined || end === undefined) {
    const faults = {
      ...(start === undefined ? { sale_start_date: noSuchDay } : {}),
      ...(end === undefined ? { sale_end_date: noSuchDay } : {}),
    }
    return { columns, faults }
  }
  const isBackwards = start !== null && end !== null && end <= start
  return { columns, faults: isBackwards ? { sale_end_date: 'must be after the start of the sale' } : {} }
}

/**
 * The edge of the sale in epoch seconds, null for none; undefined when it does not exist. A wall clock that was sent exactly
 * as it is shown counts as the stored edge, even within an hour that occurs twice (D49).
 */
function edgeOf(
  moment: DateExpression | null | undefined,
  at: { zone: Zone; now: Temporal.Instant; stored: EpochSeconds | null; isEnd: boolean },
): EpochSeconds | null | undefined {
  const { zone, now, stored, isEnd } = at
  if (moment === undefined) return stored
  if (moment === null) return null
  const sent = resolveDateExpression(moment, zone, now)
  if (!sent) return undefined
  if (isEnd && sent.dateOnly) return endOfDate(sent.day, zone)
  const shown = stored === null ? undefined : instantOf(stored).toZonedDateTimeISO(zone.id).toPlainDateTime()
  return shown?.equals(sent.wall) ? stored : epochSeconds(sent.instant)
}
