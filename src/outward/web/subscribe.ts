import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { mailUrl } from './mail.links.ts'
import type { FeedLink } from './page.ts'
import type { Visit } from './visit.ts'

/** The menu with the ways to have what a page lists in a calendar of one’s own, always for exactly what is filtered. */
export function subscribeMenu(
  visit: Visit,
  feeds: readonly FeedLink[],
  name = visit.siteName,
  mail = mailUrl(visit, feeds),
): Content {
  const { locale } = visit
  const { messages } = locale
  const calendar = feeds.find(({ mediaType }) => mediaType === 'text/calendar')
  if (!calendar) return undefined
  const webcal = calendar.url.replace(/^https?:/, 'webcal:')
  const [google, named] = [googleUrl(webcal), messages.googleCalendar]
  const first = html`<li><a href="${google}" rel="external noopener">${named}</a></li>`
  const byMail = mail && html`<li><a href="${mail}" rel="nofollow">${messages.mailBy}</a></li>`
  const others = feeds.filter((feed) => feed !== calendar)
  return html`<details class="menu subscribe" name="tools">
    <summary class="button plain" aria-label="${messages.subscribe}">
      ${icon('subscribe')}<span>${messages.subscribe}</span>
    </summary>
    <div class="drop">
      <p class="says">${messages.subscribeHint}</p>
      <ul>
        ${byMail}${first}
        <li><a href="${webcal}">${messages.appleCalendar}</a></li>
        <li><a href="${outlookUrl(calendar.url, name)}" rel="external noopener">${messages.outlook}</a></li>
        <li><a href="${calendar.url}">${messages.calendarFile}</a></li>
      </ul>
      ${addressField(locale, messages.addressForOthers, webcal)} ${otherFeeds(others, messages.otherFeeds)}
    </div>
  </details>`
}

/** Google Calendar subscribes to an address that it gets as an id, with this scheme. */
function googleUrl(webcal: string): string {
  return `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`
}

/** Outlook on the web subscribes to an address under a name. */
function outlookUrl(url: string, name: string): string {
  const query = `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`
  return `https://outlook.live.com/calendar/0/addfromweb?${query}`
}

/** An address to copy; with a script a button does it. */
export function addressField({ messages }: Visit['locale'], label: string, address: string): Html {
  return html`<label class="field address">${label}<input readonly value="${address}" dir="ltr" /></label
    ><button
      type="button"
      class="plain copy"
      hidden
      data-copy="${address}"
      data-done="${messages.linkCopied}"
    >
      ${messages.copyLink}
    </button>`
}

function otherFeeds(feeds: readonly FeedLink[], label: string): Content {
  if (feeds.length === 0) return undefined
  return html`<p class="others">
    <span>${label}</span> ${feeds.map(({ url, name }) => html`<a href="${url}" dir="ltr">${name}</a> `)}
  </p>`
}
