import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  costCurrency,
  costRange,
  costView,
  isFree,
  maxAmount,
  maxCostLength,
  readCost,
  sameCost,
  type CostFormat,
  type CostView,
} from './cost.ts'
import { runs } from '../../../test/support/runs.ts'

const site: CostFormat = { symbol: '$', position: 'prefix' }

function stored(input: unknown): string[] {
  const read = readCost(input)
  if (!read.ok) expect.fail(read.says)
  return read.values
}

function view(input: unknown): CostView {
  return costView(stored(input), site)
}

describe('a cost reads as recorded', () => {
  test.each<[unknown, string, string, string, string[]]>([
    // events-cost/single-amounts
    ['10', '$10', '', '', ['10']],
    [10, '$10', '', '', ['10']],
    ['$10', '$10', '$', 'prefix', ['10']],
    ['10 €', '10€', '€', 'postfix', ['10']],
    ['€10', '€10', '€', 'prefix', ['10']],
    ['USD 10', 'USD10', 'USD', 'prefix', ['10']],
    [12.5, '$12.5', '', '', ['12.5']],
    ['12.50', '$12.50', '', '', ['12.50']],
    ['12,50', '$12,50', '', '', ['12.50']],
    ['1,000', '$1,000', '', '', ['1000']],
    ['£7.25', '£7.25', '£', 'prefix', ['7.25']],
    ['10 kr', '10kr', 'kr', 'postfix', ['10']],
    ['999999', '$999999', '', '', ['999999']],
    ['0.5', '$0.5', '', '', ['0.5']],
    [' 15 ', '$15', '', '', ['15']],
    // events-cost/ranges, form
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    ['10 - 20', '$10 – $20', '', '', ['10', '20']],
    ['20 - 10', '$10 – $20', '', '', ['10', '20']],
    ['5 – 9', '$5 – $9', '', '', ['5', '9']],
    [['10', '20'], '$10 – $20', '', '', ['10', '20']],
    [['20', '10', '15'], '$10 – $20', '', '', ['10', '15', '20']],
    [['€10', '€20'], '€10 – €20', '€', 'prefix', ['10', '20']],
    [['10', '10'], '$10', '', '', ['10']],
    [[10, 20.5], '$10 – $20.5', '', '', ['10', '20.5']],
    [['5'], '$5', '', '', ['5']],
    [{ 0: '5', 1: '8' }, '$5 – $8', '', '', ['5', '8']],
    // events-cost/free-and-words
    ['Free', 'Free', '', '', ['free']],
    ['free', 'free', '', '', ['free']],
    ['FREE', 'FREE', '', '', ['free']],
    ['0.00', 'Free', '', '', ['0.00']],
    ['0 - 10', 'Free – $10', '', '', ['0', '10']],
    ['Donation', 'Donation', '', '', ['donation']],
    ['Varies & more', 'Varies &amp; more', '', '', ['varies-more']],
    [['Free', '10'], '$10', '', '', ['free', '10']],
    ['Pay what you want', 'Pay what you want', '', '', ['pay-what-you-want']],
    ['<b>Cheap</b>', 'Cheap', '', '', ['cheap']],
    ['Sold out', 'Sold out', '', '', ['sold-out']],
    // events-cost/none
    ['', '', '', '', []],
    [null, '', '', '', []],
    [[], '', '', '', []],
    // events-cost/as-a-person-reads-them, events-update/cost, D17, D50
    [0, 'Free', '', '', ['0']],
    ['0', 'Free', '', '', ['0']],
    ['1,000.50', '$1,000.50', '', '', ['1000.50']],
    ['$10-$20', '$10 – $20', '$', 'prefix', ['10', '20']],
    ['€10 - €20', '€10 – €20', '€', 'prefix', ['10', '20']],
    [['1', '2'], '$1 – $2', '', '', ['1', '2']],
    ['10, 20, 30', '$10 – $30', '', '', ['10', '20', '30']],
    ['€10, €20', '€10 – €20', '€', 'prefix', ['10', '20']],
  ])('%j → %s', (input, cost, symbol, position, values) => {
    expect(view(input)).toEqual({
      cost,
      details: { currency_symbol: symbol, currency_code: '', currency_position: position, values },
    })
  })
})

