import type { FastifyInstance } from 'fastify'
import { isSecure, secretIn } from '../../http/auth/cookie.ts'
import { digestOfSecret } from '../../http/auth/sessions.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { NoEntry } from '../../people/oidc/oidc.entry.ts'
import type { OpenProvider } from '../../people/oidc/oidc.open.ts'
import { OidcFault, type OidcFaultKind, refusalText } from '../../people/oidc/oidc.provider.ts'
import { doorUrl, notice } from './entryPage.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { say } from '../../pure/locale/locale.ts'
import { answer } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import { endedJourney, journeyCookie, joins, type Kept, keptIn } from './oidc.journey.ts'
import { type DoorRequest, enter, leadTo, wayOn } from './signin.routes.ts'
import type { Visit } from './visit.ts'

/** What signing in with a provider takes. */
export interface ProviderOptions extends OpenProvider {
  /** Gets what went wrong, which readers are not told. */
  readonly log: (message: string) => void
}

/** Where the provider leads back to, below the site. */
export const callbackPath = '/signin/oidc/callback'

/** Serves the way to the identity provider and back. */
export function registerProvider(
  server: FastifyInstance,
  options: WebOptions,
  provider: ProviderOptions,
): void {
  server.get('/signin/oidc', (request, reply) =>
    answer(reply, options, async (visit) => {
      const door = { options, request, reply, visit }
      return withFaults(door, provider, async () => {
        const { url, journey } = await provider.provider.begin()
        const kept = { journey, query: visit.query.toString(), at: epochSeconds(visit.now) }
        void reply.header('Set-Cookie', journeyCookie(kept, secureAt(door)))
        return leadTo(door, url)
      })
    }),
  )
  server.get(callbackPath, (request, reply) =>
    answer(reply, options, async (visit) => {
      const secure = isSecure(options.settings.siteUrl, request.protocol)
      const kept = keptIn(request.headers.cookie, secure, epochSeconds(visit.now))
      // Its page is in the language in which the reader went, and leads to where they wanted to go.
      const here = kept ? { ...visit, query: new URLSearchParams(kept.query) } : visit
      const door = { options, request, reply, visit: here }
      return withFaults(door, provider, () => comeBack(door, provider, kept, visit.query))
    }),
  )
}

async function comeBack(
  door: DoorRequest,
  { provider, enter: find, join, name, log }: ProviderOptions,
  kept: Kept | undefined,
  query: URLSearchParams,
): Promise<Page> {
  if (!kept) throw new OidcFault('stale', `There is no cookie of the way to the provider.${refusalIn(query)}`)
  const { request, reply, visit } = door
  const secure = secureAt(door)
  void reply.header('Set-Cookie', endedJourney(secure))
  // Only the browser whose session asked for it joins anything, and only to its own account.
  const session = secretIn(request.headers.cookie, secure) ?? ''
  const isJoining = kept.join !== undefined
  if (isJoining && (visit.caller.session === undefined || !joins(kept, digestOfSecret(session))))
    throw new OidcFault('stale', 'The session that asked to join an account is not there any more.')
  const person = await provider.finish(query.toString(), kept.journey)
  const entered = isJoining ? await join(person, visit.caller.id) : await find(person, visit.from)
  if ('refused' in entered) {
    const { refused, holder } = entered
    const whose = holder ? ` The account ${holder.login} is somebody else’s there.` : ''
    log(`Signing in with ${name} was refused here (${refused}): ${person.subject.slice(0, 255)}.${whose}`)
    return refusedBy(visit, name, refused)
  }
  return isJoining ? leadTo(door, wayOn(visit)) : enter(door, entered.user)
}

/** What the provider says itself of a refusal, where the way to it is not known any more. */
function refusalIn(query: URLSearchParams): string {
  const error = query.get('error')
  return error === null ? '' : ` It says: ${refusalText(error, query.get('error_description'))}.`
}

async function withFaults(
  { reply, visit }: DoorRequest,
  { name, log }: ProviderOptions,
  work: () => Promise<Page>,
): Promise<Page> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OidcFault)) throw error
    log(`Signing in with ${name} failed (${error.kind}). ${error.message}`)
    if (error.kind === 'away') void reply.header('Retry-After', '30')
    return faultPage(visit, name, error.kind)
  }
}

/** The statuses of what went wrong. */
const statuses: Readonly<Record<OidcFaultKind, number>> = { away: 503, refused: 403, stale: 400, clock: 503 }

function faultPage(visit: Visit, name: string, kind: OidcFaultKind): Page {
  const { messages } = visit.locale
  const texts = {
    away: [messages.providerAway, messages.providerAwayHint],
    refused: [messages.providerRefused, messages.providerRefusedHint],
    stale: [messages.providerStale, messages.providerStaleHint],
    clock: [messages.providerRefused, messages.providerClockHint],
  } as const
  const [what, hint] = texts[kind]
  return doorNotice(visit, statuses[kind], [say(what, { name }), say(hint, { name })])
}

function refusedBy(visit: Visit, name: string, refusal: NoEntry): Page {
  const { messages } = visit.locale
  const texts = {
    noRole: [messages.providerNoRole, messages.providerAsk],
    noAccount: [messages.providerNoAccount, messages.providerAsk],
    noEmail: [messages.providerNoEmail, messages.providerAsk],
    addressTaken: [messages.providerTaken, messages.providerTakenHint],
    addressJoined: [messages.providerOther, messages.providerOtherHint],
    joinTaken: [messages.joinTaken, messages.joinTakenHint],
  } as const
  const [what, hint] = texts[refusal]
  return doorNotice(visit, 403, [say(what, { name }), say(hint, { name })])
}

function doorNotice(visit: Visit, status: number, [what, hint]: readonly [string, string]): Page {
  const { messages } = visit.locale
  const main = html`<div class="stack">
    <h1>${messages.signIn}</h1>
    ${notice('bad', what, hint)}
    <a class="button" href="${doorUrl(visit, '/signin')}">${messages.signIn}</a>
  </div>`
  return { status, title: messages.signIn, door: 'narrow', styles: ['door.css'], isUnlisted: true, main }
}

function secureAt({ options, request }: DoorRequest): boolean {
  return isSecure(options.settings.siteUrl, request.protocol)
}
