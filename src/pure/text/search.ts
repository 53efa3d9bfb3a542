import { evenMarks } from './evenMarks.ts'
import { fold } from './fold.ts'

/** A search: an item must contain each of `all` and none of `none`. Folded substrings, see `fold.ts`. */
export interface SearchWords {
  readonly all: readonly string[]
  readonly none: readonly string[]
}

/** More words than anybody searches with; each may make the database read every text. Further ones are ignored. */
export const maxWords = 24

/** Longer words are compared by their beginning. */
export const maxWordLength = 200

const stopWords = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who will ' +
    'with www'
  ).split(' '),
)

/**
 * The words of a search for events (wire-events 5.3, D31): split at blanks and commas, all must be found; `"quoted
 * words"` are one; `-word` and `-"quoted words"` exclude; unquoted stop words and single Latin letters count only when
 * nothing else is asked. Symbols are words like any other. Both lists are empty for blanks alone.
 */
export function eventWords(text: string): SearchWords {
  const asked = [...typed(text).matchAll(/(-?)"([^"]*)(?:"|$)|[^\s,"]+/g)].map(([whole, minus, quoted]) =>
    quoted === undefined
      ? {
          isExcluded: whole.length > 1 && whole.startsWith('-'),
          word: whole.replace(/^-/, ''),
          isQuoted: false,
        }
      : { isExcluded: minus === '-', word: quoted, isQuoted: true },
  )
  const all = asked.filter(({ isExcluded, isQuoted, word }) => !isExcluded && (isQuoted || !isStopWord(word)))
  const none = asked.filter(({ isExcluded }) => isExcluded)
  return searchWords(
    all.map(({ word }) => word),
    none.map(({ word }) => word),
    text,
  )
}

/**
 * The words of a search for venues or organizers (wire-others 2.5, D31): runs of letters, digits and hyphens of any
 * script; `0` and hyphens alone do not count. A search of symbols only is for these symbols, split at blanks.
 */
export function recordWords(text: string): SearchWords {
  const words = evenMarks(text)
    .split(/[^\p{L}\p{M}\p{N}-]+/u)
    .filter((word) => word !== '0' && !/^-*$/.test(word))
  return searchWords(words.length > 0 ? words : text.split(/\s+/), [], text)
}

/** The text as a keyboard has it: quotes around words, hyphens before them, and no dashes between blanks. */
function typed(text: string): string {
  return text
    .replaceAll(/[“”„‟«»＂〝〞〟]/g, '"')
    .replaceAll(/(?<=^|\s)[–—―]+|(?<![–—―])[–—―]+(?=\s|$)/g, ' ')
    .replaceAll(/(?<=^|[\s,])[‐‑−－](?=[^\s,])/g, '-')
}

function isStopWord(word: string): boolean {
  return word === '' || stopWords.has(word.toLowerCase()) || /^[a-z]$/i.test(word)
}

function searchWords(all: readonly string[], none: readonly string[], whole: string): SearchWords {
  const words = { all: foldWords(all), none: foldWords(none) }
  return words.all.length + words.none.length > 0 ? words : { all: foldWords([whole]), none: [] }
}

function foldWords(words: readonly string[]): string[] {
  const folded = words.map((word) => beginning(fold(word.trim()))).filter((word) => word !== '')
  return [...new Set(folded)].slice(0, maxWords)
}

function beginning(word: string): string {
  // Not half of a surrogate pair, which no database column holds.
  return word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, '')
}
