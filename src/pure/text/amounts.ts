/** An amount found in a cost. `mark` is its currency symbol, empty when it carries none. */
export interface Amount {
  /** As typed, without the symbol: `1,000.50`. */
  readonly typed: string
  /** The same as plain decimal digits: `1000.50`. */
  readonly value: string
  readonly number: number
  readonly mark: string
  readonly position: 'prefix' | 'postfix' | ''
}

/** A parsed cost. */
export interface CostText {
  readonly amounts: readonly Amount[]
  /** Whether it consists of amounts, their symbols and separators only; else it is shown as typed. */
  readonly isPlain: boolean
  /** Whether an amount has a minus sign; the dash of a range is none. */
  readonly isNegative: boolean
}

/**
 * Reads the amounts of a cost (D17, D50): single ones, ranges and lists; thousands and decimals in either notation;
 * a symbol or short code before or after. A symbol given once in a range is that of both ends. `Free` is an end of a
 * range, too; a percentage or a date is no amount.
 */
export function readAmounts(text: string): CostText {
  const plain = plainSigns(text)
  const found = findNumbers(plain).map((number) =>
    Object.assign(number, { typed: text.slice(number.start, number.end) }),
  )
  const gaps = gapsAround(plain, found)
  const isNegative = hasMinus(gaps)
  const marks = found.length === 0 || freePattern.test(text.trim()) ? undefined : readMarks(gaps)
  if (marks) {
    const amounts = found.map((number, index) => withMark(number, marks[index] ?? noMark))
    return { amounts: shareMark(amounts), isPlain: true, isNegative }
  }
  const amounts = found.map((number, index) =>
    withMark(number, nearMark(gaps[index] ?? '', gaps[index + 1] ?? '')),
  )
  return { amounts: amounts.filter((amount) => !isWord(amount)), isPlain: false, isNegative }
}

/** Whether the amount is the word Free, which needs no currency, and not a number. */
export function isWord({ typed }: Pick<Amount, 'typed'>): boolean {
  return freePattern.test(typed)
}

const freePattern = /^free$/i

type Digits = Pick<Amount, 'typed' | 'value' | 'number'>
type FoundNumber = Digits & { readonly start: number; readonly end: number }
type Mark = Pick<Amount, 'mark' | 'position'>

const noMark: Mark = { mark: '', position: '' }

/** What stands for no decimals: `20.–`, `20,-`, `20:-`, `20/-`. */
const noDecimals = /[.,:/][-–—−]{1,2}$/

const numberPattern =
  /(?:\d{1,3}(?:[ ']\d{3})+(?!\d)|\d+|(?<=^|[\s\p{Sc}])\.\d+)(?:[.,]\d+)*(?:[.,:/][-–—−]{1,2}(?![\d\p{Sc}]))?|\bfree\b/giu

/** Notations, of which the first that matches counts; `10,20,30` matches none and is three numbers. */
const notations: readonly (readonly [RegExp, (digits: string) => string])[] = [
  [freePattern, () => '0'],
  [/^\d+$/, (digits) => digits],
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, (digits) => digits.replaceAll(',', '')],
  // Of India: behind the thousands each two are a group.
  [/^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/, (digits) => digits.replaceAll(',', '')],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, (digits) => digits.replaceAll('.', '').replace(',', '.')],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, (digits) => digits.replaceAll('.', '')],
  [/^\d+[.,]\d+$/, (digits) => digits.replace(',', '.')],
  [/^\.\d+$/, (digits) => `0${digits}`],
]