describe('a cost reads as a person reads it', () => {
  test.each<[unknown, string, string, string[]]>([
    ['1.000,50 €', '1.000,50€', '€', ['1000.50']],
    ['1 000 kr', '1 000kr', 'kr', ['1000']],
    ['₹ 1,00,000', '₹1,00,000', '₹', ['100000']],
    ['Rs. 12,34,56,789.50', 'Rs.12,34,56,789.50', 'Rs.', ['123456789.50']],
    ['1,00,000 – 2,50,000', '$1,00,000 – $2,50,000', '', ['100000', '250000']],
    ['₹500/-', '₹500/-', '₹', ['500']],
    ['CHF 1’000.–', 'CHF1’000.–', 'CHF', ['1000']],
    ["1'000'000.50", '$1&#039;000&#039;000.50', '', ['1000000.50']],
    ['10.- / 20.-', '$10.- – $20.-', '', ['10', '20']],
    ['100:-', '$100:-', '', ['100']],
    ['10,- bis 20,-', '10,- bis 20,-', '', ['10', '20']],
    ['1\u202f000,50 €', '1 000,50€', '€', ['1000.50']],
    ['1\u00a0000\u00a0000 Ft', '1 000 000Ft', 'Ft', ['1000000']],
    ['١٬٠٠٠٫٥٠', '$١٬٠٠٠٫٥٠', '', ['1000.50']],
    ['١٠، ٢٠، ٣٠', '$١٠ – $٣٠', '', ['10', '20', '30']],
    ['۱۲۳', '$۱۲۳', '', ['123']],
    ['₹ १,००,०००', '₹१,००,०००', '₹', ['100000']],
    ['１，０００円', '１，０００円', '円', ['1000']],
    ['￥1,000～￥2,000', '￥1,000 – ￥2,000', '￥', ['1000', '2000']],
    ['٥٠٪ off', '٥٠٪ off', '', ['%d9%a5%d9%a0-off']],
    ['1.234.567,89', '$1.234.567,89', '', ['1234567.89']],
    ['10,20,30,40', '$10 – $40', '', ['10', '20', '30', '40']],
    ['1,000,000', '$1,000,000', '', ['1000000']],
    ['10,20,30', '$10 – $30', '', ['10', '20', '30']],
    ['10 - 20 €', '10€ – 20€', '€', ['10', '20']],
    ['US$10 to US$20', 'US$10 – US$20', 'US$', ['10', '20']],
    [['€10', '$20'], '€10 – $20', '', ['10', '20']],
    ['Free – $10', 'Free – $10', '$', ['0', '10']],
    ['10 -20', '$10 – $20', '', ['10', '20']],
    ['125.95 3 8.00', '$3 – $125.95', '', ['3', '8.00', '125.95']],
    ['€10 20', '€10 – €20', '€', ['10', '20']],
    ['10 20 people', '10 20 people', '', ['10', '20']],
    ['.50', '$.50', '', ['0.50']],
    ['10eur', '10eur', 'eur', ['10']],
    ['5each', '5each', '', ['5']],
    ['1e3', '1e3', '', ['1', '3']],
    ['$10 per person, kids $5', '$10 per person, kids $5', '$', ['5', '10']],
    ['10 per person', '10 per person', '', ['10']],
    ['50% off', '50% off', '', ['50-off']],
    ['1.5 % off', '1.5 % off', '', ['1-5-off']],
    ['1 000% off', '1 000% off', '', ['1-000-off']],
    ['$10, 50% off, 2 for $15', '$10, 50% off, 2 for $15', '', ['2', '10', '15']],
    ['10.12.2027', '10.12.2027', '', ['10-12-2027']],
    [['Donation', 'Sold out'], 'Donation, Sold out', '', ['donation', 'sold-out']],
    ['???', '???', '', ['???']],
    ['a < b &amp; "c"', 'a &lt; b &amp; &quot;c&quot;', '', ['a-b-c']],
    [['', null, ' 5 '], '$5', '', ['5']],
  ])('%j → %s', (input, cost, symbol, values) => {
    expect(view(input)).toMatchObject({ cost, details: { currency_symbol: symbol, values } })
  })

  test('a site may show its symbol after the amount', () => {
    expect(costView(['10-20'], { symbol: ' kr', position: 'postfix' }).cost).toBe('10 kr – 20 kr')
  })
})

test.each<[unknown, RegExp]>([
  ['-5', /negative/],
  [-5, /negative/],
  ['$-5', /negative/],
  ['-$5', /negative/],
  ['10 - -5', /negative/],
  ['10, -5', /negative/],
  [['10', '-5'], /negative/],
  [true, /amount/],
  [[['5']], /amount/],
  [{ a: { b: '5' } }, /amount/],
  [1e30, /at most/],
  [1.5e-7, /few decimals/],
  [Number.POSITIVE_INFINITY, /at most/],
  [Number.NaN, /at most/],
  ['9'.repeat(20), /at most/],
  ['x'.repeat(201), /characters/],
  [Array.from({ length: 51 }, () => '1'), /values/],
])('%j is refused', (input, says) => {
  expect(readCost(input)).toEqual({ ok: false, says: expect.stringMatching(says) })
})

