import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Identify } from './auth/identify.ts'
import type { RefusalCode } from '../pure/errors/errors.ts'
import type { AnswerCache } from './answers.ts'
import type { RootResource } from './discovery.ts'
import type { CorsOrigins } from './headers.ts'
import type { Repeats } from './repeats.ts'
import type { LogField, Note } from './requestLog.ts'
import type { Resource } from './resource.ts'
import type { Dependence } from '../storage/index/steps.ts'
import type { Site } from './site.ts'

/** What the server needs of the settings; each is described in `config.settings.ts`. */
export interface ServerSettings {
  readonly siteUrl: string
  readonly restRoot: string
  readonly namespaces: readonly string[]
  readonly corsOrigins: CorsOrigins
  readonly cacheMaxAge_s: number
  readonly cacheStale_s: number
  readonly bodyLimit: number
  readonly urlLimit: number
  readonly requestTimeout_ms: number
  /** The most that kept answers take together, in bytes; 0: none are kept. */
  readonly answerCache: number
  readonly trustProxy: boolean | string[]
  readonly logFields: readonly LogField[]
}

/** What requests are answered from. */
export interface AnswerParts {
  readonly settings: ServerSettings
  readonly log: FastifyBaseLogger
  readonly now: () => Temporal.Instant
  /** The resources below each namespace. */
  readonly resources: readonly Resource[]
  /** The resources at the REST root itself. */
  readonly rootResources: readonly RootResource[]
  /** The refusal for an error of the database or the file store that is no bug, such as being busy or full; undefined for any other error. */
  readonly passing: (error: unknown) => RefusalCode | undefined
  /** Runs the work of one request, so that `passing` can tell whether it has changed anything already. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** What was answered to requests with a key. */
  readonly repeats: Repeats
  /** The members of a record, by its name among the schemas. */
  readonly membersOf: (schema: string) => readonly string[]
  /** The description of a resource that OPTIONS answers with. */
  readonly describe: (resource: Resource, site: Site) => unknown
}

/** What is served over HTTP. */
export interface ServerParts extends AnswerParts {
  /** Who asks, by Authorization header or cookie; throws 401, 403 or 429. */
  readonly identify: Identify
  /** Takes note of every request that has been answered. */
  readonly note: Note
  readonly answers: AnswerCache
  /** Grows with every change of what may be shown (`Database.revision`). */
  readonly revision: () => number | Promise<number>
  /** Whether what was made at a former revision would be the same now: `EventIndex.heldUntil`. */
  readonly heldUntil?: ((since: number, depends: Dependence) => Promise<number | undefined>) | undefined
  /** Chooses between routes of one address. */
  readonly strategy: Parameters<FastifyInstance['addConstraintStrategy']>[0]
}
