import { isDeepStrictEqual } from 'node:util'
import { readAmounts } from '../../../pure/text/amounts.ts'
import { type CostFormat, costRange, costView, readCost } from '../../../pure/text/cost.ts'
import { codeOfMark, currencyOf, isCurrency } from '../../../pure/text/currency.ts'
import { decodeEntities } from '../../../pure/text/html.ts'
import { withCurrency } from '../imports.cost.ts'
import { asWire, textIn, type Wire } from './site.wire.ts'

/** How costs are shown here. */
interface CostFacts {
  readonly costFormat: CostFormat
  /** The currency of amounts here that have no sign. */
  readonly currencyCode?: string | undefined
}

/** The member in which an event has its cost as it was typed, where WordPress tells it: what is shown of `1,000.50` is 0.50. */
export const typedCost = '_EventCost'

/** The cost of an event: what the site shows, but where that has other amounts than were typed. */
export function costIn(wire: Wire, facts: CostFacts): readonly string[] {
  const shown = shownCost(wire, facts)
  const { typed = '', symbol = '', position = '' } = asWire(wire[typedCost]) ?? {}
  // A number is shown as it is; prices of tickets are shown, and only the first of them was typed.
  if (typeof typed !== 'string' || /^(?:\d+(?:\.\d+)?)?$/.test(typed)) return shown
  const text = decodeEntities(typed)
  if (shown.length > 0 && sameAmounts(shown, [text])) return shown
  const details = asWire(wire['cost_details']) ?? {}
  const mark = markOf(textIn(details, 'currency_symbol') || String(symbol), details, facts)
  const isBehind = (textIn(details, 'currency_position') || position) === 'postfix'
  return [withCurrency(text, mark, isBehind)]
}

/** The currency that amounts get here which the site shows with a symbol: none where that of here is the same. */
function markOf(symbol: string, details: Wire, { costFormat, currencyCode }: CostFacts): string {
  const code = textIn(details, 'currency_code').toUpperCase()
  if (currencyCode !== undefined && isCurrency(code) && code !== (codeOfMark(symbol) ?? currencyCode))
    return currencyOf(code).mark
  return symbol === costFormat.symbol ? '' : symbol
}

function sameAmounts(one: readonly string[], other: readonly string[]): boolean {
  const [shown, typed] = [one, other].map((cost) => [
    costRange(cost),
    cost.flatMap((text) => readAmounts(text).amounts).length,
  ])
  return isDeepStrictEqual(shown, typed)
}

/** The amounts with their currency, without it, or the shown text: whichever gives the same cost and details here. */
function shownCost(wire: Wire, { costFormat: format, currencyCode }: CostFacts): readonly string[] {
  const shown = decodeEntities(textIn(wire, 'cost'))
  if (shown === '') return []
  const details = asWire(wire['cost_details']) ?? {}
  const [symbol, position] = [textIn(details, 'currency_symbol'), textIn(details, 'currency_position')]
  const values = [details['values'] ?? []].flat().filter((value) => typeof value === 'string')
  const code = textIn(details, 'currency_code').toUpperCase()
  // Another currency than the one that a bare amount, or a sign of several currencies, is taken for here.
  if (
    currencyCode !== undefined &&
    isCurrency(code) &&
    code !== (codeOfMark(symbol) ?? currencyCode) &&
    values.every(isAmount)
  )
    return values.map((value) => withMark(value, currencyOf(code).mark, position))
  const marked = values.map((value) => (position === 'postfix' ? `${value}${symbol}` : `${symbol}${value}`))
  const bare = shown.split(' – ').map((text) => text.replace(format.symbol, ''))
  const alike = [marked, bare, [shown]].filter((cost) => viewOf(cost, format)?.cost === shown)
  const told = JSON.stringify([symbol, position, values])
  return alike.find((cost) => viewOf(cost, format)?.details === told) ?? alike.at(-1) ?? [shown]
}

function isAmount(value: string): boolean {
  return /^\d[\d.,]*$/.test(value)
}

function withMark(value: string, mark: string, position: string): string {
  if (position === 'postfix') return `${value} ${mark}`
  return `${mark}${/\p{L}$/u.test(mark) ? ' ' : ''}${value}`
}

/** A cost as it is shown here; undefined when it is invalid. */
function viewOf(cost: readonly string[], format: CostFormat): { cost: string; details: string } | undefined {
  const read = readCost(cost)
  if (!read.ok) return undefined
  const view = costView(read.values, format)
  const { currency_symbol, currency_position, values } = view.details
  return {
    cost: decodeEntities(view.cost),
    details: JSON.stringify([currency_symbol, currency_position, values]),
  }
}
