import type { Site } from '../../http/site.ts'
import { addressesIn } from '../../pure/text/typedAddresses.ts'
import { readWebUrl } from '../../pure/text/address.ts'
import { decodeEntities, escapeHtml } from '../../pure/text/html.ts'
import { splitMarkup } from '../../pure/text/markup.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { type Content, type Html, html, joined, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import type { Visit } from './visit.ts'
import { ofTexts, type Spoken } from './ownText.ts'

/** A title in a heading, without its own markup, as links and blocks do not belong there. */
export function heading(visit: Spoken, title: string): Html {
  return html`<h1 ${ofTexts(visit)}>${plainTextOfHtml(title)}</h1>`
}

/** A text as records show it, which is clean. Media of other sites, which pages must not load, become links to them. */
export function prose(visit: Spoken & Pick<Visit, 'site'>, rendered: string | undefined): Content {
  if (!rendered) return undefined
  const { site } = visit
  let isLinked = false
  const own = rendered.replaceAll(linksAndMedia, (part) => {
    if (/^<\/?a\b/.test(part)) isLinked = part !== '</a>'
    else if (!isOwn(part, site)) return isLinked ? nameOf(part) : linkInstead(part)
    return part
  })
  return html`<div class="text" ${ofTexts(visit)}>${sanitised(withLinks(own))}</div>`
}

/** The HTML with links where its texts have addresses, of the web or of mail: people write them so, and readers press them. */
function withLinks(rendered: string): string {
  if (!/https?:|www\.|@/i.test(rendered)) return rendered
  let within: string | undefined
  return splitMarkup(rendered)
    .map(({ kind, source, name, closing }) => {
      if (kind === 'text') return within === undefined ? linked(source) : source
      if (within === undefined && !closing && unlinkedTags.has(name)) within = name
      else if (closing && name === within) within = undefined
      return source
    })
    .join('')
}

/** Within them an address is a link already, or stands for itself. */
const unlinkedTags = new Set(['a', 'code', 'pre', 'kbd', 'samp', 'tt', 'video', 'audio'])

function linked(source: string): string {
  const text = decodeEntities(source)
  const found = addressesIn(text)
  if (found.length === 0) return source
  let done = 0
  const parts = found.map(({ from, to, href }) => {
    const before = text.slice(done, from)
    done = to
    const [address, shown] = [untypeset(href), untypeset(text.slice(from, to))]
    const rel = href.startsWith('mailto:') ? '' : ' rel="external noopener"'
    return `${escapeHtml(before)}<a href="${escapeHtml(address)}"${rel} dir="ltr">${escapeHtml(shown)}</a>`
  })
  return `${parts.join('')}${escapeHtml(text.slice(done))}`
}

/** An address as it was typed, which typography has given other dashes and quotes. */
function untypeset(address: string): string {
  return address.replaceAll(/[–—’‘′×…]/g, (character) => typedAs[character] ?? character)
}

const typedAs: Readonly<Record<string, string>> = {
  '–': '--',
  '—': '---',
  '’': "'",
  '‘': "'",
  '′': "'",
  '×': 'x',
  '…': '...',
}

/** The tags of links, and whole elements of media. */
const linksAndMedia = /<a\b[^>]*>|<\/a>|<img\b[^>]*>|<(?:video|audio)\b[^>]*>[^]*?<\/(?:video|audio)>/g

/** Whether it comes from this site, by a relative address or one that begins with ours. */
function isOwn(media: string, { home }: Site): boolean {
  const src = attribute(media, 'src')
  return src !== undefined && (src.startsWith(`${home}/`) || /^\/(?!\/)/.test(src))
}

function linkInstead(media: string): string {
  const src = attribute(media, 'src')
  return src === undefined ? '' : `<a href="${src}" rel="external noopener">${nameOf(media)}</a>`
}

/** The name of the media. Attributes are clean, so that the value of one can be used in another, and as text. */
function nameOf(media: string): string {
  return attribute(media, 'alt') || (attribute(media, 'src') ?? '')
}

/** The attribute of the first tag that has it; the contents of a video’s fallback are text, whatever they look like. */
function attribute(media: string, name: 'src' | 'alt'): string | undefined {
  return new RegExp(`<(?:img|video|audio|source)\\b[^>]*\\s${name}="([^"]*)"`).exec(media)?.[1]
}

/** The title and summary of a page about one record, from texts as records show them. */
export function pageFacts(record: {
  readonly url: string
  readonly title: string
  readonly text: string
}): Pick<Page, 'canonical' | 'title' | 'summary'> {
  return {
    canonical: record.url,
    title: plainTextOfHtml(record.title),
    summary: plainTextOfHtml(record.text, summaryWords),
  }
}

/** Search engines show some 160 characters. */
const summaryWords = 30

/** A list of names with their contents; empty contents are left out. */
export function facts(rows: readonly (readonly [name: string, says: Content])[]): Content {
  const known = rows.filter(([, says]) => says !== undefined)
  if (known.length === 0) return undefined
  return html`<dl class="facts">
    ${known.map(
      ([name, says]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${says}</dd>
        </div>`,
    )}
  </dl>`
}

/** Links, separated by commas. */
export function listed(links: readonly Content[]): Content {
  return links.length > 0 ? joined(links, ', ') : undefined
}

/** A link that is named by the plain text of a title. */
export function link(visit: Spoken, url: string, title: string): Html {
  return html`<a href="${url}" ${ofTexts(visit)}>${plainTextOfHtml(title)}</a>`
}

/** The plain text, in the direction of its letters; undefined for none. */
function plain(visit: Spoken, text: string | undefined): Content {
  return text ? html`<span ${ofTexts(visit)}>${plainTextOfHtml(text)}</span>` : undefined
}

/** A web address as a link with its host and path as the text; anything else as plain text. */
export function website(visit: Spoken, stored: string | null | undefined): Content {
  const url = stored ? readWebUrl(stored) : undefined
  if (url === undefined) return plain(visit, stored ?? undefined)
  const { host, pathname } = new URL(url)
  const shown = `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
  return html`<a href="${url}" rel="external noopener" dir="ltr"
    >${shown.length > 40 ? `${shown.slice(0, 39)}…` : shown}</a
  >`
}

/** A link to write to the address; undefined for none. */
export function mailTo(email: string | undefined): Content {
  return email
    ? html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}" dir="ltr">${email}</a>`
    : undefined
}

/** A link to call the number, or its text where that is too short to be one; undefined for none. */
export function phoneLink(visit: Spoken, phone: string | undefined): Content {
  if (!phone) return undefined
  const text = plainTextOfHtml(phone)
  const digits = text.replaceAll(/[^\d+]/g, '')
  return digits.length > 4 ? html`<a href="tel:${digits}" dir="ltr">${text}</a>` : plain(visit, text)
}
