import { blockFlow } from './blocks.ts'
import { entityPattern } from './entities.ts'
import { decodeEntities } from './html.ts'
import { splitMarkup } from './markup.ts'

/**
 * Typographic characters for typed ones, as numeric references (wire-others 1.6): curly quotes, apostrophes, primes,
 * dashes, the ellipsis, the multiplication sign; a bare `&` becomes `&#038;`. Tags, entities and what is inside `pre`,
 * `code`, `kbd` and `tt` stay as they are. Quotes are paired across inline tags.
 */
export function typeset(html: string): string {
  if (!anyItem.test(html)) return html
  const context = newContext()
  let verbatim: string | undefined
  const done: string[] = []
  for (const { kind, source, name, closing } of splitMarkup(html)) {
    if (kind === 'text' && verbatim === undefined) {
      done.push(typesetText(source, context))
      continue
    }
    done.push(source)
    if (blockFlow(name)) Object.assign(context, newContext())
    else if (name === 'br') context.before = '\n'
    if (verbatim === undefined && !closing && verbatimTags.has(name)) verbatim = name
    else if (closing && name === verbatim) verbatim = undefined
  }
  return done.join('')
}

const verbatimTags = new Set(['pre', 'code', 'kbd', 'tt', 'script', 'style'])

/** What the form of a character depends on: the one before it, empty at the start of a block, and the open quotes. */
interface Context {
  before: string
  doubleOpen: boolean
  singleOpen: boolean
}

function newContext(): Context {
  return { before: '', doubleOpen: false, singleOpen: false }
}

type Rule = (text: string, at: number, context: Context) => string

const itemPattern = new RegExp(
  `${entityPattern}|''|\`\`|(?<= )\\(tm\\)|[&"']|\\.{3}|-+|(?<=\\d)x(?=\\d)`,
  'g',
)

/** Finds out quickly that a text has no such item, as many do not. */
const anyItem = new RegExp(itemPattern.source)

/** Items that are always replaced. Two apostrophes and two backticks are quotation marks of typewriters. */
const setAlike = new Map([
  ['...', '&#8230;'],
  ['``', '&#8220;'],
  ["''", '&#8221;'],
  ['(tm)', '&#8482;'],
])

/** The character of each reference that is written, decoded once and for all. */
const writtenCharacters = new Map<string, string>(
  [38, 215, 8211, 8212, 8216, 8217, 8220, 8221, 8230, 8242, 8243, 8482].map(
    (code) => [`&#${String(code).padStart(3, '0')};`, String.fromCharCode(code)] as const,
  ),
)

/** The rules of other items. */
const rulesByItem = new Map<string, Rule>([
  ['&', () => '&#038;'],
  ['x', times],
  ['"', doubleQuote],
  ["'", singleQuote],
])

function typesetText(text: string, context: Context): string {
  let done = ''
  let end = 0
  itemPattern.lastIndex = 0
  // A text may be nothing but items: the iterator of `matchAll` would take half of the time.
  for (let found = itemPattern.exec(text); found; found = itemPattern.exec(text)) {
    const { 0: item, index } = found
    if (index > end) context.before = text[index - 1] ?? ''
    const set = typesetItem(item, text, index, context)
    done += end < index ? text.slice(end, index) + set : set
    end = index + item.length
    context.before = lastOf(set)
  }
  if (text.length > end) context.before = text.at(-1) ?? ''
  return done + text.slice(end)
}

/** The last character that is shown. */
function lastOf(set: string): string {
  if (set.length < 2) return set
  return writtenCharacters.get(set) ?? decodeEntities(set).at(-1) ?? ''
}

function typesetItem(item: string, text: string, at: number, context: Context): string {
  if (item[0] === '-') return dash(item, text[at + item.length] ?? '', context.before)
  if (item[0] === '&' && item.length > 1) return item
  return setAlike.get(item) ?? rulesByItem.get(item)?.(text, at, context) ?? item
}

/** ` -- ` and `---` are em dashes, ` - ` and `a--b` en dashes; longer rows of hyphens are drawings. */
function dash(hyphens: string, after: string, before: string): string {
  const isSpaced = isBlank(before) && isBlank(after)
  if (hyphens.length === 3 || (hyphens.length === 2 && isSpaced)) return '&#8212;'
  // An internationalised domain name begins with xn--.
  if (hyphens.length === 2) return before === 'n' ? hyphens : '&#8211;'
  return hyphens.length === 1 && isSpaced ? '&#8211;' : hyphens
}

/** `10x20`, not `0x20` and not inside a longer word. */
function times(text: string, at: number): string {
  // Longer numbers are no dimensions, and looking no further bounds the work.
  const before = text.slice(Math.max(at - 24, 0), at)
  const after = text.slice(at + 1, at + 25)
  const isProduct = /(?:^|\W)(?!0$)\d[\d.,]*$/.test(before) && /^\d[\d.,]*(?!\w)/.test(after)
  return isProduct ? '&#215;' : 'x'
}

function doubleQuote(text: string, at: number, context: Context): string {
  // Nothing is quoted between two double quotes.
  if (opensAfter(context.before) && context.before !== '“' && !isSpace(text[at + 1] ?? '')) {
    context.doubleOpen = true
    return '&#8220;'
  }
  // 6" is six inches, unless a quotation that ends in a number is to be closed.
  if (isDigit(context.before) && (!context.doubleOpen || isClosedLater(text, at))) return '&#8243;'
  context.doubleOpen = false
  return '&#8221;'
}

/** Whether the next double quote of the text closes rather than opens. */
function isClosedLater(text: string, at: number): boolean {
  const next = text.indexOf('"', at + 1)
  return next !== -1 && !opensAfter(text[next - 1] ?? '')
}

/** Words and years that begin with an apostrophe: ’tis, ’em, the ’80s. Wire: none that begins with a capital letter. */
const shortened = /^(?:\d\d(?![%\d]|[.,]\d)|(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)\b)/

function singleQuote(text: string, at: number, context: Context): string {
  const after = text.slice(at + 1, at + 9)
  if (opensAfter(context.before)) {
    if (shortened.test(after)) return '&#8217;'
    context.singleOpen = true
    return '&#8216;'
  }
  // Wire: where two quotations end together the inner mark stays as it was typed.
  if (/^(?:"|”|&#8221;)/.test(after)) return "'"
  const isInWord = /^[\p{L}\p{N}]/u.test(after)
  if (isDigit(context.before) && !context.singleOpen && !isInWord) return '&#8242;'
  if (!isInWord) context.singleOpen = false
  return '&#8217;'
}

function opensAfter(before: string): boolean {
  return isBlank(before) || '([{<-–—“‘'.includes(before)
}

function isBlank(character: string): boolean {
  return character === '' || isSpace(character)
}

function isSpace(character: string): boolean {
  return character !== '' && character.trim() === ''
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
