import type { errors, FetchImplementation, JWTVerifyGetKey } from 'jose'
import type { Caller } from '../../http/auth/rights.ts'
import { carriedOn } from '../../http/requestId.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { clocksApart_s, OidcFault, type Provider } from './oidc.provider.ts'
import { userKnownAs } from './oidc.query.ts'

/** Loaded when a token comes: most calendars take none. */
const library = () => import('jose')

/** Signatures of whoever holds a private key: neither none, nor one by a secret that both have. */
const algorithms = ['RS', 'PS', 'ES'].flatMap((kind) => ['256', '384', '512'].map((bits) => kind + bits))

/** Asks for the keys as a part of the trace of the request that they are asked for. */
const askAsPart: FetchImplementation = (url, { headers, ...options }) => {
  for (const [name, value] of Object.entries(carriedOn())) headers.set(name, value)
  return fetch(url, { ...options, headers })
}

/** What tokens are held against. */
export interface TokenReading {
  readonly db: Pick<Database, 'read'>
  readonly provider: Pick<Provider, 'issuing'>
  /** The issuer, as the settings name it. */
  readonly issuer: string
  /** The address that they have to be issued for. */
  readonly resource: string
  /** Where people sign in here. */
  readonly signInUrl: string
  readonly now: () => Temporal.Instant
  /** How long the keys are not asked for again because of one that is not among them, in milliseconds; for tests. */
  readonly cooldown_ms?: number
}

/** Finds out whose access token of the provider this is: a JWT, for this address alone (RFC 9068, RFC 8707). */
export type ReadToken = (token: string) => Promise<Caller>

/**
 * Reads access tokens of the provider. Throws 401 `rest_token_not_issued` for any that is not its own, for this address and valid now; 403
 * `rest_account_unknown` where nobody here is linked with whose it is; 503 where the provider cannot be asked for its keys.
 */
export function createTokenReader(reading: TokenReading): ReadToken {
  const { issuer, resource } = reading
  let known: { readonly url: string; readonly keys: JWTVerifyGetKey } | undefined
  const keysOf = async (url: string) => {
    if (known?.url !== url) {
      const { createRemoteJWKSet, customFetch } = await library()
      const { cooldown_ms = 5000 } = reading
      known = {
        url,
        keys: createRemoteJWKSet(new URL(url), {
          cooldownDuration: cooldown_ms,
          [customFetch]: askAsPart,
        }),
      }
    }
    return known.keys
  }
  const refused = () => new ApiError('rest_token_not_issued', { issuer, resource })
  return async (token) => {
    const { jwtVerify, errors: kinds } = await library()
    try {
      const issuing = await reading.provider.issuing()
      if (issuing.keysUrl === undefined) throw refused()
      const { payload } = await jwtVerify(token, await keysOf(issuing.keysUrl), {
        issuer: issuing.issuer,
        audience: resource,
        algorithms: [...algorithms, 'EdDSA', 'Ed25519'],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: clocksApart_s,
        currentDate: new Date(reading.now().epochMilliseconds),
      })
      const user = await userKnownAs(reading.db.read, { issuer: issuing.issuer, subject: payload.sub ?? '' })
      if (!user) throw new ApiError('rest_account_unknown', { url: reading.signInUrl })
      return { id: user.id, role: user.role, login: user.login, scope: 'write' }
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (isUnreachable(error, kinds)) throw new ApiError('rest_provider_away')
      if (error instanceof kinds.JOSEError) throw refused()
      throw error
    }
  }
}

function isUnreachable(error: unknown, { JWKSTimeout, JOSEError }: typeof errors): boolean {
  if (error instanceof OidcFault || error instanceof JWKSTimeout) return true
  // What the address of the keys answers with is told by errors of no kind of its own; a connection that fails by one of fetch.
  return (error instanceof JOSEError && error.code === 'ERR_JOSE_GENERIC') || error instanceof TypeError
}
