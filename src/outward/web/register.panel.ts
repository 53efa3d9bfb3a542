import { epochSeconds } from '../../pure/calendar/text.ts'
import { say } from '../../pure/locale/locale.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import {
  type Registration,
  registrationOf,
  remainingOf,
  stateOf,
} from '../../records/registration/registration.row.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import type { Visit } from './visit.ts'

/** What can be done to come to an event, on its page; undefined where nobody registers. */
export function registerPanel(visit: Visit, event: ShownRow): Html | undefined {
  const registration = registrationOf(event)
  if (!registration || event.password_digest !== null) return undefined
  const { messages } = visit.locale
  const state = stateOf(registration, event, epochSeconds(visit.now))
  const url =
    registration.mode === 'external' ? registration.url : `${visit.site.path}/event/${event.slug}/register/`
  const isOpen = state === 'open' || state === 'waiting_list'
  return html`<section id="register" aria-labelledby="register-title">
    <h2 id="register-title">${messages.register}</h2>
    ${stateLine(visit, event, state)}
    ${isOpen ? html`<p><a class="button" href="${url}">${buttonText(visit, registration, state)}</a></p>` : undefined}
  </section>`
}

/** How a registration stands. */
export type State = ReturnType<typeof stateOf>

/** How it stands, in a sentence; undefined where that is nothing to be said. */
export function stateLine({ locale }: Visit, event: ShownRow, state: State): Content {
  const { messages } = locale
  const left = remainingOf(event)
  const text = {
    upcoming: messages.registerUpcoming,
    open: left === null ? '' : say(messages.registerLeft, { count: String(left) }),
    waiting_list: messages.registerFull,
    full: messages.registerFull,
    closed: messages.registerClosed,
  }[state]
  return text === '' ? undefined : html`<p>${text}</p>`
}

/** What the button is called that leads to a place. */
export function buttonText({ locale }: Visit, { mode }: Registration, state: State): string {
  const { messages } = locale
  if (mode === 'approval') return messages.registerAsk
  return state === 'waiting_list' ? messages.registerWaiting : messages.register
}
