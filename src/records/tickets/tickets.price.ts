import { readAmounts } from '../../pure/text/amounts.ts'
import { maxAmount, maxCostLength } from '../../pure/text/cost.ts'
import { currencyOf } from '../../pure/text/currency.ts'

/**
 * Reads a price that was sent, with separators of thousands and decimals in either notation (D17) and without a currency,
 * into plain decimal digits with as many decimals as were sent. `says` completes the sentence “price …”.
 */
export function readPrice(sent: unknown): { readonly value: string } | { readonly says: string } {
  const text = typeof sent === 'number' ? String(sent) : sent
  if (typeof text !== 'string' || text.length > maxCostLength) return { says: wanted }
  const { amounts, isPlain, isNegative } = readAmounts(text.trim())
  const [amount, ...others] = amounts
  if (isNegative) return { says: `${wanted}, not a negative one` }
  if (!amount || others.length > 0 || !isPlain) return { says: wanted }
  if (amount.mark !== '') return { says: `${wanted} without a currency, which is the parameter “currency”` }
  if (amount.number > maxAmount) return { says: `must be at most ${maxAmount}` }
  return { value: amount.value }
}

/**
 * The stored and shown form of a price: `10`, or with the decimals of its currency `12.50`. Undefined when it has more
 * decimals than the currency: nobody could pay it, and in some countries `1.000` is a thousand.
 */
export function priceIn(code: string, value: string): string | undefined {
  const { decimals } = currencyOf(code)
  const [whole = '', fraction = ''] = value.split('.')
  if (fraction.length > decimals) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '')
  return /^0*$/.test(fraction) ? digits : `${digits}.${fraction.padEnd(decimals, '0')}`
}

/** Whether a price is zero. */
export function isZero(price: string): boolean {
  return /^[0.]*$/.test(price)
}

const wanted = 'must be an amount like 10 or "12.50"'