function findNumbers(text: string): FoundNumber[] {
  return [...withoutPercentages(text).matchAll(numberPattern)].flatMap(({ 0: typed, index }) => {
    const digits = typed.replace(noDecimals, '').replaceAll(/[ ']/g, '')
    const read = notations.find(([form]) => form.test(digits))?.[1]
    if (read) return [foundNumber(typed, read(digits), index)]
    return /^\d+(?:,\d+)+$/.test(digits) ? splitNumbers(typed, index) : []
  })
}

/** Signs of other scripts and of typography, of one code unit each, and those that stand for them in amounts. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/[\p{Zs}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, ' '],
  [/[’‘ʼʻ′´`＇\u066c]/g, "'"],
  [/[\u066b．｡]/g, '.'],
  [/[，、،﹐]/g, ','],
  [/[；؛]/g, ';'],
  [/[～〜]/g, '~'],
  [/[－﹣]/g, '-'],
  [/[％٪﹪]/g, '%'],
]

/** The text, at its length, with digits and signs as they are written in English. */
function plainSigns(text: string): string {
  if (!/[^\u0020-\u007e]/.test(text)) return text.replaceAll('`', "'")
  const digits = text.replaceAll(/\p{Nd}/gu, (digit) => (digit.length === 1 ? digitOf(digit) : digit))
  return signs.reduce((plain, [sign, english]) => plain.replaceAll(sign, english), digits)
}

/** The digits of a script follow one another, from its zero. */
function digitOf(digit: string): string {
  const code = digit.charCodeAt(0)
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value += 1
  return String(value)
}

/** The text with digits before a percent sign replaced by letters, so that they are no amounts. */
function withoutPercentages(text: string): string {
  return text.replaceAll(/(?:[\d\s]|(?<=\d)[.,](?=\d))+%?/g, (run) =>
    run.endsWith('%') ? run.replaceAll(/\d/g, '_') : run,
  )
}

function splitNumbers(typed: string, at: number): FoundNumber[] {
  return [...typed.matchAll(/\d+/g)].map(({ 0: digits, index }) => foundNumber(digits, digits, at + index))
}

function foundNumber(typed: string, value: string, start: number): FoundNumber {
  return { typed, value, number: Number(value), start, end: start + typed.length }
}

/** The texts before, between and after the numbers. */
function gapsAround(text: string, found: readonly FoundNumber[]): string[] {
  const before = found.map(({ start }, index) => text.slice(found[index - 1]?.end ?? 0, start))
  return [...before, text.slice(found.at(-1)?.end ?? 0)]
}

const markPattern = String.raw`(\p{L}{0,3}\p{Sc}\p{L}{0,3}|\p{L}{1,3}\.?)?`
const atEdge = new RegExp(`^${markPattern}$`, 'u')
const betweenNumbers = new RegExp(`^(?:${markPattern}\\s*(?:[-–—−~,;/|]|to)\\s*${markPattern})?$`, 'u')

/** The mark of each number; undefined when the gaps contain anything else, or a number has a mark on both sides. */
function readMarks(gaps: readonly string[]): Mark[] | undefined {
  const marks: Mark[] = []
  for (const [index, gap] of gaps.entries()) {
    const isFirst = index === 0
    const isLast = index === gaps.length - 1
    const found = (isFirst || isLast ? atEdge : betweenNumbers).exec(gap.trim())
    if (!found) return undefined
    const [postfix, prefix] = isFirst ? [undefined, found[1]] : [found[1], found[2]]
    if (postfix !== undefined) {
      if (marks.pop() !== noMark) return undefined
      marks.push({ mark: postfix, position: 'postfix' })
    }
    if (!isLast) marks.push(prefix === undefined ? noMark : { mark: prefix, position: 'prefix' })
  }
  return marks
}

/** In a text with more words, only currency signs and codes next to the number are its mark. */
function nearMark(before: string, after: string): Mark {
  const prefix = /(\p{Sc}|\b[A-Z]{3})\s?$/u.exec(before)?.[1]
  if (prefix !== undefined) return { mark: prefix, position: 'prefix' }
  const postfix = /^\s?(\p{Sc}|[A-Z]{3}\b)/u.exec(after)?.[1]
  return postfix === undefined ? noMark : { mark: postfix, position: 'postfix' }
}

function withMark({ typed, value, number }: Digits, { mark, position }: Mark): Amount {
  return { typed, value, number, mark, position }
}

/** A mark that only some of the amounts have counts for all, if there is no other. */
function shareMark(amounts: readonly Amount[]): readonly Amount[] {
  const marked = amounts.filter(({ mark }) => mark !== '')
  const [first] = marked
  if (!first || marked.some(({ mark }) => mark !== first.mark)) return amounts
  return amounts.map((amount) => (isWord(amount) ? amount : withMark(amount, first)))
}

function hasMinus(gaps: readonly string[]): boolean {
  return gaps.slice(0, -1).some((gap, index) => {
    const before = index === 0 ? gap : gap.trimStart().replace(/^[\p{L}\p{Sc}]{0,4}\.?\s*[-–—−]/u, '')
    return /(?:^|[\s\p{Sc}(,;:/])[-−‐–]\p{Sc}?$/u.test(before)
  })
}
