import type { Configuration, CustomFetch } from 'openid-client'
import { carriedOn } from '../../http/requestId.ts'
import type { RoleTable } from '../../config/config.readers.oidc.ts'
import { codeOf, messageOf } from '../../pure/text/errorDetails.ts'
import { type Claims, type Person, personOf, valuesOf } from './oidc.claims.ts'

/** Loaded when somebody signs in so: most calendars have no provider. */
const library = () => import('openid-client')

/** How a provider is known. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly roleClaim: string
  readonly roles: RoleTable
  /** Where it leads back to. */
  readonly redirectUrl: string
  /** By how many seconds the clock of this machine is wrong; for tests. */
  readonly skew_s?: number
}

/** What the browser keeps from the way to the provider until it is back. */
export interface Journey {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Why somebody could not sign in with the provider. */
export type OidcFaultKind = 'away' | 'refused' | 'stale' | 'clock'

/** Thrown when it did not work; the message is for the log. */
export class OidcFault extends Error {
  override readonly name = 'OidcFault'
  readonly kind: OidcFaultKind

  constructor(kind: OidcFaultKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** How long the provider may take to answer a request, in seconds. */
const patience_s = 10

/** By how much the clocks of both may differ, in seconds. */
export const clocksApart_s = 120

/** For how long it is remembered where the provider has its pages, in milliseconds. Its keys are read anew each time, so that they may change. */
const remembered_ms = 600_000

/** A provider of identities. */
export class Provider {
  readonly #settings: ProviderSettings
  #found: { readonly at_ms: number; readonly configuration: Promise<Configuration> } | undefined

  constructor(settings: ProviderSettings) {
    this.#settings = settings
  }

  /** The address at which somebody signs in, and what their browser is to bring back. Throws an {@link OidcFault}. */
  async begin(): Promise<{ url: string; journey: Journey }> {
    const oidc = await library()
    const configuration = await this.#configuration()
    const journey = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUrl,
      scope: this.#settings.scopes,
      code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: 'S256',
      state: journey.state,
      nonce: journey.nonce,
    })
    return { url: url.href, journey }
  }

  /** Who issues tokens, and where the keys are that they are signed with. Throws an {@link OidcFault}. */
  async issuing(): Promise<{ issuer: string; keysUrl: string | undefined }> {
    const metadata = (await this.#configuration()).serverMetadata()
    return { issuer: metadata.issuer, keysUrl: metadata.jwks_uri }
  }

  /** Who has come back with this query. Throws an {@link OidcFault}. */
  async finish(query: string, journey: Journey): Promise<Person> {
    const { redirectUrl, roleClaim, roles, issuer } = this.#settings
    const oidc = await library()
    try {
      const configuration = await this.#withFreshKeys()
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUrl}?${query}`), {
        pkceCodeVerifier: journey.verifier,
        expectedState: journey.state,
        expectedNonce: journey.nonce,
        idTokenExpected: true,
      })
      const token = tokens.claims()
      if (!token) throw new OidcFault('refused', 'The provider has sent no ID token.')
      const claims: Claims = token
      const isWhole =
        claims['email'] !== undefined && (roles.length === 0 || valuesOf(claims, roleClaim).length > 0)
      const asked =
        isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(configuration, tokens.access_token, token.sub)
      return personOf(
        configuration.serverMetadata().issuer || issuer,
        { ...asked, ...claims },
        {
          claim: roleClaim,
          table: roles,
        },
      )
    } catch (error) {
      throw faultOf(error)
    }
  }

  #configuration(): Promise<Configuration> {
    const at_ms = performance.now()
    if (this.#found && at_ms - this.#found.at_ms < remembered_ms) return this.#found.configuration
    const configuration = this.#discover()
    this.#found = { at_ms, configuration }
    // Whoever comes next asks again.
    configuration.catch(() => {
      this.#found = undefined
    })
    return configuration
  }

  async #discover(): Promise<Configuration> {
    const oidc = await library()
    const { issuer, clientId } = this.#settings
    try {
      return await oidc.discovery(new URL(issuer), clientId, this.#client(oidc), undefined, {
        timeout: patience_s,
        // Providers within one's own walls may be reached without encryption: their operator has written `http:`.
        // oxlint-disable-next-line typescript/no-deprecated -- it is marked so only to be seen
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: askAsPart,
      })
    } catch (error) {
      const reason = messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
      throw new OidcFault('away', `The identity provider ${issuer} cannot be asked: ${reason}.`, error)
    }
  }

  /** The same provider without the keys that it had before. */
  async #withFreshKeys(): Promise<Configuration> {
    const oidc = await library()
    const known = await this.#configuration()
    const fresh = new oidc.Configuration(known.serverMetadata(), this.#settings.clientId, this.#client(oidc))
    fresh.timeout = patience_s
    fresh[oidc.customFetch] = askAsPart
    // oxlint-disable-next-line typescript/no-deprecated -- it is marked so only to be seen
    if (this.#settings.issuer.startsWith('http:')) oidc.allowInsecureRequests(fresh)
    // The signature of the ID token is looked at, although it comes over a connection of our own.
    oidc.enableNonRepudiationChecks(fresh)
    return fresh
  }

  #client(oidc: Awaited<ReturnType<typeof library>>) {
    const { clientSecret, skew_s = 0 } = this.#settings
    return {
      ...(clientSecret === '' ? { token_endpoint_auth_method: 'none' } : { client_secret: clientSecret }),
      [oidc.clockTolerance]: clocksApart_s,
      [oidc.clockSkew]: skew_s,
    }
  }
}

/** Asks the provider as a part of the trace of the request that it is asked for. */
const askAsPart: CustomFetch = (url, { body, signal, headers, ...options }) =>
  fetch(url, {
    ...options,
    headers: { ...headers, ...carriedOn() },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  })

/** What the libraries call what may happen on the way back. */
const faults: Readonly<Record<string, OidcFaultKind>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_TIMEOUT: 'away',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'refused',
  OAUTH_RESPONSE_BODY_ERROR: 'refused',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'refused',
}

/** How much of what a provider says is logged, in characters. */
const longestRefusal = 300

/** A refusal by its name (RFC 6749, 4.1.2.1 and 5.2), with what is said about it, on one line. */
export function refusalText(error: unknown, description: unknown): string {
  return [error, description]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(': ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, longestRefusal)
}

/** What a provider has said that refuses; the library keeps it beside the message, or among the challenges of a 401. */
function refusalOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const [challenge] = 'cause' in error && Array.isArray(error.cause) ? (error.cause as unknown[]) : []
  const told =
    typeof challenge === 'object' && challenge !== null && 'parameters' in challenge
      ? challenge.parameters
      : error
  const { error: named, error_description: description } = told as Readonly<Record<string, unknown>>
  const text = refusalText(named, description)
  return text === '' ? '' : ` (${text})`
}

function faultOf(error: unknown): OidcFault {
  if (error instanceof OidcFault) return error
  const cause = error instanceof Error ? error.cause : undefined
  const said = `${[messageOf(error), ...(cause instanceof Error ? [cause.message] : [])].join(': ')}${refusalOf(error)}`
  const kind = faults[codeOf(error) ?? ''] ?? faults[codeOf(cause) ?? '']
  if (kind !== undefined) return new OidcFault(kind, said, error)
  const isAway =
    /fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|timeout|unexpected HTTP response status code|5\d\d/i.test(
      `${said} ${codeOf(cause) ?? ''}`,
    )
  return new OidcFault(isAway ? 'away' : 'refused', said, error)
}
