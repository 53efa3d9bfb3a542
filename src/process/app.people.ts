import type { FastifyBaseLogger } from 'fastify'
import { linkSiteOf } from '../people/accounts/accounts.links.write.ts'
import { createSetup } from '../people/accounts/accounts.setup.ts'
import { createAccounts } from '../people/accounts/accounts.ts'
import { createPasskeys, type Passkeys } from '../people/accounts/passkeys.ts'
import { type Authenticator, createAuthenticator } from '../http/auth/authenticate.ts'
import type { Caller } from '../http/auth/rights.ts'
import { epochSeconds } from '../pure/calendar/text.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/db/dialect.ts'
import { ApiError } from '../pure/errors/errors.ts'
import type { Metrics } from '../people/metrics/metrics.ts'
import { type OpenProvider, openProvider } from '../people/oidc/oidc.open.ts'
import type { Context } from '../http/context.ts'
import type { LiveSettings } from '../people/settings/settings.live.ts'
import { storeSettings } from '../people/settings/settings.write.ts'
import type { IdentityParts } from '../people/users/identities.routes.ts'
import { journeyCookie, proofOf } from '../outward/web/oidc.journey.ts'
import { callbackPath } from '../outward/web/oidc.routes.ts'
import type { WebOptions } from '../outward/web/pages.options.ts'
import { regionOfZone } from '../outward/web/zones.ts'

/** What is done about people on pages, and beside the requests. */
export interface People {
  readonly pages: Pick<WebOptions, 'signIn' | 'recover' | 'passkeys' | 'accounts' | 'setup' | 'beginning'>
  /** Resolves when all has been done that still was to be. */
  settled(): Promise<void>
}

/** How people prove who they are. */
export interface Proofs extends Pick<Authenticator, 'signIn' | 'recover'> {
  readonly authenticator: Authenticator
  readonly passkeys: Passkeys
  /** Where the settings name one. */
  readonly provider: OpenProvider | undefined
  /** How its accounts are joined. */
  readonly joining: IdentityParts['provider']
}

/** Makes {@link Proofs} on a database; who signs in, and who fails to, is counted. */
export function proofsOf({
  db,
  now,
  log,
  config,
  metrics,
}: Pick<PeopleParts, 'db' | 'now' | 'log' | 'config'> & { readonly metrics: Metrics }): Proofs {
  const authenticator = createAuthenticator(db, {
    now,
    log: (message, error) => log.warn({ err: error }, message),
    limits: { failures: config.loginFailures, window_s: config.loginWindowS },
  })
  const provider = openProvider(config, { db, now, redirectPath: callbackPath })
  return {
    authenticator,
    provider,
    joining: provider && joiningBy(provider, config, now),
    passkeys: createPasskeys({ db, now, log: (message) => log.warn(message) }),
    signIn: (attempt) => metrics.watchLogin(authenticator.signIn(attempt)),
    recover: (attempt) => metrics.watchLogin(authenticator.recover(attempt)),
  }
}

/** The way of a session to the provider, to join an account there. */
function joiningBy({ provider, name }: OpenProvider, { siteUrl }: Config, now: () => Temporal.Instant) {
  return {
    name,
    leave: async (session: string, next: string) => {
      const { url, journey } = await provider.begin().catch(() => {
        throw new ApiError('rest_provider_away')
      })
      const query = new URLSearchParams({ next }).toString()
      const kept = { journey, query, at: epochSeconds(now()), join: proofOf(journey, session) }
      return { url, cookie: journeyCookie(kept, siteUrl.startsWith('https:')) }
    },
  }
}

interface PeopleParts extends Proofs {
  readonly db: Database
  readonly config: Config
  readonly context: Context
  readonly live: LiveSettings
  readonly now: () => Temporal.Instant
  readonly log: FastifyBaseLogger
}

/** Puts together what signing in, links and setting up are made of. */
export function peopleOf(parts: PeopleParts): People {
  const { db, config, live, signIn, recover, passkeys, now, log } = parts
  const accounts = createAccounts({
    db,
    now,
    log: (message, error) => log.warn({ err: error }, message),
    limits: { failures: config.loginFailures, window_s: config.loginWindowS },
    site: () => linkSiteOf(live.config),
  })
  const setup = createSetup({
    db,
    now,
    config,
    store: storeSettings,
    regionOf: regionOfZone,
    fill: (caller) => fillFor(caller, parts),
  })
  return {
    pages: {
      signIn,
      recover,
      passkeys,
      accounts,
      setup,
      beginning: () => {
        const { siteName, siteDescription, siteTimezone, siteLocale, fixed } = live.config
        return { siteName, siteDescription, siteZone: siteTimezone, siteLocale, fixed }
      },
    },
    settled: async () => {
      await Promise.all([accounts.settled(), setup.settled()])
    },
  }
}

/** Fills a new calendar with the demo, beside its requests. Its modules are loaded only for that. */
async function fillFor(caller: Caller, { context, now, log }: PeopleParts): Promise<void> {
  try {
    const { fillDemo } = await import('./demo/demo.write.ts')
    const remark = (sentence: string) => log.info(sentence)
    await fillDemo(context, { caller, now: now(), seed: 1, withImages: true, remark })
  } catch (error) {
    log.error({ err: error }, 'the calendar could not be filled with the demo')
  }
}