test.each<[string, (over: number) => unknown]>([
  ['amount', (over) => maxAmount + over],
  ['amount in a text', (over) => `up to ${maxAmount + over} €`],
  ['length of a text', (over) => 'x'.repeat(maxCostLength + over)],
  ['number of values', (over) => Array(50 + over).fill('1')],
])('the largest %s is taken, and nothing beyond it', (_, input) => {
  expect(readCost(input(0)).ok).toBe(true)
  expect(readCost(input(1))).toMatchObject({ ok: false, says: expect.stringContaining('at most') })
})

test.each<[unknown, { low: number; high: number } | undefined, boolean]>([
  ['', undefined, false],
  ['Donation', undefined, false],
  ['Free', { low: 0, high: 0 }, true],
  [0, { low: 0, high: 0 }, true],
  ['0 - 10', { low: 0, high: 10 }, false],
  [['Free', '10'], { low: 0, high: 10 }, false],
  ['€1.000,50', { low: 1000.5, high: 1000.5 }, false],
])('%j ranges over %j', (input, range, free) => {
  expect(costRange(stored(input))).toEqual(range)
  expect(isFree(stored(input))).toBe(free)
})

const anyCost = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.array(
    fc.oneof(
      fc.nat().map(String),
      fc.constantFrom('€10', 'Free', '10 - 20 kr', 'Donation & more', '1,000.50', '5 "now"'),
    ),
    { maxLength: 4 },
  ),
  fc
    .array(
      fc.constantFrom('1', '0', ',', '.', ' ', '-', '$', '€', 'kr', 'free', 'x', '%', '<b>', '&amp;', "'"),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

test('any cost is refused with a sentence or reads, and as read is the same cost', () => {
  fc.assert(
    fc.property(anyCost, (input) => {
      const read = readCost(input)
      if (!read.ok) {
        expect(read.says).toMatch(/^must /)
        return
      }
      const shown = costView(read.values, site)
      const again = readCost(shown.cost)
      expect(shown.cost).not.toMatch(/[<>"']/)
      expect(again.ok && sameCost(again.values, read.values, site)).toBe(true)
    }),
    { numRuns: runs(1000) },
  )
})

test('amounts are read exactly, and the lowest comes first', () => {
  const amount = fc
    .tuple(fc.nat(999_999), fc.nat(99))
    .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
  fc.assert(
    fc.property(fc.uniqueArray(amount, { minLength: 1, maxLength: 5 }), (amounts) => {
      const { values } = view(amounts).details
      expect(new Set(values)).toEqual(new Set(amounts))
      expect(values.map(Number)).toEqual(values.map(Number).toSorted((one, other) => one - other))
      expect(costRange(amounts)).toEqual({ low: Number(values[0]), high: Number(values.at(-1)) })
    }),
  )
})

test('an amount reads the same in the notation of any country, in its digits, by itself and with another one', () => {
  const places = [
    'en-US',
    'en-IN',
    'hi-IN-u-nu-deva',
    'de-DE',
    'de-CH',
    'fr-FR',
    'fr-CA',
    'pl-PL',
    'sv-SE',
    'ar-EG-u-nu-arab',
    'fa-IR-u-nu-arabext',
    'bn-BD-u-nu-beng',
    'ja-JP-u-nu-fullwide',
    'th-TH-u-nu-thai',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.integer({ min: 1000, max: 99_999_999 }),
      fc.nat(99),
      (place, whole, cents) => {
        const number = whole + cents / 100
        const written = number.toLocaleString(place, { minimumFractionDigits: 2, useGrouping: 'always' })
        expect([written, costRange(stored(written))]).toEqual([written, { low: number, high: number }])
        const { low, high } = costRange(stored(`${written} – ${written}1`)) ?? {}
        expect(low).toBe(number)
        expect(high).toBeGreaterThanOrEqual(number)
      },
    ),
    { numRuns: runs(2000) },
  )
})

test('thousands read the same with commas, points or blanks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: maxAmount - 1 }), (number) => {
      const grouped = number.toLocaleString('en-US')
      expect(view(grouped).details.values).toEqual([String(number)])
      expect(view(grouped.replaceAll(',', ' ')).details.values).toEqual([String(number)])
      expect(view(`${grouped.replaceAll(',', '.')},50`).details.values).toEqual([`${number}.50`])
    }),
    { examples: [[1000], [maxAmount - 1]] },
  )
})

test.each([
  [['10'], 'CAD'],
  [['$10 - $20'], 'CAD'],
  [['Free'], 'CAD'],
  [['Free', '12 €'], 'EUR'],
  [['€10', '€20'], 'EUR'],
  [['USD 10'], 'USD'],
  [['10 £'], 'GBP'],
  [['100 Kč'], 'CZK'],
  [['$5 – €10'], undefined],
  [['5', '€10'], undefined],
  [['50 kr'], undefined],
  [['10 XYQ'], undefined],
  [['5 per person'], 'CAD'],
])('on a Canadian site, %j is in %j', (texts, code) => {
  expect(costCurrency(texts, { symbol: '$', code: 'CAD' })).toBe(code)
})
