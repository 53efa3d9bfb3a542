import type { FastifyInstance } from 'fastify'
import { isSecure } from '../auth/cookie.ts'
import { epochSeconds } from '../calendar/text.ts'
import { type Entered, type NoEntry } from '../oidc/oidc.entry.ts'
import { type Journey, OidcFault, type OidcFaultKind, type Provider } from '../oidc/oidc.provider.ts'
import type { Person } from '../oidc/oidc.claims.ts'
import { doorUrl, notice } from './door.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { say } from './locale.ts'
import { answer, type WebOptions } from './pages.ts'
import { type DoorRequest, enter, leadTo } from './signin.routes.ts'
import type { Visit } from './visit.ts'

/** How an account is found for whom the provider has let in. */
export type EnterByProvider = (person: Person) => Promise<Entered>

/** What signing in with a provider takes. */
export interface ProviderOptions {
  readonly provider: Provider
  readonly name: string
  readonly enter: EnterByProvider
  /** Gets what went wrong, which readers are not told. */
  readonly log: (message: string) => void
}

/** Where the provider leads back to, below the site. */
export const callbackPath = '/signin/oidc/callback'

/** How long the way to the provider and back may take, in seconds. */
const longestJourney_s = 900

/** What the browser keeps until it is back: the journey, and the query of the sign-in page that it began at. */
interface Kept {
  readonly journey: Journey
  readonly query: string
  readonly at: number
}

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
        keep(door, { journey, query: visit.query.toString(), at: epochSeconds(visit.now) })
        return leadTo(door, url)
      })
    }),
  )
  server.get(callbackPath, (request, reply) =>
    answer(reply, options, async (visit) => {
      const kept = keptBy({ options, request, reply, visit })
      // Its page is in the language in which the reader went, and leads to where they wanted to go.
      const here = kept ? { ...visit, query: new URLSearchParams(kept.query) } : visit
      const door = { options, request, reply, visit: here }
      return withFaults(door, provider, () => comeBack(door, provider, kept, visit.query))
    }),
  )
}

async function comeBack(
  door: DoorRequest,
  { provider, enter: find, name }: ProviderOptions,
  kept: Kept | undefined,
  query: URLSearchParams,
): Promise<Page> {
  if (!kept) throw new OidcFault('stale', 'There is no cookie of the way to the provider.')
  forget(door)
  const person = await provider.finish(query.toString(), kept.journey)
  const entered = await find(person)
  if ('refused' in entered) return refusedBy(door.visit, name, entered.refused)
  return enter(door, entered.user)
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

/** The cookie of the journey. Nobody but the browser that began it can end it. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-kalends-journey' : 'kalends-journey'
}

function keep({ options, request, reply }: DoorRequest, kept: Kept): void {
  const secure = isSecure(options.settings.siteUrl, request.protocol)
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url')
  void reply.header('Set-Cookie', cookieOf(secure, value, longestJourney_s))
}

function forget({ options, request, reply }: DoorRequest): void {
  const secure = isSecure(options.settings.siteUrl, request.protocol)
  void reply.header('Set-Cookie', cookieOf(secure, '', 0))
}

function cookieOf(secure: boolean, value: string, maxAge_s: number): string {
  const attributes = `Path=/; Max-Age=${maxAge_s}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName(secure)}=${value}; ${attributes}`
}

function keptBy({ options, request, visit }: DoorRequest): Kept | undefined {
  const name = cookieName(isSecure(options.settings.siteUrl, request.protocol))
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  if (value === undefined) return undefined
  try {
    // We have written it; whoever has changed it in their own browser gets an error of the provider.
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as Kept
    const { state, nonce, verifier } = kept.journey
    const isWhole = [state, nonce, verifier, kept.query].every((text) => typeof text === 'string')
    const age_s = epochSeconds(visit.now) - kept.at
    return isWhole && age_s <= longestJourney_s ? kept : undefined
  } catch {
    return undefined
  }
}
