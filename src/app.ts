import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createAuthenticator } from './auth/authenticate.ts'
import { createPresentedDigest } from './auth/presented.ts'
import { createPasswordDigest, installationSecret } from './auth/secret.ts'
import { findZone, type Zone } from './calendar/zone.ts'
import type { Config } from './config.ts'
import type { Database } from './db/dialect.ts'
import { eventResources } from './events/events.routes.ts'
import { publishDue } from './events/events.write.ts'
import type { Resource } from './http/resource.ts'
import { serveHealth } from './http/health.ts'
import { createServer, serveNothing, type ServerSettings, type Serving } from './http/server.ts'
import { linkedResources } from './linked/linked.routes.ts'
import { organizerKind } from './organizers/organizers.kind.ts'
import type { Context } from './posts/context.ts'
import { categoryKind, tagKind } from './terms/terms.kind.ts'
import { termResources } from './terms/terms.routes.ts'
import { venueKind } from './venues/venues.kind.ts'

/** What an app is made of. */
export interface Parts {
  readonly config: Config
  readonly db: Database
  readonly log: FastifyBaseLogger
  readonly now: () => Temporal.Instant
}

export interface App {
  readonly server: FastifyInstance
  /** Publishes what is scheduled and due (D21); answers how many. */
  publishDue(): Promise<number>
  /** Lets running requests end, then writes what still waits. The database stays open. */
  close(): Promise<void>
}

/** Puts the rooms together: the whole HTTP surface stands here. */
export async function createApp({ config, db, log, now }: Parts): Promise<App> {
  const context = await contextOf({ config, db, now })
  const authenticator = createAuthenticator(db, {
    now,
    log: (message, error) => log.warn({ err: error }, message),
    limits: { failures: config.loginFailures, window_s: config.loginWindowS },
  })
  const serving: Serving = {
    settings: serverSettings(config),
    log,
    now,
    authenticate: (authorization, from) => authenticator.authenticate(authorization, from),
    resources: serviceResources(context, config),
    rootResources: [],
    describe: () => ({}),
  }
  const server = createServer(serving)
  serveHealth(server, () => db.assertReady())
  serveNothing(server, serving, (reply) => reply.code(404).send())
  return {
    server,
    publishDue: () => publishDue(context, now()),
    close: async () => {
      await server.close()
      await authenticator.close()
    },
  }
}

/** Everything below a namespace, in the order in which discovery names it. */
function serviceResources(context: Context, _config: Config): Resource[] {
  return [
    ...eventResources(context),
    ...linkedResources(context, venueKind),
    ...linkedResources(context, organizerKind),
    ...termResources(context, categoryKind),
    ...termResources(context, tagKind),
  ]
}

async function contextOf({ config, db, now }: Pick<Parts, 'config' | 'db' | 'now'>): Promise<Context> {
  const passwordDigest = createPasswordDigest(await installationSecret(db))
  const guesses = { now, failures: config.loginFailures, window_s: config.loginWindowS }
  return {
    db,
    siteZone: zoneNamed(config.siteTimezone),
    perPage: config.perPage,
    perPageMax: config.perPageMax,
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    currencyCode: config.currencyCode,
    passwordDigest,
    presentedDigest: createPresentedDigest(db, passwordDigest, guesses),
  }
}

/** The setting has been checked to name a zone. */
function zoneNamed(name: string): Zone {
  return findZone(name) ?? { name, id: name }
}

function serverSettings(config: Config): ServerSettings {
  const { trustProxy } = config
  return {
    ...config,
    cacheMaxAge_s: config.cacheMaxAgeS,
    requestTimeout_ms: config.requestTimeoutMs,
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
  }
}
