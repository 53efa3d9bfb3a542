import { hasBlockMarks, withoutBlockMarks } from './blockMarks.ts'
import { entityPattern } from './entities.ts'
import { decodeEntities, escapeHtml, plainLine } from './html.ts'
import { paragraphs } from './paragraphs.ts'
import { typeset } from './typography.ts'
import { withWholeAddresses } from './wholeAddresses.ts'

/** A stored title or name as records show it: typographic, trimmed, its HTML kept (wire-events 1, row 12). */
export function renderTitle(stored: string): string {
  return typeset(stored).trim()
}

/**
 * A stored description as records show it: paragraphs and typography, empty for none (wire-events 1, row 13). One from a block
 * editor has its paragraphs already: only the marks are removed.
 */
export function renderContent(stored: string): string {
  const set = typeset(stored)
  return (hasBlockMarks(set) ? withoutBlockMarks(set) : paragraphs(set)).trim()
}

/** As {@link renderContent}, with whole addresses: as what leaves the service shows it, at the site whose root is `home` (D71). */
export function shownContent(stored: string, home: string): string {
  return withWholeAddresses(renderContent(stored), home)
}

/** As {@link renderTitle}, with whole addresses. */
export function shownTitle(stored: string, home: string): string {
  return withWholeAddresses(renderTitle(stored), home)
}

/** As {@link renderTermDescription}, with whole addresses. */
export function shownTermDescription(stored: string, home: string): string {
  return withWholeAddresses(renderTermDescription(stored), home)
}

/** A stored excerpt as records show it, never derived from the description (wire-events 1, row 14). */
export function renderExcerpt(stored: string): string {
  return renderContent(stored)
}

/**
 * The stored form of a category's or tag's name: plain text on one line, tags stripped, references read, so that
 * `A & B` and `A &amp; B` are one name.
 */
export function termText(sent: string): string {
  return decodeEntities(plainLine(sent)).replaceAll(/\s+/g, ' ').trim()
}

/** A stored term name as records show it: `&` as `&amp;`, quotes and accents as they are (wire-others 1.5). */
export function renderTermName(stored: string): string {
  return ampersands(stored).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A stored term description as records show it: HTML and line breaks stay, a bare `&` becomes `&amp;` (wire-others 1.5). */
export function renderTermDescription(stored: string): string {
  return ampersands(stored)
}

/** A website as event records show it: escaped for HTML, `&` as `&amp;` (wire-events 1, row 30). */
export function escapeUrl(website: string): string {
  return escapeHtml(website)
}

const bareAmpersand = new RegExp(`&(?!${entityPattern.slice(1)})`, 'g')

function ampersands(text: string): string {
  return text.replaceAll(bareAmpersand, '&amp;')
}
