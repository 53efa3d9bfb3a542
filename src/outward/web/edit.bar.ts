import { instantOf } from '../../pure/calendar/text.ts'
import { anonymous, can, mayEdit } from '../../http/auth/rights.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { dateText } from './dates.ts'
import { icon } from './icons.ts'
import { say } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'
import { type WaitingCounts, waitingFor } from './waiting.ts'

/**
 * The bar above the page of an event, for who has signed in and may change it: how it stands, and ways to what can be done. It is all
 * links, so that it works without a script; pages with it are of one reader, and kept by nobody.
 */
export async function editBar(visit: Visit, event: EventRow): Promise<Html | undefined> {
  const { caller, locale, site } = visit
  if (caller.id === anonymous.id || !mayEdit(caller, event)) return undefined
  const { messages } = locale
  const admin = `${site.path}/admin`
  const item = (url: string, name: 'edit' | 'copy' | 'none' | 'check' | 'clock', text: string, kind = '') =>
    html`<a class="${kind === '' ? 'edit-do' : `edit-do ${kind}`}" href="${admin}/${url}"
      >${icon(name)}${text}</a
    >`
  const isOff = event.event_status === 'canceled'
  const cancel = event.series_id === null ? messages.barCancel : messages.barCancelDate
  const copy = [`events/new?like=${event.id}`, 'copy', messages.barDuplicate] as const
  const off = [`events/${event.id}#p-happening`, 'none', cancel] as const
  const waits = await waitingFor(visit)
  return html`<section class="edit-bar" aria-label="${messages.barEditing}">
    <div class="wrap">
      <a class="edit-home" href="${admin}/"
        >${icon('menu')}<span>${messages.barEditing}</span>${countOf(visit, waits)}</a
      >
      ${state(visit, event)}
      ${
        event.status === 'pending' && can(caller, 'review')
          ? item(`waiting/${event.id}`, 'check', messages.barApprove)
          : undefined
      }
      ${item(`events/${event.id}`, 'edit', messages.edit)}${item(...copy, 'wordy')}${isOff ? undefined : item(...off, 'wordy')}
      <details class="edit-more">
        <summary aria-label="${messages.barMore}">${icon('more')}</summary>
        <ul>
          <li class="narrow">${item(...copy)}</li>
          ${isOff ? undefined : html`<li class="narrow">${item(...off)}</li>`}
          <li>${item(`history/events/${event.id}`, 'clock', messages.barHistory)}</li>
        </ul>
      </details>
    </div>
  </section>`
}

/** How much waits for the reader, if anything does. */
function countOf({ locale }: Visit, waits: WaitingCounts | undefined): Html | undefined {
  const count = (waits?.events ?? 0) + (waits?.proposals ?? 0)
  if (count === 0) return undefined
  const number = new Intl.NumberFormat(locale.tag).format(count)
  return html` <span class="edit-count"
    >${number}<span class="hidden"> ${locale.messages.barWaiting}</span></span
  >`
}

/** How the event stands, and since when. */
function state({ context, locale }: Visit, { status, date_at }: EventRow): Html {
  const { messages } = locale
  const day = instantOf(date_at).toZonedDateTimeISO(context.siteZone.id)
  const date = dateText(locale, day.toPlainDate(), 'dayMonthYear')
  const named: Readonly<Record<string, string>> = {
    draft: messages.barDraft,
    pending: messages.barWaiting,
    private: messages.barPrivate,
    future: say(messages.barLater, { date }),
  }
  const since =
    status === 'publish'
      ? html`<span class="edit-since"> ${say(messages.barSince, { date })}</span>`
      : undefined
  return html`<span class="edit-state"><b>${named[status] ?? messages.barPublished}</b>${since}</span>`
}
