import { type Html, html } from './html.ts'

/** The text in the place of events when there are none, with what to do about it. */
export function emptyState(
  title: string,
  hint: string,
  link?: { readonly url: string; readonly text: string },
): Html {
  return html`<div class="empty">
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.5">
      <rect x="7" y="11" width="34" height="30" rx="4" />
      <path d="M7 20h34M16 6v9M32 6v9" stroke-linecap="round" />
      <path d="M19 33c1.4-2.6 8.6-2.6 10 0M20 27h.01M28 27h.01" stroke-linecap="round" />
    </svg>
    <h2>${title}</h2>
    <p>${hint}</p>
    ${link ? html`<p><a class="button plain" href="${link.url}">${link.text}</a></p>` : undefined}
  </div>`
}
