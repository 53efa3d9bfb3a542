import { reasonOf } from '../../fields/happening.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { attendanceOf, previousStarts } from '../../records/events/events.happening.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { dateText } from './dates.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** The next date of a series that takes place, as it is named instead of one that does not. */
export interface NextDate {
  readonly text: string
  readonly url: string
}

/** That the event does not take place as announced, and why, above all else about it. */
export function happeningBanner(visit: Visit, event: ShownRow, next: NextDate | undefined): Content {
  const { messages } = visit.locale
  const reason = plainTextOfHtml(reasonOf(event))
  if (event.event_status === 'scheduled') return undefined
  const isOff = event.event_status === 'canceled'
  const off = event.series_id === null ? messages.isCanceled : messages.isDateCanceled
  const says = isOff ? off : messages[event.event_status]
  const starts = event.event_status === 'rescheduled' ? startsOf(visit, event) : []
  return html`<div class="banner${isOff ? '' : ' info'}" role="note">
    ${icon(isOff ? 'none' : 'calendar')}
    <div>
      <p>${says}</p>
      ${starts.length === 0 ? undefined : html`<p>${starts.map((start, at) => html`${at > 0 ? ' · ' : ''}<s>${start}</s>`)}</p>`}
      ${reason === '' ? undefined : html`<p ${ofTexts(visit)}>${reason}</p>`}
      ${isOff && next ? html`<p><a href="${next.url}">${next.text}</a></p>` : undefined}
    </div>
  </div>`
}

/** When it was to begin before. */
function startsOf({ locale, context }: Visit, event: ShownRow): string[] {
  const zone = findZone(event.timezone) ?? context.siteZone
  return previousStarts(event).map((at) => {
    const start = instantOf(at).toZonedDateTimeISO(zone.id).toPlainDateTime()
    return dateText(locale, start, event.all_day === 1 ? 'day' : 'dayAndTime')
  })
}

/** How it is attended online, and who is told where. */
export function onlinePanel({ locale }: Visit, event: ShownRow): Content {
  const { messages } = locale
  const mode = attendanceOf(event)
  if (mode === 'in_person' || event.event_status === 'canceled') return undefined
  const isHidden = event.online_url_shown === 'attendees'
  return html`<section class="panel">
    <h2>${messages[mode]}</h2>
    ${isHidden ? html`<p>${messages.addressForAttendees}</p>` : undefined}
    ${
      event.online_url === ''
        ? undefined
        : html`<p><a href="${event.online_url}" rel="external noopener">${messages.joinOnline}</a></p>`
    }
  </section>`
}
