import type { FastifyBaseLogger } from 'fastify'
import { actorOf } from '../http/auth/actor.ts'
import type { Config } from '../config/config.ts'
import { actAs } from '../storage/db/transactions.ts'
import { createInternalInterface } from '../http/internalRequest.ts'
import type { AnswerParts } from '../http/serverParts.ts'
import { accountPath, type McpAccount } from '../outward/mcp/mcp.account.ts'
import type { OpenProvider } from '../people/oidc/oidc.open.ts'
import { createTokenReader } from '../people/oidc/oidc.tokens.ts'
import type { Database } from '../storage/db/dialect.ts'
import type { McpParts } from '../outward/mcp/mcp.server.ts'
import type { Context } from '../http/context.ts'
import { packageVersion } from '../config/version.ts'

/** What assistants are answered from; what follows from settings is read when it is asked for. */
export function mcpParts(
  answering: AnswerParts,
  { config, context, log }: { config: Config; context: Context; log: FastifyBaseLogger },
): McpParts {
  return {
    inside: createInternalInterface({
      ...answering,
      actFor: (caller) => actAs(actorOf(caller, answering.now())),
    }),
    get siteName() {
      return config.siteName
    },
    get siteZone() {
      return context.siteZone
    },
    get dayTurn() {
      return config.dayTurn
    },
    get siteLocale() {
      return config.siteLocale
    },
    get weekStarts() {
      return config.weekStarts
    },
    mode: config.mcp,
    version: packageVersion(),
    now: answering.now,
    declared: async () => {
      // Rows are never older than what is declared.
      await context.rows.get()
      return context.declared
    },
    failed: (error) => {
      if (answering.passing(error) !== undefined)
        return 'The database, or where files are kept, cannot be used at the moment. Try again in a few seconds.'
      log.error({ err: error }, 'a call of an assistant failed')
      return 'Something went wrong here. It has been logged.'
    },
  }
}

/** By whose tokens assistants may sign people in, where that is on. */
export function accountOf(
  { config, db, now }: { config: Config; db: Database; now: () => Temporal.Instant },
  opened: OpenProvider | undefined,
): McpAccount | undefined {
  if (config.mcpOauth === 'off' || opened === undefined) return undefined
  const [issuer, resource] = [config.oidcIssuer, `${config.siteUrl}${accountPath}`]
  const signInUrl = `${config.siteUrl}/signin`
  const read = createTokenReader({ db, now, issuer, resource, signInUrl, provider: opened.provider })
  const readToken = async (token: string) => {
    const caller = await read(token)
    actAs(actorOf(caller, now()))
    return caller
  }
  // An issuer that does not answer is told as the settings have it.
  const told = () =>
    opened.provider.issuing().then(
      (one) => one.issuer,
      () => issuer,
    )
  return { issuer: told, resource, scopes: config.oidcScopes, readToken }
}
