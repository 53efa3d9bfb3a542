import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { say } from '../../pure/locale/locale.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import {
  blankRegistration,
  type Registration,
  registrationOf,
  remainingOf,
  spanOf,
  stateOf,
} from '../../records/registration/registration.row.ts'
import type { EventRow, ShownRow } from '../../records/rows/event.row.ts'
import { dateText } from './dates.ts'
import { icon } from './icons.ts'
import { ofTexts } from './ownText.ts'
import { registerForm } from './register.form.ts'
import type { Visit } from './visit.ts'
import { isElsewhere } from './when.ts'

/** How a registration stands. */
export type State = ReturnType<typeof stateOf>

/** How one comes to an event, as far as pages show it. */
export interface Registering {
  readonly registration: Registration
  readonly state: State
  readonly isOpen: boolean
}

/** How one registers for an event; undefined where nobody does, or that is not to be seen. */
export function registeringOf(
  { now }: Pick<Visit, 'now'>,
  event: Parameters<typeof stateOf>[1] & Pick<ShownRow, 'password_digest'>,
): Registering | undefined {
  const registration = registrationOf(event)
  if (!registration || event.password_digest !== null) return undefined
  const state = stateOf(registration, event, epochSeconds(now))
  return { registration, state, isOpen: state === 'open' || state === 'waiting_list' }
}

/** What can be done to come to an event, on its page; undefined where nobody registers. `password`: by which it is shown, if it has one. */
export function registerPanel(visit: Visit, event: ShownRow, password?: string): Html | undefined {
  const found = registeringOf(visit, event)
  if (!found) return undefined
  const { registration, state, isOpen } = found
  const { messages } = visit.locale
  const button = buttonText(visit, registration, state)
  const { mode, note, url } = registration
  return html`<section class="panel" id="register" aria-labelledby="register-title">
    <h2 id="register-title">${messages.register}</h2>
    ${stateLine(visit, event, state)}
    ${note === '' || !isOpen ? undefined : html`<p ${ofTexts(visit)}>${note}</p>`}
    ${
      !isOpen
        ? undefined
        : mode === 'external'
          ? html`<p>
              <a class="button" href="${url}" rel="external noopener">${icon('outside')}${button}</a>
            </p>`
          : registerForm(visit, { event, registration, button, password })
    }
  </section>`
}

/** The way to the form, which stays in sight on small screens until it is reached; undefined where there is none. */
export function registerBar(visit: Visit, event: ShownRow): Html | undefined {
  const found = registeringOf(visit, event)
  if (!found?.isOpen) return undefined
  return html`<p class="register-bar">
    <a class="button" href="#register">${buttonText(visit, found.registration, found.state)}</a>
  </p>`
}

/** How it stands, in a sentence; undefined where that is nothing to be said. */
export function stateLine(visit: Visit, event: ShownRow, state: State): Content {
  const text = stateText(visit, event, state)
  return text === '' ? undefined : html`<p>${text}</p>`
}

/** The same as a text; empty where there is nothing to be said. */
export function stateText(visit: Visit, event: ShownRow, state: State): string {
  const { messages } = visit.locale
  const { opens, closes } = spanOf(registrationOf(event) ?? blankRegistration, event.starts_at)
  if (state === 'closed') return messages.registerClosed
  if (state === 'upcoming')
    return say(messages.registerOpens, { moment: momentOf(visit, event, opens ?? event.starts_at) })
  const left = remainingOf(event)
  const until = closes === null ? '' : say(messages.registerUntil, { moment: momentOf(visit, event, closes) })
  if (state === 'full') return messages.registerFull
  const places =
    state === 'waiting_list'
      ? messages.registerFull
      : left === null
        ? ''
        : say(messages.registerLeft, { count: String(left) })
  return [places, until].filter(Boolean).join(' · ')
}

/** A moment on the clock of the event, which is named where the site has another. */
function momentOf({ locale, context }: Visit, event: Pick<EventRow, 'timezone'>, at: number): string {
  const zone = findZone(event.timezone) ?? context.siteZone
  const text = dateText(locale, instantOf(at).toZonedDateTimeISO(zone.id).toPlainDateTime(), 'dayAndTime')
  return isElsewhere(event, context) ? `${text} (${zone.id})` : text
}

/** What the button is called that leads to a place. */
export function buttonText({ locale }: Visit, { mode }: Registration, state: State): string {
  const { messages } = locale
  if (mode === 'approval') return messages.registerAsk
  return state === 'waiting_list' ? messages.registerWaiting : messages.register
}
