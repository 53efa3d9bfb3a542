import type { FastifyInstance } from 'fastify'
import { anonymous, mayRead } from '../../http/auth/rights.ts'
import { decode, invalidParams } from '../../http/decodedParameters.ts'
import { waitHeaders } from '../../http/rateLimit.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { findIdBySlug } from '../../records/posts/posts.query.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { type Register, registerParams } from '../../records/registration/guests.params.ts'
import { guestUrl } from '../../records/registration/guests.parts.ts'
import { guestFormLimit } from '../../records/registration/guests.spam.ts'
import { type Registration, registrationOf, stateOf } from '../../records/registration/registration.row.ts'
import { isOpen, presentedDigest } from '../../records/rows/event.access.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { doorUrl } from './entryPage.ts'
import { ofTexts, ownText } from './ownText.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { lockedPage, missingPage } from './refusals.ts'
import { registerForm, textIn, type Typed } from './register.form.ts'
import { buttonText, type State, stateLine, stateText } from './register.panel.ts'
import { answersIn } from './register.questions.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith, serveForm } from './submit.forms.ts'
import type { Visit } from './visit.ts'

/** Serves the form by which people register for an event. */
export function registerRegister(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/event/:slug/register/', (door) => dealWith(door), guestFormLimit)
}

async function dealWith(door: Proposing): Promise<Page | undefined> {
  const { options, request, visit } = door
  const { messages } = visit.locale
  const event = await eventOf(door)
  if (!event) return missingPage(visit)
  if (visit.query.has('done'))
    return saidPage(visit, { title: messages.registerDone, hint: messages.registerDoneHint })
  const { sent } = request.method === 'POST' ? await sentWith(door) : { sent: undefined }
  const password = sent && 'password' in sent ? textIn(sent, 'password') : undefined
  if (!isOpen(event, await presentedDigest(options.context, password, visit.from))) {
    // It is opened on the page of the event, which has the form: this address is no other one of it.
    const address = postUrl(visit.site, kinds.event, event)
    const { canonical: _canonical, ...locked } = lockedPage(visit, address, password !== undefined)
    return locked
  }
  const shown = shownOf(visit, event, password)
  if (!shown) return missingPage(visit)
  const { mode, url } = shown.registration
  if (mode === 'external')
    return saidPage(visit, {
      title: messages.register,
      hint: html`<a href="${url}" rel="external noopener">${url}</a>`,
      status: 404,
    })
  if (sent) return take(door, shown, sent)
  if (takesGuests(shown)) return formPage(visit, shown)
  return saidPage(visit, { title: messages.register, hint: stateText(visit, event, shown.state) })
}

/** The event of the address; undefined where nobody is to see that it is there. */
async function eventOf({ options, request }: Proposing): Promise<EventRow | undefined> {
  const db = options.context.db.read
  const id = await findIdBySlug(db, kinds.event, request.params['slug'] ?? '')
  const event = id === undefined ? undefined : await findEventRow(db, id)
  return event && event.status !== 'trash' && mayRead(anonymous, event) ? event : undefined
}

function shownOf(visit: Visit, event: EventRow, password: string | undefined): Shown | undefined {
  const registration = registrationOf(event)
  const state = registration && stateOf(registration, event, epochSeconds(visit.now))
  return state && { event, registration, state, title: plainLineOfHtml(event.title), password }
}

function takesGuests({ state }: Shown): boolean {
  return state === 'open' || state === 'waiting_list'
}

/** Takes what was sent; where it is refused, all of it stands in the form again. */
async function take(door: Proposing, shown: Shown, sent: Typed): Promise<Page | undefined> {
  const { options, request, reply, visit } = door
  const { event } = shown
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
    void reply.headers(waitHeaders(error.extras.headers))
    return refused(door, { shown, sent, error })
  }
}

/** The form with what was typed, and why that was not taken: as it stands by now. */
async function refused(
  door: Proposing,
  { shown, sent, error }: { readonly shown: Shown; readonly sent: Typed; readonly error: ApiError },
): Promise<Page> {
  const { visit } = door
  const event = await eventOf(door)
  const now = (event && shownOf(visit, event, shown.password)) ?? shown
  const { code, status, extras } = error
  const params = extras.data?.['params']
  const faults =
    code === 'rest_invalid_param' && typeof params === 'object'
      ? { ...params }
      : { form: code, ...(takesGuests(now) ? {} : { says: stateText(visit, now.event, now.state) }) }
  return formPage(visit, now, { typed: sent, faults, status })
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
  /** By which it was opened, if it has one. */
  readonly password: string | undefined
}

/** The form on a page of its own, with what was typed and what is wrong with it. */
function formPage(
  visit: Visit,
  shown: Shown,
  {
    typed,
    faults,
    status,
  }: { readonly typed?: Typed; readonly faults?: Typed; readonly status?: number } = {},
): Page {
  const { messages } = visit.locale
  const { event, registration, state, title, password } = shown
  const { note } = registration
  const button = buttonText(visit, registration, state)
  const main = html`<div class="hello">
      <h1>${messages.register}</h1>
      <p>${ownText(visit, title)}</p>
      ${note === '' ? undefined : html`<p ${ofTexts(visit)}>${note}</p>`}
      ${takesGuests(shown) ? stateLine(visit, event, state) : undefined}
    </div>
    <div class="setup">
      ${registerForm(visit, { event, registration, button, password, ...(typed ? { typed } : {}), ...(faults ? { faults } : {}) })}
    </div>`
  const looks = { door: 'wide', styles: ['door.css'], isUnlisted: true, isDeadEnd: true } as const
  return { ...looks, status: status ?? 200, title: messages.register, main }
}
