import { remember } from '../calendar/cache.ts'

/** What is known of a currency (ISO 4217). */
export interface Currency {
  /** How many decimals its amounts have: 2 of most, 0 of yen, 3 of Kuwaiti dinars. */
  readonly decimals: number
  /** Its sign, where that is one: `€`, `CA$`; else its code. */
  readonly mark: string
}

/** Whether the three capital letters are the code of a currency that there is or was. */
export function isCurrency(code: string): boolean {
  return codes.has(code)
}

/** Some 300 codes there are, and each takes a formatter of some kilobytes to be asked about. */
const currencies = 400

/** The currency with the code, three letters; one that nobody knows has two decimals and no sign. */
export const currencyOf = remember(currencies, (code: string): Currency => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
  return {
    decimals: format.resolvedOptions().maximumFractionDigits ?? usualDecimals,
    // Only what is a sign reads as one again where it stands next to an amount (D17).
    mark: /^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(sign) ? sign : code,
  }
})

const usualDecimals = 2

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
