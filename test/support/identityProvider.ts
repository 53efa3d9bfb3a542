import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'

/** What the provider knows of somebody, by their subject. */
export type People = Record<string, Readonly<Record<string, unknown>>>

/** An OpenID Connect provider on this machine. */
export interface IdentityProvider {
  readonly issuer: string
  /** Who is there; tests change it. */
  readonly people: People
  /** Signs in as somebody at the address that a site leads to; answers the query that leads back to it. */
  signIn(url: string, subject: string): Promise<URLSearchParams>
  /** Signs with other keys from now on. */
  changeKeys(): void
  /** Answers before the provider does; answering true it is left out. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** How often a path was asked for. */
  asked(path: string): number
}

/** The client that the site is, at every provider of tests. */
export const client = { id: 'kalends', secret: 'a-secret-of-the-client' }

/** Starts a provider on a free port of this machine, which ends with the test. */
export async function startIdentityProvider(redirectUrl: string): Promise<IdentityProvider> {
  const people: People = {}
  const counts = new Map<string, number>()
  let who = ''
  let provider: Provider
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    counts.set(path, (counts.get(path) ?? 0) + 1)
    if (self.intercept?.(request, response)) return
    if (path.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: who } })
    else void provider.callback()(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // A server on a port has such an address.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const make = () => new Provider(issuer, configurationOf(people, redirectUrl))
  provider = make()
  const self: IdentityProvider = {
    issuer,
    people,
    intercept: undefined,
    asked: (path) => counts.get(path) ?? 0,
    changeKeys: () => {
      provider = make()
    },
    signIn: async (url, subject) => {
      who = subject
      return follow(url, redirectUrl)
    },
  }
  return self
}

function configurationOf(people: People, redirectUrl: string): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ format: 'jwk' })
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 3600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
    // Whoever signs in agrees to all that is asked for.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

/** Follows redirects as a browser does, until one leads back. */
async function follow(url: string, redirectUrl: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let next = url
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status} at ${next}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(redirectUrl)) return new URL(next).searchParams
  }
  throw new Error('The provider leads nowhere.')
}
