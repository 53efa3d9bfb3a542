import { anonymous } from '../../http/auth/rights.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { publicOnlineUrl } from '../../records/events/events.happening.ts'
import type { EventRecord } from '../../records/events/events.record.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { placesOf, titleText } from './card.ts'
import { addressText } from './event.venue.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { stated } from './labels.ts'
import { addressField } from './subscribe.ts'
import type { Visit } from './visit.ts'
import { isoText } from './when.ts'

/** An event as it is stored, and as the service shows it. */
export interface ShownEvent {
  readonly whole: EventWithLinks
  readonly record: EventRecord
}

/** How many words of the description go into a reader’s calendar; the page has the rest. */
const words = 60

/** The menu that adds an event to a calendar; undefined for a protected one, whose password calendar programs could not send. */
export function addToCalendar({ locale }: Visit, shown: ShownEvent): Content {
  const { messages } = locale
  const { record, whole } = shown
  if (whole.event.password_digest !== null) return undefined
  const file = `${record.rest_url}.ics`
  return html`<details class="menu from-start" name="tools">
    <summary class="button plain">
      ${icon('calendar')}<span>${messages.addToCalendar}</span>${icon('down')}
    </summary>
    <div class="drop">
      <ul>
        <li><a href="${googleUrl(shown)}" rel="external noopener">${messages.googleCalendar}</a></li>
        <li><a href="${file}">${messages.appleCalendar}</a></li>
        <li><a href="${outlookUrl(shown)}" rel="external noopener">${messages.outlook}</a></li>
        <li><a href="${file}" download>${messages.calendarFile}</a></li>
      </ul>
    </div>
  </details>`
}

/** The menu that tells others of an event: with a script the device’s own sheet, else mail and the address to copy. */
export function shareMenu(visit: Visit, { whole, record }: ShownEvent): Html {
  const { locale } = visit
  const { messages } = locale
  const title = stated(whole, visit, titleText(whole.event.title))
  const mail = `mailto:?${queryText({ subject: title, body: record.url })}`
  return html`<details
    class="menu share"
    name="tools"
    data-share
    data-title="${title}"
    data-url="${record.url}"
  >
    <summary class="button plain" aria-label="${messages.share}">
      ${icon('share')}<span>${messages.share}</span>
    </summary>
    <div class="drop">
      <ul>
        <li><a href="${mail}">${messages.byEmail}</a></li>
      </ul>
      ${addressField(locale, messages.address, record.url)}
    </div>
  </details>`
}

/** The form of Google Calendar, filled in: whole days end where the next one begins. */
function googleUrl(shown: ShownEvent): string {
  const { event } = shown.whole
  const zone = findZone(event.timezone)?.id
  const [from, until] =
    event.all_day === 1
      ? daysOf(shown).map((day) => compact(day.toString()))
      : [event.starts_at, event.ends_at].map((at) => compact(isoText(at)))
  return `https://calendar.google.com/calendar/render?${queryText({
    action: 'TEMPLATE',
    text: titleText(event.title),
    dates: `${from}/${until}`,
    details: details(shown),
    location: location(shown),
    // It knows names of cities, but no offsets.
    ...(zone && !/^[+-]/.test(zone) ? { ctz: zone } : {}),
  })}`
}

/** The form of Outlook on the web, filled in. */
function outlookUrl(shown: ShownEvent): string {
  const { event } = shown.whole
  const isAllDay = event.all_day === 1
  const [from, until] = isAllDay
    ? daysOf(shown).map((day) => day.toString())
    : [event.starts_at, event.ends_at].map(isoText)
  return `https://outlook.live.com/calendar/0/deeplink/compose?${queryText({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: titleText(event.title),
    startdt: from ?? '',
    enddt: until ?? '',
    body: details(shown),
    location: location(shown),
    ...(isAllDay ? { allday: 'true' } : {}),
  })}`
}

/** The first day, and the one after the last. */
function daysOf({ whole: { event } }: ShownEvent): [Temporal.PlainDate, Temporal.PlainDate] {
  return [parseWall(event.start_wall).toPlainDate(), parseWall(event.end_wall).toPlainDate().add({ days: 1 })]
}

/** A date without its separators. */
function compact(text: string): string {
  return text.replaceAll(/[-:]/g, '')
}

function details({ record, whole }: ShownEvent): string {
  const says = plainTextOfHtml(whole.event.excerpt, words) || plainTextOfHtml(whole.event.description, words)
  return [says, publicOnlineUrl(whole.event), record.url].filter(Boolean).join('\n\n')
}

function location({ whole }: ShownEvent): string {
  const venues = placesOf(whole).map((venue) =>
    [titleText(venue.title), addressText(venue)].filter(Boolean).join(', '),
  )
  return [...venues, publicOnlineUrl(whole.event)].filter(Boolean).join('; ')
}

/** A query with percent-encoded blanks: some programs take `+` for a plus sign. */
function queryText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
}

/** The ways to say that something about the event is wrong, for everybody who may. */
export function proposalLinks(visit: Visit, { whole: { event } }: ShownEvent): Content {
  const { site, locale, proposals, caller } = visit
  if (proposals.audience === 'off' || event.status !== 'publish' || event.password_digest !== null)
    return undefined
  // Who has no account is led to signing in where it takes one.
  if (!proposals.isOpenTo(caller) && caller.id !== anonymous.id) return undefined
  return html`<p class="propose">
    <a href="${site.home}/submit/change/${event.id}" rel="nofollow">${locale.messages.changeTitle}</a>
    &middot;
    <a href="${site.home}/submit/report/${event.id}" rel="nofollow">${locale.messages.reportTitle}</a>
  </p>`
}
