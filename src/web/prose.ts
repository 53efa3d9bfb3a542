import { plainTextOfHtml, readWebUrl } from '../text/address.ts'
import { type Content, type Html, html, joined, sanitised } from './html.ts'
import type { Page } from './layout.ts'

/** A title in a heading. Its own markup is left out: links and blocks have no place there. */
export function heading(title: string): Html {
  return html`<h1 dir="auto">${plainTextOfHtml(title)}</h1>`
}

/** A text as records show it, which is clean. */
export function prose(rendered: string | undefined): Content {
  return rendered ? html`<div class="text" dir="auto">${sanitised(rendered)}</div>` : undefined
}

/** What every page about one thing says of it, from texts as records show them. */
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

/** Names and what is to say of each; what is unknown is left out. */
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

/** Links one after the other. */
export function listed(links: readonly Content[]): Content {
  return links.length > 0 ? joined(links, ', ') : undefined
}

export function link(url: string, title: string): Html {
  return html`<a href="${url}" dir="auto">${plainTextOfHtml(title)}</a>`
}

export function plain(text: string | undefined): Content {
  return text ? html`<span dir="auto">${plainTextOfHtml(text)}</span>` : undefined
}

/** Only what is a web address becomes a link, named by where it leads. */
export function website(stored: string | null | undefined): Content {
  const url = stored ? readWebUrl(stored) : undefined
  if (url === undefined) return plain(stored ?? undefined)
  const { host, pathname } = new URL(url)
  const shown = `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`
  return html`<a href="${url}" rel="external noopener" dir="ltr"
    >${shown.length > 40 ? `${shown.slice(0, 39)}…` : shown}</a
  >`
}

export function mailTo(email: string | undefined): Content {
  return email
    ? html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}" dir="ltr">${email}</a>`
    : undefined
}

export function phoneLink(phone: string | undefined): Content {
  if (!phone) return undefined
  const text = plainTextOfHtml(phone)
  const digits = text.replaceAll(/[^\d+]/g, '')
  return digits.length > 4 ? html`<a href="tel:${digits}" dir="ltr">${text}</a>` : plain(text)
}
