import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { allowedTags, allowListOptions } from './allowList.ts'
import { isBlockMark } from './blockMarks.ts'
import { withoutControls } from './controls.ts'
import { entityCharacter, entityPattern } from './entities.ts'
import { type Piece, splitMarkup } from './markup.ts'
import { Nesting } from './nesting.ts'

/**
 * HTML with only harmless tags and attributes left, for titles, descriptions and excerpts of every role (D19). Text
 * stays as it was sent (quotes, backslashes, `%41`, entities, a bare `&`), but for a `<` that opens no tag, which
 * becomes `&lt;`. Tags are balanced; the text inside dropped ones stays (wire-events 2.5). Cleaning twice changes
 * nothing, which writing back a record rests on (D49).
 */
export function cleanHtml(text: string): string {
  return clean(text, () => false)
}

/** As {@link cleanHtml}, but the marks of block editors stay, as rendering depends on them. */
export function cleanContent(text: string): string {
  return clean(text, isBlockMark)
}

/**
 * One line of plain text, for addresses, cities, phones: tags stripped, blanks and line breaks as single blanks,
 * trimmed, a `<` that opens no tag as `&lt;`; all else as sent (wire-others 1.6, D19).
 */
export function plainLine(text: string): string {
  return stripTags(withoutControls(text)).replaceAll(/\s+/g, ' ').trim()
}

/**
 * The text without tags, comments, scripts and styles. A `<` that opens no tag becomes `&lt;`, so that the rest never forms a
 * new tag. `inPlaceOf` says what stands where a tag was.
 */
export function stripTags(
  text: string,
  inPlaceOf: (name: string, closing: boolean) => string = () => '',
): string {
  return text.includes('<') ? textIn(splitMarkup(text), inPlaceOf) : text
}

/** As {@link stripTags}, of a text that is split already. */
export function textIn(
  pieces: readonly Piece[],
  inPlaceOf: (name: string, closing: boolean) => string,
): string {
  let hidden = ''
  let plain = ''
  for (const { kind, source, name, closing } of pieces) {
    if (hidden !== '') {
      if (closing && name === hidden) hidden = ''
    } else if (kind === 'text') plain += escapeOpening(source)
    else if (!closing && unreadTags.has(name)) hidden = name
    else plain += inPlaceOf(name, closing)
  }
  return plain
}

/** The text as HTML text or attribute value: `& < > " '` escaped, those in entities too. */
export function escapeHtml(text: string): string {
  // Most texts have none, which is found out in a third of the time.
  return special.test(text)
    ? text.replaceAll(specials, (character) => escapes.get(character) ?? character)
    : text
}

/**
 * The text with character references read: numeric ones, the names of Latin-1 and of common punctuation. Unknown
 * names stay. Reads once: `&amp;lt;` becomes `&lt;`.
 */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replaceAll(anyEntity, (entity) => entityCharacter(entity) ?? entity) : text
}

const anyEntity = new RegExp(entityPattern, 'g')

const special = /[&<>"']/
const specials = /[&<>"']/g

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#039;'],
])

/** Elements whose text is not shown. */
const unreadTags = new Set(['script', 'style'])

function clean(text: string, keepsComment: (comment: string) => boolean): string {
  const characters = withoutControls(text)
  if (plainHtml.test(characters)) return characters
  return restore(sanitiser()(hideText(characters, keepsComment), sanitiserOptions))
}

/**
 * Text, in paragraphs or not, with only simple marks and no attributes, as most texts are. It is clean already; finding that
 * out with the sanitiser would take longer than everything else about a text.
 */
const plainHtml = /^[^<]*(?:<p>[^<]*(?:<(b|em|i|strong)>[^<]*<\/\1>[^<]*)*<\/p>[^<]*)*$/

const require = createRequire(import.meta.url)

/** Loaded when the first text with a tag is written: it is large, and reading does not need it. */
function sanitiser(): typeof sanitizeHtml {
  // The type that the module declares.
  return require('sanitize-html') as typeof sanitizeHtml
}

// Noncharacters, which no text contains: they replace `&`, `>` and `<` of the text while the sanitiser runs, because
// it would escape them. In attributes, where a misread tag could put them, the sanitiser sees the real characters.
const ampersandStandIn = '\ufdd0'
const greaterStandIn = '\ufdd1'
const lessStandIn = '\ufdd2'

const sanitiserOptions = allowListOptions(restore)

function restore(text: string): string {
  return text.replaceAll(ampersandStandIn, '&').replaceAll(greaterStandIn, '>').replaceAll(lessStandIn, '<')
}

/** Removes tags that are not allowed, so that only one reading of the HTML is left for the sanitiser. */
function hideText(html: string, keepsComment: (comment: string) => boolean): string {
  const nesting = new Nesting()
  let hidden = ''
  for (const piece of splitMarkup(html)) {
    if (piece.kind === 'tag' && allowedTags.has(piece.name) && nesting.keeps(piece)) hidden += piece.source
    if (piece.kind === 'text') hidden += hide(escapeOpening(piece.source))
    if (piece.kind === 'comment' && keepsComment(piece.source)) hidden += hide(piece.source)
  }
  return hidden
}

function hide(text: string): string {
  return text.replaceAll('&', ampersandStandIn).replaceAll('>', greaterStandIn).replaceAll('<', lessStandIn)
}

function escapeOpening(text: string): string {
  return text.includes('<') ? text.replaceAll('<', '&lt;') : text
}
