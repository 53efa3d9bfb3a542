import { type Html, html } from './html.ts'
import type { Page, View } from './layout.ts'
import { listFeeds } from './lists.ts'
import { endOfToday } from './today.ts'
import type { Visit } from './visit.ts'

/** A stretch of the calendar, and how to go on from it. */
export interface Around {
  readonly title: string
  readonly url: string
  readonly previous: { readonly url: string; readonly text: string }
  readonly next: { readonly url: string; readonly text: string }
  /** The address of the stretch that today is in. */
  readonly now: string
}

/** The name of a stretch of the calendar, with links to the ones before and after and to the present one. */
export function steps({ locale }: Visit, { title, url, previous, next, now }: Around): Html {
  return html`<div class="heading">
    <h1>${title}</h1>
    <nav class="steps" aria-label="${locale.messages.views}: ${title}">
      ${arrow(previous, 'prev', 'M15 5l-7 7 7 7')}
      ${url === now ? undefined : html`<a class="button plain" href="${now}">${locale.messages.today}</a>`}
      ${arrow(next, 'next', 'M9 5l7 7-7 7')}
    </nav>
  </div>`
}

/** The page of a stretch of the calendar. */
export function stretchPage(
  visit: Visit,
  { title, url, previous, next, view, main }: Around & { readonly view: View; readonly main: Html },
): Page {
  const { site, siteDescription } = visit
  return {
    title,
    summary: siteDescription,
    canonical: url,
    previous: previous.url,
    next: next.url,
    feeds: listFeeds(site, []),
    view,
    holdsUntil: endOfToday(visit),
    main,
  }
}

function arrow(to: { url: string; text: string }, rel: string, path: string): Html {
  return html`<a class="button plain" rel="${rel}" href="${to.url}" aria-label="${to.text}" title="${to.text}"
    ><svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="2.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d="${path}" /></svg
  ></a>`
}
