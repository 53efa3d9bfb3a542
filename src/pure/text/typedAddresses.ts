// It knows nothing of browsers, as the public pages ask it too: what is a link where it is written is one where it is read.

/** An address within a text: from where to where, and what a link to it leads to. */
export interface FoundAddress {
  readonly from: number
  readonly to: number
  readonly href: string
}

/** How long an address in a text may be; what is longer is text. */
const longest = 2_000

/** Neither blanks nor quotes are in an address, nor what Japanese, Chinese and Korean texts go on with after one. */
const letter = String.raw`[^\s<>"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u0060\p{C}\u3000-\u303f\uff00-\uffef\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`

const part = String.raw`[\p{sc=Latin}\d](?:[\p{sc=Latin}\d-]{0,61}[\p{sc=Latin}\d])?`

const host = String.raw`(?:${part}\.){1,8}\p{sc=Latin}{2,24}`

/** Addresses with `http://` or `https://`, those that begin with `www.`, and those of mail. */
const addresses = new RegExp(
  [
    String.raw`(?<![\p{sc=Latin}\d])(?<web>https?://${letter}{1,${longest}})`,
    String.raw`(?<![\p{sc=Latin}\d@._/-])(?<www>www\.${host}(?![\p{sc=Latin}\d@])(?:[:/?#]${letter}{0,${longest}})?)`,
    String.raw`(?<![\p{sc=Latin}\d@._/+%-])(?:mailto:)?(?<mail>[\p{sc=Latin}\d][\p{sc=Latin}\d._%+'-]{0,63}@${host})(?![\p{sc=Latin}\d@-])`,
  ].join('|'),
  'giu',
)

/** What ends a sentence after an address, and is not of it. */
const after = /[.,;:!?…'‘’*_~|]+$/

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The addresses in a text, in their order: those of the web, also without their beginning (`www.`), and those of mail. */
export function addressesIn(text: string): readonly FoundAddress[] {
  if (!/[.@]|:\/\//.test(text)) return []
  return [...text.matchAll(addresses)].flatMap(({ index, 0: all, groups = {} }) => {
    if (groups['mail'] !== undefined)
      return [{ from: index, to: index + all.length, href: `mailto:${groups['mail']}` }]
    const address = withoutEnd(all)
    const href = groups['www'] === undefined ? address : `https://${address}`
    return isWhole(href) ? [{ from: index, to: index + address.length, href }] : []
  })
}

/** An address without what follows it in its sentence: a mark, a bracket that was opened before it. */
function withoutEnd(address: string): string {
  for (let kept = address; ;) {
    const last = kept.at(-1) ?? ''
    const opening = pairs[last]
    const isOpenedBefore = opening !== undefined && count(kept, last) > count(kept, opening)
    const next = isOpenedBefore ? kept.slice(0, -1) : kept.replace(after, '')
    if (next === kept) return kept
    kept = next
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** Whether it leads somewhere in the web: to a host with a dot, and without a login before it. */
function isWhole(href: string): boolean {
  const url = URL.parse(href)
  return url !== null && url.username === '' && /[^.]\.[^.]/.test(url.hostname)
}

/** An address as it was typed, with what people leave out: `https://` before a host, `mailto:` before an address of mail. */
export function wholeAddress(typed: string): string {
  const address = typed.trim()
  if (address === '' || /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))|^[/#?]/i.test(address)) return address
  return /^[^\s@/]+@[^\s@/]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

/** The same for a field that holds an address of the web: what is none is left as it is, and refused with a reason. */
export function webAddress(typed: string): string {
  const address = typed.trim()
  const isHost = /^[^\s/?#@:]+\.[^\s/?#@:.]+(?::\d+)?(?:[/?#]|$)/.test(address)
  return isHost && !/\s/.test(address) ? `https://${address}` : address
}
