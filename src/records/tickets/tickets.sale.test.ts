import { expect, test } from 'vitest'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { ticketOffers } from './tickets.offers.ts'
import type { TicketRow } from './tickets.record.ts'
import { saleOf } from './tickets.sale.ts'

const event = { event_status: 'scheduled' as const, ends_at: 1000 }
const ticket: TicketRow = {
  id: 1,
  event_id: 2,
  status: 'publish',
  kind: 'paid',
  name: 'Stalls &amp; <b>more</b>',
  description: '',
  price: '12.50',
  currency: 'EUR',
  capacity: null,
  sale_start_at: null,
  sale_end_at: null,
  url: '',
  position: 0,
  created_at: 0,
  modified_at: 0,
}

test.each([
  ['without limits until the event is over', {}, 1000, 'open'],
  ['after the event', {}, 1001, 'over'],
  ['before its start', { sale_start_at: 500 }, 499, 'upcoming'],
  ['at its start', { sale_start_at: 500 }, 500, 'open'],
  ['at its end', { sale_end_at: 700 }, 700, 'open'],
  ['after its end', { sale_end_at: 700 }, 701, 'over'],
  ['with an end after the event, after the event', { sale_end_at: 2000 }, 1001, 'over'],
  ['with none left', { capacity: 0 }, 1, 'sold out'],
  ['with none left, before its start', { capacity: 0, sale_start_at: 500 }, 1, 'sold out'],
  ['with some left', { capacity: 3 }, 1, 'open'],
] as const)('a sale %s', (_what, changes, now_s, sale) => {
  expect(saleOf({ ...ticket, ...changes }, event, now_s)).toBe(sale)
})

test('tickets are offers', () => {
  const zone = zoneNamed('Europe/Berlin')
  const now = Temporal.Instant.fromEpochMilliseconds(400_000)
  const offers = ticketOffers(
    [
      ticket,
      { ...ticket, kind: 'rsvp', price: null, sale_start_at: 500, sale_end_at: 700 },
      { ...ticket, kind: 'external', price: null, url: 'https://tickets.example/', capacity: 0 },
    ],
    { url: 'https://calendar.example/event/x/', zone, event, now },
  )
  const common = { '@type': 'Offer', name: 'Stalls & more', url: 'https://calendar.example/event/x/' }
  expect(offers).toEqual([
    {
      ...common,
      price: '12.50',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      validFrom: '1970-01-01T01:00:00+01:00',
    },
    {
      ...common,
      price: '0',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/PreOrder',
      validFrom: '1970-01-01T01:08:20+01:00',
      validThrough: '1970-01-01T01:11:40+01:00',
    },
    {
      ...common,
      availability: 'https://schema.org/SoldOut',
      validFrom: '1970-01-01T01:00:00+01:00',
      url: 'https://tickets.example/',
    },
  ])
})
