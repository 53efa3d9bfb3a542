/** A currency (ISO 4217). */
export interface Currency {
  /** How many decimals its amounts have: 2 for most, 0 for yen, 3 for Kuwaiti dinars. */
  readonly decimals: number
  /** Its sign if it has one, `€` or `CA$`; else its code. */
  readonly mark: string
}

/** Whether the three capital letters are the code of a currency that there is or was. */
export function isCurrency(code: string): boolean {
  return codes.has(code)
}

/** The currency with the code of three letters; an unknown one has two decimals and no sign. */
export function currencyOf(code: string): Currency {
  const known = described.get(code) ?? describe(code)
  if (codes.has(code)) described.set(code, known)
  return known
}

/** Remembered, as each of the some 300 codes takes a formatter of some kilobytes to look up. */
const described = new Map<string, Currency>()

function describe(code: string): Currency {
  // Others than this program can have stored what is no code (D67).
  if (!/^[A-Za-z]{3}$/.test(code)) return { decimals: usualDecimals, mark: code }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  const sign = signOf(code, 'symbol')
  return {
    decimals: format.resolvedOptions().maximumFractionDigits ?? usualDecimals,
    // Only a real sign is recognized again next to an amount (D17).
    mark: /^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(sign) ? sign : code,
  }
}

const usualDecimals = 2

function signOf(code: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
}

/**
 * The code of the currency that an amount is marked with: by the code itself, by a sign like `€` or `CA$`, or by a local sign
 * that no other currency has, like `Kč`. Undefined for a mark of several currencies, or of none.
 */
export function codeOfMark(mark: string): string | undefined {
  return codes.has(mark) ? mark : (codesByMark ??= readMarks()).get(mark)
}

/** Made when it is first needed: it takes some tens of milliseconds. */
let codesByMark: ReadonlyMap<string, string> | undefined

function readMarks(): ReadonlyMap<string, string> {
  const atHome = Map.groupBy(codes, (code) => signOf(code, 'narrowSymbol'))
  const unique = [...atHome].flatMap(([sign, [code, ...others]]) =>
    code !== undefined && others.length === 0 ? [[sign, code] as const] : [],
  )
  return new Map([...unique, ...[...codes].map((code) => [signOf(code, 'symbol'), code] as const)])
}

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
