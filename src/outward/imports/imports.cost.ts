import { readAmounts } from '../../pure/text/amounts.ts'
import { currencyOf, isCurrency } from '../../pure/text/currency.ts'
import { fold } from '../../pure/text/fold.ts'

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

/** Words that say that nothing is to be paid, in the languages of the public pages. */
const free: ReadonlySet<string> = new Set(
  'gratis|kostenlos|kostenfrei|frei|eintritt frei|freier eintritt|gratuit|entree libre|entree gratuite|entrada libre|gratuito|ingresso libero|ingresso gratuito|toegang gratis|entrada gratuita|entrada franca|無料|入場無料|مجاني|مجانا'.split(
    '|',
  ),
)

/** Whether a text says that nothing is to be paid. */
export function isFree(text: string): boolean {
  return free.has(fold(text))
}

/** What a text about a cost and its conditions is: a cost, if it has nothing but amounts or says that it is free, else a text. */
export function costOrText(text: string): { readonly cost: readonly string[]; readonly text: string } {
  if (text === '') return { cost: [], text: '' }
  if (isFree(text)) return { cost: ['0'], text: '' }
  const { amounts, isPlain } = readAmounts(text)
  return isPlain && amounts.length > 0 ? { cost: [text], text: '' } : { cost: [], text }
}
