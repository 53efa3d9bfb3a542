import type { FastifyInstance } from 'fastify'
import { anonymous } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { doorUrl } from './entryPage.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { say } from '../../pure/locale/locale.ts'
import type { WebOptions } from './pages.options.ts'
import { missingPage } from './refusals.ts'
import { aside, faultsOf, type Proposing, sentWith, serveForm } from './submit.forms.ts'
import { type FormShown, proposalPage, saidPage } from './submit.ts'
import { registerSubmission } from './submission.routes.ts'
import { blank, fieldsOf, typedIn, valuesOfEvent } from './submit.values.ts'
import { fieldsSent, ownAtFirst, sentOwn, typedOwn } from './submit.own.ts'
import type { Visit } from './visit.ts'

/** Serves the pages on which everybody proposes events, changes, and reports mistakes, without a script. */
export function registerSubmit(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/submit', (door) => forNew(door))
  serveForm(server, options, '/submit/change/:id', (door) => forEvent(door, 'change'))
  serveForm(server, options, '/submit/report/:id', (door) => forEvent(door, 'report'))
  registerSubmission(server, options)
}

async function forNew(door: Proposing): Promise<Page | undefined> {
  const { options } = door
  return (
    (await closed(door)) ??
    deal(door, {
      kind: 'new',
      path: '/submit',
      values: blank,
      about: '',
      categories: await options.submissions.categories(),
    })
  )
}

async function forEvent(door: Proposing, kind: 'change' | 'report'): Promise<Page | undefined> {
  const { options, request } = door
  const id = Number(/^\d{1,15}$/.exec(request.params['id'] ?? '')?.[0] ?? 0)
  const refused = await closed(door)
  if (refused) return refused
  const about = await options.submissions.eventAbout(id)
  if (!about) return undefined
  const values = kind === 'change' ? valuesOfEvent(about) : blank
  const title = plainLineOfHtml(about.event.title)
  return deal(door, { kind, path: `/submit/${kind}/${id}`, values, about: title, categories: [] }, about)
}

/** The page where nothing may be proposed, or not by this reader. */
async function closed({ options, visit }: Proposing): Promise<Page | undefined> {
  const { messages } = visit.locale
  const { submissions } = options
  if (submissions.isOpenTo(visit.caller)) return undefined
  if (submissions.audience === 'off') {
    if (visit.caller.id === anonymous.id) return missingPage(visit)
    // Who has an account and may only propose is led here, and is told why there is nothing.
    const more = html`<a class="button" href="${visit.site.path}/admin/account"
      >${messages.proposeAccount}</a
    >`
    return saidPage(visit, { title: messages.proposeTitle, hint: messages.proposeOff, status: 404, more })
  }
  const next = `${visit.site.path}${visit.path}`
  const more = html`<a class="button" href="${doorUrl(visit, '/signin', { next })}">${messages.signIn}</a>`
  return saidPage(visit, { title: messages.proposeTitle, hint: messages.proposeSignIn, status: 401, more })
}

type Form = Pick<FormShown, 'kind' | 'path' | 'values' | 'about' | 'categories'>

async function deal(door: Proposing, form: Form, about?: EventWithLinks): Promise<Page> {
  const { options, request, visit } = door
  const { submissions } = options
  const { declared } = visit.context
  const shown = {
    ...form,
    own: ownAtFirst(form.kind === 'change' ? about?.event.own : undefined, declared),
    asksWho: visit.caller.id === anonymous.id,
    time: submissions.formTime(visit.now),
    faults: {},
  }
  if (request.method !== 'POST') return proposalPage(visit, shown)
  const { sent, file } = await sentWith(door)
  const values = typedIn(sent)
  const own = typedOwn(sent, declared)
  const { messages } = visit.locale
  // Only programs fill in what nobody sees: they are told that all went well, and nothing is stored.
  if (sent['url'] !== '' && sent['url'] !== undefined) return sentPage(visit, 'unconfirmed', values.email)
  const time = typeof sent['time'] === 'string' ? sent['time'] : ''
  if (!submissions.isTimely(time, visit.now))
    return proposalPage(visit, { ...shown, values, own, faults: { form: messages.pressAgain } })
  const proposal = {
    kind: form.kind,
    event: about?.event.id,
    fields:
      form.kind === 'report'
        ? {}
        : {
            ...(await fieldsOf(values, about && form.values, {
              find: (kind, name) => submissions.named(kind, name),
              ownOfVenue: sentOwn(own, shown.own, { kind: 'venue', declared }),
            })),
            ...fieldsSent(sentOwn(own, shown.own, { kind: 'event', declared })),
          },
    ...aside(values),
    email: values.email,
    locale: visit.locale.tag,
    file: form.kind === 'report' ? undefined : file,
  }
  try {
    const row = await submissions.propose(proposal, {
      caller: visit.caller,
      from: visit.from,
      now: visit.now,
      site: visit.site,
    })
    void door.reply.headers(submissions.standing(visit.from))
    return sentPage(visit, row.state, values.email)
  } catch (error) {
    const told = faultsOf(visit, error)
    if (told) return proposalPage(visit, { ...shown, values, own, faults: told })
    return tooMuch(door, error)
  }
}

function sentPage(visit: Visit, state: string, email: string): Page {
  const { messages } = visit.locale
  if (state === 'unconfirmed')
    return saidPage(visit, {
      title: messages.sentTitle,
      hint: say(messages.sentHint, { email }),
      status: 202,
    })
  const hint = state === 'accepted' ? messages.sentPublished : messages.sentWaits
  return saidPage(visit, { title: messages.whatYouSent, hint, status: 202 })
}

function tooMuch({ reply, visit }: Proposing, error: unknown): Page {
  if (!(error instanceof ApiError) || error.status !== 429) throw error
  void reply.headers(error.extras.headers ?? {})
  const { messages } = visit.locale
  return saidPage(visit, { title: messages.tooMuchTitle, hint: messages.tooMuchHint, status: 429 })
}
