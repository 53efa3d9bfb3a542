import { type Content, type Html, html } from './html.ts'
import type { Page, View } from './layout.ts'
import { listFeeds } from './lists.ts'
import { endOfToday } from './today.ts'
import type { Visit } from './visit.ts'

interface Step {
  readonly url: string
  readonly text: string
}

/** A period of the calendar, with links to those around it. */
export interface Around {
  readonly title: string
  readonly url: string
  /** Undefined at the first and last years. */
  readonly previous: Step | undefined
  readonly next: Step | undefined
  /** The address of the period that contains today. */
  readonly now: string
  /** The fragment of today in that period, if today may be far down on small screens. */
  readonly today?: string
}

/** The name of a period, with links to the ones before and after and to the current one. */
export function steps({ locale }: Visit, { title, url, previous, next, now, today }: Around): Html {
  const here = today && html`<a class="button plain here" href="${today}">${locale.messages.today}</a>`
  return html`<div class="heading">
    <h1>${title}</h1>
    <nav class="steps" aria-label="${locale.messages.views}: ${title}">
      ${arrow(previous, 'prev', 'M15 5l-7 7 7 7')}
      ${url === now ? here : html`<a class="button plain" href="${now}">${locale.messages.today}</a>`}
      ${arrow(next, 'next', 'M9 5l7 7-7 7')}
    </nav>
  </div>`
}

/** The link to a period; undefined outside of the years that calendars here have. */
export function stepTo(at: { readonly year: number }, url: string, text: string): Step | undefined {
  return hasCalendar(at) ? { url, text } : undefined
}

/** Whether calendars here have the year; Temporal has a few more before and after them. */
export function hasCalendar({ year }: { readonly year: number }): boolean {
  return year > 1 && year < 9999
}

/** The contents of the page of a period. */
interface Stretch extends Around {
  readonly view: View
  readonly isEmpty: boolean
  readonly main: Html
}

/** The page of a period. */
export function stretchPage(
  visit: Visit,
  { title, url, previous, next, view, isEmpty, main }: Stretch,
): Page {
  const { site, siteDescription } = visit
  return {
    title,
    summary: siteDescription,
    canonical: url,
    previous: previous?.url,
    next: next?.url,
    isDeadEnd: isEmpty,
    feeds: listFeeds(site, []),
    view,
    holdsUntil: endOfToday(visit),
    main,
  }
}

function arrow(to: Step | undefined, rel: string, path: string): Content {
  if (!to) return undefined
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
