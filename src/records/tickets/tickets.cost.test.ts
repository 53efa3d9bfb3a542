import { expect, test } from 'vitest'
import { costView } from '../../pure/text/cost.ts'
import { type SiteCurrency, ticketCosts } from './tickets.cost.ts'

const dollars: SiteCurrency = { costFormat: { symbol: '$', position: 'prefix' }, currencyCode: 'USD' }
const euros: SiteCurrency = { costFormat: { symbol: '€', position: 'postfix' }, currencyCode: 'EUR' }
const kroner: SiteCurrency = { costFormat: { symbol: ' kr', position: 'postfix' }, currencyCode: 'NOK' }
const points: SiteCurrency = { costFormat: { symbol: 'Points ', position: 'prefix' }, currencyCode: 'XTS' }

const paid = (price: string | null, currency: string) => ({ kind: 'paid', price, currency }) as const
const rsvp = { kind: 'rsvp', price: null, currency: 'USD' } as const

test.each([
  ['one price', dollars, [paid('10', 'USD')], '$10', '$', ['10']],
  ['cents', dollars, [paid('12.50', 'USD')], '$12.50', '$', ['12.50']],
  ['a range, in any order', dollars, [paid('20', 'USD'), paid('5', 'USD')], '$5 – $20', '$', ['5', '20']],
  ['an RSVP', dollars, [rsvp], 'Free', '$', ['0']],
  ['an RSVP and a price', dollars, [rsvp, paid('10', 'USD')], 'Free – $10', '$', ['0', '10']],
  ['a price of nothing', dollars, [paid('0', 'USD')], 'Free', '$', ['0']],
  ['the sign behind', euros, [paid('10', 'EUR'), paid('12.50', 'EUR')], '10€ – 12.50€', '€', ['10', '12.50']],
  ['another currency', dollars, [paid('10', 'EUR')], '€10', '€', ['10']],
  ['a dollar that is another', dollars, [paid('10', 'CAD')], 'CA$10', 'CA$', ['10']],
  ['a currency without a sign', dollars, [paid('10', 'CHF')], 'CHF10', 'CHF', ['10']],
  ['several currencies', dollars, [paid('10', 'USD'), paid('20', 'EUR')], '$10 – €20', '', ['10', '20']],
  ['a sign with a blank', kroner, [paid('10', 'NOK')], '10 kr', '', ['10']],
  [
    'a sign that is a word',
    points,
    [paid('10', 'XTS'), paid('20', 'XTS')],
    'Points 10 – Points 20',
    '',
    ['10', '20'],
  ],
  ['an unknown price', dollars, [{ kind: 'external', price: null, currency: 'USD' } as const], '', '', []],
])('%s', (_what, site, tickets, cost, currency_symbol, values) => {
  expect(costView(ticketCosts(tickets, site), site.costFormat)).toMatchObject({
    cost,
    details: { currency_symbol, values },
  })
})

test('every currency there is reads as it is written', () => {
  for (const code of Intl.supportedValuesOf('currency')) {
    const { cost, details } = costView(
      ticketCosts([paid('10', code), paid('20', code)], dollars),
      dollars.costFormat,
    )
    expect(details.values, `${code}: ${cost}`).toEqual(['10', '20'])
    expect(cost).toContain(details.currency_symbol)
    expect(details.currency_symbol, code).not.toBe('')
  }
})
