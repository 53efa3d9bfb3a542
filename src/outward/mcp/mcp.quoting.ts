import { plainLineOfHtml, plainTextOfHtml } from '../../pure/text/plain.ts'

/** The most characters of a name, and of a longer line such as an address on the web. */
const [longestName, longestLine] = [200, 1000]

/** A title or a name from outside as plain text, on one line and of bounded length. */
export function line(html: string, most = longestName): string {
  return shortened(visible(plainLineOfHtml(html)), most)
}

/** An address on the web from outside; one that is longer than any sensible one is left out. */
export function address(url: string): string {
  return url.length > longestLine ? '' : visible(url)
}

/** The beginning of a text from outside as plain text: so many words, and no more than ten characters for each. */
export function passage(html: string, words: number): string {
  return shortened(visible(plainTextOfHtml(html, words)), words * 10)
}

/** A text from outside, in marks of its own that nothing in it can end. */
export function quoted(text: string): string {
  return `⟦${text
    .replaceAll(/[\u27e6\u27e7]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()}⟧`
}

/**
 * The text without signs that nobody sees and programs read: controls, marks of direction, and the tags of Unicode, in which sentences
 * can be hidden. What joins letters and emojis stays.
 */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, (sign) =>
    sign === '\u200C' || sign === '\u200D' ? sign : /\s/.test(sign) ? ' ' : '',
  )
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text
    .slice(0, most)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}
