import { isWord, readAmounts, type Amount, type CostText } from './amounts.ts'
import { codeOfMark } from './currency.ts'
import { decodeEntities, escapeHtml, plainLine } from './html.ts'
import { slugify } from './slug.ts'

/** How a site shows an amount that names no currency, and the word for zero if it is not that of records. */
export interface CostFormat {
  symbol: string
  position: 'prefix' | 'postfix'
  free?: string
}

/** The `cost` and `cost_details` of an event record. */
export interface CostView {
  cost: string
  details: { currency_symbol: string; currency_code: string; currency_position: string; values: string[] }
}

/** More prices than an event page can show. */
const maxCosts = 50

/** A price with a few words about it; longer texts belong in the description. */
export const maxCostLength = 200

/** The most characters of a price as it is typed, with markup and entities; longer ones are not looked at. */
const maxTyped = 10 * maxCostLength

const tooLong = `must have at most ${maxCostLength} characters a value; tell more in the description`

/** A trillion, in any currency: digits beyond it no longer compare exactly. */
export const maxAmount = 1e12

/**
 * The stored form of a cost that was sent: its texts, cleaned; empty for `""`, null, false, `[]` and `{}`, which mean no cost;
 * zero is an amount (D7, D17). An object stands for its values. `says` completes the sentence “cost …”.
 */
export function readCost(input: unknown): { ok: true; values: string[] } | { ok: false; says: string } {
  const values: string[] = []
  const items = itemsOf(input)
  if (items.length > maxCosts) return refuse(`must have at most ${maxCosts} values, not ${items.length}`)
  for (const item of items) {
    const text = typeof item === 'number' ? String(item) : item
    if (typeof text !== 'string') return refuse('must be an amount, a text or a list of these')
    if (text.length > maxTyped) return refuse(tooLong)
    const value = decodeEntities(plainLine(text)).replaceAll(/\s+/g, ' ').trim()
    const fault = faultOf(value)
    if (fault !== undefined) return refuse(fault)
    if (value !== '') values.push(value)
  }
  return { ok: true, values }
}

/** A stored cost as records show it (wire-events 2.6, D17, D50): the lowest to the highest amount, escaped for HTML. */
export function costView(stored: readonly string[], site: CostFormat): CostView {
  const texts = stored.map((text) => ({ text, ...readAmounts(text) }))
  const { mark, position } = commonMark(texts.flatMap(({ amounts }) => amounts))
  return {
    cost: escapeHtml(costText(texts, site)),
    details: {
      currency_symbol: mark,
      currency_code: '',
      currency_position: position,
      values: valuesOf(texts),
    },
  }
}

/** Whether a cost that was read (by {@link readCost}) is the stored one, or the stored one as shown, sent back (D49). */
export function sameCost(sent: readonly string[], stored: readonly string[], site: CostFormat): boolean {
  if (sent.length === 1 && stored.length > 0 && sent[0] === decodeEntities(costView(stored, site).cost))
    return true
  return sent.length === stored.length && sent.every((text, index) => text === stored[index])
}

/** The lowest and highest amount of a stored cost, `Free` being 0; undefined when it names none. */
export function costRange(stored: readonly string[]): { low: number; high: number } | undefined {
  const numbers = stored.flatMap((text) =>
    isWord({ typed: text }) ? [0] : readAmounts(text).amounts.map(({ number }) => number),
  )
  return numbers.length === 0 ? undefined : { low: Math.min(...numbers), high: Math.max(...numbers) }
}

/**
 * The ISO 4217 code of the currency of a stored cost: that of its mark, or of the site where it has none. Undefined when amounts
 * are in several, or when the mark does not identify one.
 */
export function costCurrency(stored: readonly string[], site: { symbol: string; code: string }) {
  const amounts = stored.flatMap((text) => readAmounts(text).amounts).filter((amount) => !isWord(amount))
  const [mark = '', ...others] = new Set(amounts.map((amount) => amount.mark || site.symbol))
  if (others.length > 0) return undefined
  return mark === '' || mark === site.symbol ? site.code : codeOfMark(mark)
}

/** Whether the cost has amounts, all of them zero. An event without a cost is not free by that. */
export function isFree(stored: readonly string[]): boolean {
  return costRange(stored)?.high === 0
}

function itemsOf(input: unknown): unknown[] {
  if (input === undefined || input === null || input === false) return []
  const items: unknown[] = typeof input === 'object' ? Object.values(input) : [input]
  return items.filter((item) => item !== null)
}

function refuse(says: string): { ok: false; says: string } {
  return { ok: false, says }
}

function faultOf(value: string): string | undefined {
  if (value.length > maxCostLength) return tooLong
  // A JSON number in exponential notation; `10eur` is an amount.
  if (/^-?\d(?:\.\d+)?e[+-]\d+$|^-?Infinity$|^NaN$/.test(value))
    return `must be an amount of at most ${maxAmount}, with few decimals`
  const { amounts, isNegative } = readAmounts(value)
  if (isNegative) return 'must not be negative; send an amount like 10 or "12.50", or a range like "10 - 20"'
  return amounts.some(({ number }) => number > maxAmount)
    ? `must be an amount of at most ${maxAmount}`
    : undefined
}

type ReadText = CostText & { readonly text: string }

function costText(texts: readonly ReadText[], site: CostFormat): string {
  const [only] = texts
  if (texts.length === 1 && only && !only.isPlain)
    return isWord({ typed: only.text }) ? (site.free ?? only.text) : only.text
  const amounts = texts.flatMap((text) => text.amounts)
  if (amounts.length === 0) return [...new Set(texts.map(({ text }) => text))].join(', ')
  const low = amounts.reduce((least, amount) => (amount.number < least.number ? amount : least))
  const high = amounts.reduce((most, amount) => (amount.number > most.number ? amount : most))
  return low.number === high.number
    ? amountText(low, site)
    : `${amountText(low, site)} – ${amountText(high, site)}`
}

function amountText(amount: Amount, site: CostFormat): string {
  if (amount.number === 0) return site.free ?? 'Free'
  const { mark, position } = amount.mark === '' ? { mark: site.symbol, position: site.position } : amount
  return position === 'postfix' ? amount.typed + mark : mark + amount.typed
}

/** The symbol that all amounts have; the word Free needs none. */
function commonMark(amounts: readonly Amount[]): Pick<Amount, 'mark' | 'position'> {
  const priced = amounts.filter((amount) => !isWord(amount))
  const [first] = priced
  return first && priced.every(({ mark }) => mark === first.mark) ? first : { mark: '', position: '' }
}

/** Ascending, each once; words count as zero and are slugs. */
function valuesOf(texts: readonly ReadText[]): string[] {
  const values = texts.flatMap(({ text, amounts }) =>
    amounts.length > 0
      ? amounts.map(({ number, value }): [string, number] => [value, number])
      : [[slugify(text) || text, 0] satisfies [string, number]],
  )
  return [...new Map(values)].toSorted(([, one], [, other]) => one - other).map(([value]) => value)
}
