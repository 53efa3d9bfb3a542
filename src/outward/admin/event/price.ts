/** The currency of an amount: its code (ISO 4217), and the sign that amounts in it are shown with. */
export interface Currency {
  readonly code: string
  readonly sign: string
}

/** Words that mean that nothing is to be paid, whatever the language of the reader; theirs come with the texts. */
const freeEverywhere = ['free', '0']

/** Whether somebody means by it that nothing is to be paid. `words`: what one says for that, with commas between. */
export function meansFree(typed: string, words: string): boolean {
  const said = typed.trim().toLowerCase()
  return [...freeEverywhere, ...words.toLowerCase().split(',')].some((word) => word.trim() === said)
}

/**
 * A price as it was typed, without the sign or the code of its own currency, `0` for words that mean nothing is to be paid. Another sign
 * stays, so that the service refuses it: it is not known whether the amount is one in the currency.
 */
export function amountOf(typed: string, { code, sign }: Currency, words: string): string {
  if (meansFree(typed, words)) return '0'
  const said = typed.trim()
  const mark = [sign, code, signOf(code)]
    .map((one) => one.trim().toLowerCase())
    .find((one) => one !== '' && (startsWith(said, one) || endsWith(said, one)))
  if (mark === undefined) return said
  return (startsWith(said, mark) ? said.slice(mark.length) : said.slice(0, -mark.length)).trim()
}

const startsWith = (text: string, mark: string) => text.toLowerCase().startsWith(mark)
const endsWith = (text: string, mark: string) => text.toLowerCase().endsWith(mark)

function signOf(code: string): string {
  if (!/^[A-Z]{3}$/.test(code)) return ''
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? ''
}
