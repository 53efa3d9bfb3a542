import { decode, invalidParams } from '../../http/decodedParameters.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { HasAll } from '../../records/letters/letters.limits.ts'
import { type Subscribe, subscribeParams } from '../../records/letters/letters.params.ts'
import { readWanted } from '../../records/letters/letters.read.ts'
import type { SubscriberRow } from '../../records/letters/letters.types.ts'
import { doorUrl, notice } from './entryPage.ts'
import { looks, textIn, trap, type Typed } from './mail.controls.ts'
import { settingsPage } from './mail.settings.ts'
import type { Page } from './page.ts'
import { field } from './signin.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith } from './submit.forms.ts'
import type { Visit } from './visit.ts'

/** One form: what it asks for, and what is chosen in it. */
export interface Form {
  readonly title: string
  readonly heading: Content
  readonly path: string
  /** What its address has beside the language. */
  readonly kept: Readonly<Record<string, string>>
  readonly sent: Typed
  /** What is asked for, as the service takes it. */
  readonly read: (sent: Typed) => Readonly<Record<string, unknown>>
  readonly parts: (faults: Faults) => Content
  readonly above?: Content
}

type Faults = Readonly<Partial<Record<string, string>>>

/** What was typed, if anything was sent. */
export async function typedIn(door: Proposing): Promise<{ sent: Typed; isSent: boolean }> {
  if (door.request.method !== 'POST') return { sent: {}, isSent: false }
  return { sent: (await sentWith(door)).sent, isSent: true }
}

/** Shows the form, or takes what was sent: under an address that is to be confirmed, or by the link of who has confirmed theirs. */
export async function dealWith(door: Proposing, form: Form): Promise<Page> {
  const { visit, options, request } = door
  const token = visit.query.get('token')
  const subscriber = token === null ? undefined : await options.letters.subscriber(token)
  const { messages } = visit.locale
  if (typeof subscriber === 'string')
    return saidPage(visit, { title: messages.linkGoneTitle, hint: messages.linkGoneHint, status: 410 })
  if (request.method !== 'POST') return formPage(door, form, { subscriber, faults: {} })
  const { sent } = form
  try {
    if (subscriber) return await settled(door, form, subscriber)
    // Only programs fill in what nobody sees: they are answered as people are, and nothing is stored.
    if (textIn(sent, 'url') !== '') return lookPage(visit)
    if (!options.submissions.isTimely(textIn(sent, 'time'), visit.now))
      return formPage(door, form, { faults: { form: messages.pressAgain } })
    const { email, ...wanted } = read({ ...form.read(sent), email: textIn(sent, 'email') })
    await options.letters.ask({ ...wanted, email, locale: visit.locale.tag }, visit)
    return lookPage(visit)
  } catch (error) {
    if (error instanceof HasAll)
      return formPage(door, form, { subscriber, faults: { form: messages.mailFull } })
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.code !== 'rest_invalid_param') return tooMuch(door, error)
    return formPage(door, form, { subscriber, faults: faultsOf(visit, error) })
  }
}

/** What whoever has the link asks for is theirs at once. */
async function settled(door: Proposing, form: Form, subscriber: SubscriberRow): Promise<Page> {
  const { visit, options } = door
  // The address stands for one that is not asked for.
  const { email: _email, ...sent } = read({ ...form.read(form.sent), email: subscriber.email })
  const wanted = await readWanted(visit.context, sent, visit.now)
  const id = Number(/^\d{1,15}$/.exec(visit.query.get('replaces') ?? '')?.[0] ?? 0)
  const deed = id > 0 ? ({ do: 'change', id, wanted } as const) : ({ do: 'add', wanted } as const)
  const now = await options.letters.settle(subscriber, deed)
  return settingsPage(door, now, {
    token: visit.query.get('token') ?? '',
    notice: visit.locale.messages.mailChanged,
  })
}

function read(sent: Readonly<Record<string, unknown>>): Subscribe {
  const { values, faults } = decode(subscribeParams, sent)
  if (faults.size > 0)
    throw invalidParams(Object.fromEntries([...faults].map(([name, { message }]) => [name, message])))
  // What was decoded by these parameters has their types.
  return values as Subscribe
}

function faultsOf({ locale }: Visit, error: ApiError): Faults {
  const { messages } = locale
  const params = error.extras.data?.['params']
  const names = typeof params === 'object' && params !== null ? Object.keys(params) : []
  return Object.fromEntries(
    names.map((name) => {
      const text = { email: messages.faultAddress, changes: messages.mailFaultWhat }[name]
      return [name === 'email' || name === 'changes' ? name : 'form', text ?? messages.faultField]
    }),
  )
}

function formPage(
  door: Proposing,
  form: Form,
  { subscriber, faults }: { readonly subscriber?: SubscriberRow | undefined; readonly faults: Faults },
): Page {
  const { visit, options } = door
  const { messages } = visit.locale
  const isFaulty = Object.keys(faults).length > 0
  const main = html`<div class="stack">
    <h1>${form.heading}</h1>
    ${form.above}
    <form method="post" action="${doorUrl(visit, form.path, form.kept)}" class="stack">
      ${isFaulty ? notice('bad', faults['form'] ?? messages.faultsInForm) : undefined} ${form.parts(faults)}
      ${subscriber ? undefined : emailField(visit, textIn(form.sent, 'email'), faults['email'])}
      <input type="hidden" name="time" value="${options.submissions.formTime(visit.now)}" />
      ${trap()}
      <button>${messages.mailAsk}</button>
    </form>
    ${subscriber ? undefined : html`<p class="dim">${messages.mailPromise}</p>`}
  </div>`
  return { ...looks, kept: form.kept, status: isFaulty ? 400 : 200, title: form.title, main }
}

/** The field for the address. */
export function emailField({ locale }: Visit, value: string, fault: string | undefined): Html {
  const more = 'autocomplete="email" maxlength="254" required dir="ltr"'
  return field('email', locale.messages.emailAddress, { type: 'email', value, more, fault })
}

function lookPage(visit: Visit): Page {
  const { messages } = visit.locale
  return {
    ...saidPage(visit, { title: messages.mailLook, hint: messages.mailLookHint, status: 202 }),
    isSecret: true,
  }
}

/** The page where there is no room, or somebody asks too often. */
export function tooMuch({ reply, visit }: Proposing, error: unknown): Page {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  if (error.status !== 429) throw error
  void reply.headers(error.extras.headers ?? {})
  const { messages } = visit.locale
  return saidPage(visit, { title: messages.tooMuchTitle, hint: messages.tooMuchHint, status: 429 })
}
