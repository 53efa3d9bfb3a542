import { type Content, type Html, html } from './html.ts'
import type { Page, View } from './layout.ts'
import { listFeeds } from './lists.ts'
import { endOfToday } from './today.ts'
import type { Visit } from './visit.ts'

interface Step {
  readonly url: string
  readonly text: string
}

/** A stretch of the calendar, and how to go on from it. */
export interface Around {
  readonly title: string
  readonly url: string
  /** Undefined at the ends of time. */
  readonly previous: Step | undefined
  readonly next: Step | undefined
  /** The address of the stretch that today is in. */
  readonly now: string
  /** Where in that stretch today is, if it is far down on screens that show its days one below the other. */
  readonly today?: string
}

/** The name of a stretch of the calendar, with links to the ones before and after and to the present one. */
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

/** Where the stretch with a day or month is, and what it is called; undefined outside of the years that calendars here have. */
export function stepTo(at: { readonly year: number }, url: string, text: string): Step | undefined {
  return hasCalendar(at) ? { url, text } : undefined
}

/** Whether calendars here have the year: there are a few more before and after those that they have. */
export function hasCalendar({ year }: { readonly year: number }): boolean {
  return year > 1 && year < 9999
}

/** What is shown of a stretch of the calendar. */
interface Stretch extends Around {
  readonly view: View
  readonly isEmpty: boolean
  readonly main: Html
}

/** The page of a stretch of the calendar. */
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
