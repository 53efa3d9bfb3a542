import { type Content, html } from '../../pure/text/htmlTemplate.ts'

/** A way out of an empty page. */
export interface WayOut {
  readonly url: string
  readonly text: Content
  /** How much there is, as text. */
  readonly found?: string
}

/** Ways out of a page, one below the other. */
export function waysOut(ways: readonly WayOut[]): Content {
  if (ways.length === 0) return undefined
  return html`<ul class="ways">
    ${ways.map(
      ({ url, text, found }) =>
        html`<li>
          <a href="${url}"
            >${text}${found === undefined ? undefined : html` <span class="count">${found}</span>`}</a
          >
        </li>`,
    )}
  </ul>`
}
