import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { client, type IdentityProvider, startIdentityProvider } from '../support/identityProvider.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

export const site = 'http://localhost'
export const redirectUrl = `${site}/signin/oidc/callback`
export const mina = {
  email: 'mina@example.org',
  email_verified: true,
  name: 'Mina M',
  preferred_username: 'mina',
  groups: ['staff'],
}

/** A calendar whose readers sign in with a provider on this machine. */
export async function calendar(settings: Record<string, string> = {}) {
  const provider = await startIdentityProvider(redirectUrl)
  const told: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
  const app = await createTestApp(
    {
      SITE_URL: site,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'City login',
      OIDC_ROLES: 'calendar=administrator; staff=editor; *=contributor',
      ...settings,
    },
    { log },
  )
  onTestFinished(() => app.close())
  return { app, provider, told }
}

const page = { accept: 'text/html', 'sec-fetch-site': 'none' }

export async function get(app: TestApp, path: string, cookie = '') {
  return app.ask({ path, absolute: true, headers: { ...page, ...(cookie ? { cookie } : {}) } })
}

export function cookiesIn({ headers }: { headers: Readonly<Record<string, unknown>> }): string[] {
  const set = headers['set-cookie']
  return (Array.isArray(set) ? set : [set]).filter(Boolean).map((one) => String(one).split(';', 1)[0] ?? '')
}

/** Leaves for the provider; answers where to, and the cookie of the journey. */
export async function leave(app: TestApp, query = '') {
  const left = await get(app, `/signin/oidc${query}`)
  expect(left.status, left.text).toBe(303)
  return { url: left.headers['location'] ?? '', cookie: cookiesIn(left)[0] ?? '' }
}

/** The whole way there and back. */
export async function signIn(app: TestApp, provider: IdentityProvider, subject: string, query = '') {
  const { url, cookie } = await leave(app, query)
  const back = await provider.signIn(url, subject)
  return get(app, `/signin/oidc/callback?${back.toString()}`, cookie)
}

export function session(answer: { headers: Readonly<Record<string, unknown>> }): string {
  return cookiesIn(answer).find((one) => one.startsWith('kalends=')) ?? ''
}

export const users = (app: TestApp) =>
  app.db.read.selectFrom('users').select(['login', 'email', 'role', 'name']).orderBy('id').execute()
