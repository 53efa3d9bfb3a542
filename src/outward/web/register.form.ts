import type { Registration } from '../../records/registration/registration.row.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { readWebUrl } from '../../pure/text/address.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { doorUrl, notice } from './entryPage.ts'
import { ofTexts } from './ownText.ts'
import { faultLine, question, tick } from './register.questions.ts'
import { field } from './signin.ts'
import type { Visit } from './visit.ts'

/** What was typed, by the name of its field. */
export type Typed = Readonly<Record<string, unknown>>

/** What the form by which people register shows. */
export interface RegisterForm {
  readonly event: Pick<EventRow, 'slug'>
  readonly registration: Registration
  /** What is typed in it already. */
  readonly typed?: Typed
  /** What is wrong, by field: `form` where it is none of one. */
  readonly faults?: Typed
  /** What the button is called. */
  readonly button: string
  /** That of an event which has one: it is sent along. */
  readonly password?: string | undefined
}

/** A text that was typed; empty where it is none. */
export function textIn(typed: Typed, name: string): string {
  const text = typed[name]
  return typeof text === 'string' ? text : ''
}

/** The form by which people register for an event: nothing of it is the reader’s but what they have typed, so that a page with it is kept. */
export function registerForm(
  visit: Visit,
  { event, registration, typed = {}, faults = {}, button, password }: RegisterForm,
): Html {
  const { messages } = visit.locale
  const { party_max, questions, consent } = registration
  const { mails } = visit.guests.parts.site()
  const fault = (name: string) => {
    if (!(name in faults)) return undefined
    if (name === 'email') return messages.faultAddress
    const answered = typed[name.replace('answers.', 'answer_')]
    return answered === undefined || answered === '' ? messages.faultNeeded : messages.faultField
  }
  const text = (name: string, label: string, more: string, type = 'text') =>
    field(name, label, { type, value: textIn(typed, name), more, fault: fault(name) })
  return html`<form class="asks" method="post" action="${doorUrl(visit, `/event/${event.slug}/register/`)}">
    ${Object.keys(faults).length > 0 ? notice('bad', wrongIn(visit, faults, typed)) : undefined}
    ${text('name', messages.yourName, 'autocomplete="name" maxlength="100" required dir="auto"')}
    ${text('email', messages.emailAddress, `autocomplete="email" maxlength="254" dir="ltr" ${mails ? 'required' : ''}`, 'email')}
    ${
      party_max > 1
        ? field('party', messages.registerParty, {
            type: 'number',
            value: textIn(typed, 'party') || '1',
            more: `min="1" max="${party_max}" required`,
            fault: fault('party'),
          })
        : undefined
    }
    ${questions.map((one) => question(one, typed[`answer_${one.key}`], fault(`answers.${one.key}`)))}
    ${consent === '' ? undefined : consentTick(visit, consent, { isOn: textIn(typed, 'consent') === '1', fault: fault('consent') })}
    <input type="hidden" name="time" value="${timeOf(visit, typed)}" />
    ${password === undefined ? undefined : html`<input type="hidden" name="password" value="${password}" />`}
    <div class="trap" aria-hidden="true">
      <label>URL <input name="url" type="text" tabindex="-1" autocomplete="off" value="" /></label>
    </div>
    <div class="line"><button>${button}</button></div>
    ${privacyLine(visit)}
  </form>`
}

/** When the form was first shown, sealed: who mends what was wrong is not too quick. */
function timeOf({ proposals, now }: Visit, typed: Typed): string {
  const time = textIn(typed, 'time')
  return proposals.isTimely(time, now) ? time : proposals.formTime(now)
}

/** What is wrong with all of it. */
function wrongIn({ locale }: Visit, faults: Typed, typed: Typed): string {
  const { messages } = locale
  const why = textIn(faults, 'says')
  if (why !== '') return why
  const code = textIn(faults, 'form')
  const said: Readonly<Record<string, string>> = {
    rest_registration_full:
      Number(typed['party'] ?? 1) > 1 ? messages.registerTooMany : messages.registerFull,
    rest_registration_closed: messages.registerClosed,
    rest_registration_often: messages.registerOften,
  }
  return said[code] ?? messages.faultsInForm
}

/** Where it is told what becomes of what is sent. */
function privacyLine({ guests, locale }: Visit): Content {
  const url = readWebUrl(guests.parts.privacyUrl())
  if (url === undefined) return undefined
  return html`<p class="hint">
    <a href="${url}" rel="external noopener">${locale.messages.registerPrivacy}</a>
  </p>`
}

function consentTick(
  visit: Visit,
  consent: string,
  { isOn, fault }: { readonly isOn: boolean; readonly fault: string | undefined },
): Content {
  const says = html`<span ${ofTexts(visit)}>${consent}</span>`
  const box = { name: 'consent', value: '1', is: 'checkbox', isOn, wanted: html`required`, fault } as const
  return html`<div>${tick(box, says)}${faultLine('consent', fault)}</div>`
}
