import type { FastifyInstance } from 'fastify'
import { anonymous, mayRead } from '../../http/auth/rights.ts'
import { decode, invalidParams } from '../../http/decodedParameters.ts'
import { waitHeaders } from '../../http/rateLimit.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findIdBySlug } from '../../records/posts/posts.query.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { type Register, registerParams } from '../../records/registration/guests.params.ts'
import { guestUrl } from '../../records/registration/guests.parts.ts'
import { guestFormLimit } from '../../records/registration/guests.spam.ts'
import { type Registration, registrationOf, stateOf } from '../../records/registration/registration.row.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { doorUrl } from './entryPage.ts'
import { ofTexts, ownText } from './ownText.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { missingPage } from './refusals.ts'
import { registerForm, textIn, type Typed } from './register.form.ts'
import { buttonText, type State, stateLine } from './register.panel.ts'
import { answersIn } from './register.questions.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith, serveForm } from './submit.forms.ts'
import type { Visit } from './visit.ts'

/** Serves the form by which people register for an event. */
export function registerRegister(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/event/:slug/register/', (door) => dealWith(door), guestFormLimit)
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
  const shown = { event, registration, state, title }
  if (state !== 'open' && state !== 'waiting_list')
    return saidPage(visit, { title: messages.register, hint: stateLine(visit, event, state) ?? '' })
  if (request.method !== 'POST') return formPage(visit, shown)
  const { sent } = await sentWith(door)
  const done = doorUrl(visit, `/event/${event.slug}/register/`, { done: '1' })
  // Who fills it in as no people do is answered like everybody else.
  if (sent['url'] || sent['website'] || !options.submissions.isTimely(textIn(sent, 'time'), visit.now)) {
    await reply.redirect(done, 303)
    return undefined
  }
  const { values, faults } = decode(registerParams, read(sent, visit))
  try {
    if (faults.size > 0) throw invalidParams(Object.fromEntries([...faults.keys()].map((name) => [name, ''])))
    const who = { caller: anonymous, from: request.ip, now: visit.now }
    const { guest } = await options.guests.register(event, values as Register, who)
    await reply.redirect(guest ? guestUrl(options.guests.parts, visit.site.home, guest) : done, 303)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const params = error.extras.data?.['params']
    const wrong =
      error.code === 'rest_invalid_param' && typeof params === 'object' ? { ...params } : { form: error.code }
    void reply.headers(waitHeaders(error.extras.headers))
    return formPage(visit, shown, { typed: sent, faults: wrong, status: error.status })
  }
}

/** What was typed, as the API takes it. */
function read(sent: Typed, { locale }: Visit): Record<string, unknown> {
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

/** What the form is about. */
interface Shown {
  readonly event: EventRow
  readonly registration: Registration
  readonly state: State
  readonly title: string
}

/** The form on a page of its own, with what was typed and what is wrong with it. */
function formPage(
  visit: Visit,
  { event, registration, state, title }: Shown,
  {
    typed,
    faults,
    status,
  }: { readonly typed?: Typed; readonly faults?: Typed; readonly status?: number } = {},
): Page {
  const { messages } = visit.locale
  const { note } = registration
  const button = buttonText(visit, registration, state)
  const main = html`<div class="hello">
      <h1>${messages.register}</h1>
      <p>${ownText(visit, title)}</p>
      ${note === '' ? undefined : html`<p ${ofTexts(visit)}>${note}</p>`} ${stateLine(visit, event, state)}
    </div>
    <div class="setup">
      ${registerForm(visit, { event, registration, button, ...(typed ? { typed } : {}), ...(faults ? { faults } : {}) })}
    </div>`
  const looks = { door: 'wide', styles: ['door.css'], isUnlisted: true, isDeadEnd: true } as const
  return { ...looks, status: status ?? 200, title: messages.register, main }
}
