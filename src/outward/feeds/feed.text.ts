import { isoWithOffset } from '../../pure/calendar/text.ts'
import { atOnce, type Pausing } from '../../http/timeSlices.ts'
import type { EventStatus } from '../../pure/params/words.ts'
import { blockFlow } from '../../pure/text/blocks.ts'
import { decodeEntities, textIn } from '../../pure/text/html.ts'
import { type Piece, splitMarkup } from '../../pure/text/markup.ts'
import type { FeedEvent, FeedMoment } from './feed.ts'

// Control characters, which no shown text contains: they mark the breaks while tags are removed.
const lineMark = '\x1e'
const paragraphMark = '\x1d'
const marks = new RegExp(`[${lineMark}${paragraphMark}]`, 'g')

/**
 * The text of rendered HTML for readers without HTML: paragraphs apart by an empty line, lines and list items on their own, and the
 * address of a link after its words.
 */
export function plainParagraphs(html: string): string {
  return atOnce(makeParagraphs(html))
}

/** As {@link plainParagraphs}, with pauses. */
export function* makeParagraphs(html: string): Pausing<string> {
  if (html === '') return ''
  const pieces = splitMarkup(html.replaceAll(marks, ' '))
  yield
  const text = decodeEntities(textIn(withAddresses(pieces), breakAt))
  yield
  return text.split(paragraphMark).map(linesOf).filter(isFilled).join('\n\n')
}

/** What stands before the title of an event that does not take place as announced, for readers that show nothing else of that. */
const announcements: Readonly<Partial<Record<EventStatus, string>>> = {
  canceled: 'Cancelled: ',
  postponed: 'Postponed: ',
}

/** The title, after the word that says that the event is cancelled or postponed. */
export function announcedTitle({ title, said }: Pick<FeedEvent, 'title' | 'said'>): string {
  return `${announcements[said.event_status] ?? ''}${title}`
}

/** The place as one line: each venue with its address. */
export function whereText({ venues }: Pick<FeedEvent, 'venues'>): string {
  return venues.map(({ name, address }) => [name, address].filter(isFilled).join(', ')).join('; ')
}

/** A moment of an event in ISO 8601 (RFC 3339): with the offset there, or the day alone where it lasts all day. */
export function isoText(
  { isAllDay, zone }: Pick<FeedEvent, 'isAllDay' | 'zone'>,
  { at, wall }: FeedMoment,
): string {
  return isAllDay ? wall.slice(0, 10) : isoWithOffset(at, zone)
}

/** The pieces with the address of each link behind its words, if these are not the address. */
function withAddresses(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ name }) => name === 'a')) return pieces
  const given: Piece[] = []
  let link: { href: string; words: string } | undefined
  for (const piece of pieces) {
    const { name, closing, source, kind } = piece
    if (link && kind === 'text') link.words += source
    if (name === 'a') {
      const told = link && addressBehind(link)
      if (told !== undefined) given.push({ kind: 'text', source: told, name: '', closing: false })
      link = closing ? undefined : { href: hrefOf(source), words: '' }
    }
    given.push(piece)
  }
  return given
}

/** What is written behind the words of a link, as HTML; undefined for nothing. */
function addressBehind({ href, words }: { href: string; words: string }): string | undefined {
  const address = href.replace(/^(?:mailto|tel):/i, '')
  const isWhole = /^(?:https?:\/\/|mailto:|tel:)./i.test(href)
  if (
    !isWhole ||
    bareAddress(words) === bareAddress(address) ||
    bareAddress(words).includes(bareAddress(address))
  )
    return undefined
  return words.trim() === '' ? escapeLess(address) : ` (${escapeLess(address)})`
}

/** An address, or words that are one, without what people leave out of it. */
function bareAddress(text: string): string {
  return decodeEntities(text)
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '')
    .trim()
}

/** The address of a link, as it is written: with its references. */
function hrefOf(tag: string): string {
  const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? []
  return (double ?? single ?? bare ?? '').trim()
}

function escapeLess(text: string): string {
  return text.replaceAll('<', '&lt;')
}

function breakAt(name: string, closing: boolean): string {
  if (name === 'br') return lineMark
  if (name === 'li') return closing ? '' : `${lineMark}- `
  if (lineTags.has(name)) return lineMark
  return blockFlow(name) === undefined ? '' : paragraphMark
}

/** Blocks that follow each other without a gap. */
const lineTags: ReadonlySet<string> = new Set(['tr', 'td', 'th', 'dt', 'dd', 'thead', 'tbody', 'tfoot'])

function linesOf(paragraph: string): string {
  if (!paragraph.includes(lineMark)) return oneLine(paragraph)
  return paragraph.split(lineMark).map(oneLine).filter(isFilled).join('\n')
}

function oneLine(text: string): string {
  return /[ \t\n\f\r]/.test(text) ? text.replaceAll(/[ \t\n\f\r]+/g, ' ').replaceAll(/^ | $/g, '') : text
}

function isFilled(text: string): boolean {
  return text !== ''
}
