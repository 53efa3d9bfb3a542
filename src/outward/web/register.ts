import type { FastifyInstance } from 'fastify'
import { anonymous, mayRead } from '../../http/auth/rights.ts'
import { decode } from '../../http/decodedParameters.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findIdBySlug } from '../../records/posts/posts.query.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { type Register, registerParams } from '../../records/registration/guests.params.ts'
import { guestUrl } from '../../records/registration/guests.parts.ts'
import { type Registration, registrationOf, stateOf } from '../../records/registration/registration.row.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { doorUrl, notice } from './entryPage.ts'
import { ofTexts, ownText } from './ownText.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { missingPage } from './refusals.ts'
import { buttonText, type State, stateLine } from './register.panel.ts'
import { answersIn, question, tick } from './register.questions.ts'
import { field } from './signin.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith, serveForm } from './submit.forms.ts'
import type { Visit } from './visit.ts'

/** Serves the form by which people register for an event. */
export function registerRegister(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/event/:slug/register/', (door) => dealWith(door))
}

async function dealWith(door: Proposing): Promise<Page | undefined> {
  const { options, request, reply, visit } = door
  const { messages } = visit.locale
  const db = options.context.db.read
  const id = await findIdBySlug(db, kinds.event, request.params['slug'] ?? '')
  const event = id === undefined ? undefined : await findEventRow(db, id)
  const registration = event && registrationOf(event)
  const isSeen =
    event && event.status !== 'trash' && mayRead(anonymous, event) && event.password_digest === null
  if (!isSeen || !registration || registration.mode === 'external') return missingPage(visit)
  const title = plainLineOfHtml(event.title)
  if (visit.query.has('done'))
    return saidPage(visit, { title: messages.registerDone, hint: messages.registerDoneHint })
  const state = stateOf(registration, event, epochSeconds(visit.now))
  const { mails } = options.guests.parts.site()
  const time = options.submissions.formTime(visit.now)
  const shown = { event, registration, state, title, time, mails }
  if (state !== 'open' && state !== 'waiting_list')
    return saidPage(visit, { title: messages.register, hint: stateLine(visit, event, state) ?? '' })
  if (request.method !== 'POST') return formPage(visit, shown, {}, {})
  const { sent } = await sentWith(door)
  const done = doorUrl(visit, `/event/${event.slug}/register/`, { done: '1' })
  // Who fills it in as no people do is answered like everybody else.
  if (sent['url'] || !options.submissions.isTimely(textIn(sent, 'time'), visit.now)) {
    await reply.redirect(done, 303)
    return undefined
  }
  const { values, faults } = decode(registerParams, read(sent, visit))
  try {
    if (faults.size > 0)
      return formPage(visit, shown, sent, Object.fromEntries([...faults.keys()].map((name) => [name, ''])))
    const who = { caller: anonymous, from: request.ip, now: visit.now }
    const { guest } = await options.guests.register(event, values as Register, who)
    await reply.redirect(guest ? guestUrl(options.guests.parts, visit.site.home, guest) : done, 303)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const params = error.extras.data?.['params']
    const wrong =
      error.code === 'rest_invalid_param' && typeof params === 'object' ? { ...params } : { form: error.code }
    return formPage(visit, shown, sent, wrong, error.status)
  }
}

/** A text that was typed; empty where it is none. */
function textIn(sent: Sent, name: string): string {
  const text = sent[name]
  return typeof text === 'string' ? text : ''
}

/** What was typed, as the API takes it. */
function read(sent: Readonly<Record<string, unknown>>, { locale }: Visit): Record<string, unknown> {
  const { name, email, party, consent } = sent
  return {
    name: name ?? '',
    email: email ?? '',
    party: party ?? 1,
    answers: answersIn(sent),
    consent: consent === '1',
    language: locale.tag.slice(0, 2),
  }
}

interface Shown {
  readonly event: EventRow
  readonly registration: Registration
  readonly state: State
  readonly title: string
  /** When it is shown, sealed. */
  readonly time: string
  /** Whether the rest is in a mail. */
  readonly mails: boolean
}

type Sent = Readonly<Record<string, unknown>>

function formPage(visit: Visit, shown: Shown, sent: Sent, faults: Sent, status = 400): Page {
  const { messages } = visit.locale
  const { event, registration, state, title, time, mails } = shown
  const { party_max, questions, consent, note } = registration
  const isFaulty = Object.keys(faults).length > 0
  const typed = (name: string) => textIn(sent, name)
  const fault = (name: string) => {
    if (!(name in faults)) return undefined
    if (name === 'email') return messages.faultAddress
    const answered = sent[name.replace('answers.', 'answer_')]
    return answered === undefined || answered === '' ? messages.faultNeeded : messages.faultField
  }
  const said: Readonly<Record<string, string>> = {
    rest_registration_full: messages.registerFull,
    rest_registration_closed: messages.registerClosed,
  }
  const wrong = said[textIn(faults, 'form')] ?? messages.faultsInForm
  const text = (name: string, label: string, more: string, type = 'text') =>
    field(name, label, { type, value: typed(name), more, fault: fault(name) })
  const main = html`<div class="hello">
      <h1>${messages.register}</h1>
      <p>${ownText(visit, title)}</p>
      ${note === '' ? undefined : html`<p ${ofTexts(visit)}>${note}</p>`} ${stateLine(visit, event, state)}
    </div>
    <div class="setup">
      <form method="post" action="${doorUrl(visit, `/event/${event.slug}/register/`)}">
        ${isFaulty ? notice('bad', wrong) : undefined}
        ${text('name', messages.yourName, 'autocomplete="name" maxlength="100" required dir="auto"')}
        ${text('email', messages.emailAddress, `autocomplete="email" maxlength="254" dir="ltr" ${mails ? 'required' : ''}`, 'email')}
        ${
          party_max > 1
            ? field('party', messages.registerParty, {
                type: 'number',
                value: typed('party') || '1',
                more: `min="1" max="${party_max}" required`,
                fault: fault('party'),
              })
            : undefined
        }
        ${questions.map((one) => question(one, sent[`answer_${one.key}`], fault(`answers.${one.key}`)))}
        ${
          consent === ''
            ? undefined
            : tick(
                {
                  name: 'consent',
                  value: '1',
                  is: 'checkbox',
                  isOn: typed('consent') === '1',
                  wanted: html`required`,
                },
                html`<span ${ofTexts(visit)}>${consent}</span>`,
              )
        }
        <input type="hidden" name="time" value="${time}" />
        <div class="trap" aria-hidden="true">
          <label>URL <input name="url" type="text" tabindex="-1" autocomplete="off" value="" /></label>
        </div>
        <div class="line"><button>${buttonText(visit, registration, state)}</button></div>
      </form>
    </div>`
  const looks = { door: 'wide', styles: ['door.css'], isUnlisted: true, isDeadEnd: true } as const
  return { ...looks, status: isFaulty ? status : 200, title: messages.register, main }
}
