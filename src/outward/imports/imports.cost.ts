import { readAmounts } from '../../pure/text/amounts.ts'
import { currencyOf, isCurrency } from '../../pure/text/currency.ts'

/** How amounts in a currency are marked, by its code; a sign is itself, and anything else nothing. */
export function symbolOf(currency: string): string {
  const code = currency.trim().toUpperCase()
  if (isCurrency(code)) return currencyOf(code).mark
  return /^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(code) ? code : ''
}

/** A cost with the currency that is said apart from it, if it is a bare amount. */
export function withCurrency(cost: string, symbol: string, isBehind: boolean): string {
  const { amounts, isPlain } = readAmounts(cost)
  const [amount] = amounts
  if (symbol === '' || !isPlain || !amount || amounts.some(({ mark }) => mark !== '')) return cost
  return isBehind ? `${cost} ${symbol}` : `${symbol}${/\p{L}$/u.test(symbol) ? ' ' : ''}${cost}`
}
