import { fold } from '../../pure/text/fold.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'

/** A text in which the words that were searched for are marked, wherever they stand, in whatever case and with whatever accents. */
export function markWords(text: string, wanted: readonly string[]): Content {
  if (wanted.length === 0 || text === '') return text
  const ranges = merged(wanted.flatMap((word) => placesOf(text, word)))
  if (ranges.length === 0) return text
  const parts: Content[] = []
  let at = 0
  for (const { from, until } of ranges) {
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, until)}</mark>`)
    at = until
  }
  return [...parts, text.slice(at)]
}

interface Range {
  readonly from: number
  readonly until: number
}

/** Where the folded word stands in the text. Each letter is folded by itself, as some become several. */
function placesOf(text: string, word: string): Range[] {
  if (word === '') return []
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    const own = fold(letter)
    for (let unit = 0; unit < own.length; unit += 1) starts.push(at)
    folded += own
    at += letter.length
  }
  starts.push(at)
  const found: Range[] = []
  for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
    found.push({ from: starts[from] ?? 0, until: endOf(text, starts, from + word.length) })
  }
  return found
}

/** Where the letter before the place ends, combining marks included. */
function endOf(text: string, starts: readonly number[], place: number): number {
  let until = starts[place] ?? text.length
  while (/^\p{M}/u.test(text.slice(until))) until += 1
  return until
}

function merged(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last && range.from <= last.until)
      all[all.length - 1] = { from: last.from, until: Math.max(last.until, range.until) }
    else all.push(range)
  }
  return all
}
