import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../auth/rights.ts'
import type { RefusalCode } from '../errors.ts'
import type { AnswerCache } from './answers.ts'
import type { Call } from './call.ts'
import type { RootResource } from './discovery.ts'
import type { CorsOrigins } from './headers.ts'
import type { Reply } from './present.ts'
import type { Resource } from './resource.ts'
import type { Site } from './site.ts'

/** What the server needs of the settings; each is described in `config.settings.ts`. */
export interface ServerSettings {
  readonly siteUrl: string
  readonly restRoot: string
  readonly namespaces: readonly string[]
  readonly corsOrigins: CorsOrigins
  readonly cacheMaxAge_s: number
  readonly bodyLimit: number
  readonly urlLimit: number
  readonly requestTimeout_ms: number
  /** The most that kept answers take together, in bytes; 0: none are kept. */
  readonly answerCache: number
  readonly trustProxy: boolean | string[]
}

/** What is answered, and by which rules. */
export interface Answering {
  readonly settings: ServerSettings
  readonly log: FastifyBaseLogger
  readonly now: () => Temporal.Instant
  /** What is there below each namespace. */
  readonly resources: readonly Resource[]
  /** What is there below the REST root itself, whatever the namespaces. */
  readonly rootResources: readonly RootResource[]
  /** How to refuse for what is thrown from below and will pass; undefined for any other error, which is a fault of ours. */
  readonly passing: (error: unknown) => RefusalCode | undefined
  /** Does all that a request asks for, so that `passing` can tell whether it has changed anything already. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The description of a resource that OPTIONS answers with. */
  readonly describe: (resource: Resource, site: Site) => unknown
}

/** Answers a request that may write, of a caller who is known. Throws what {@link Answering.passing} knows when it cannot. */
export type AnswerCall = (call: Call, caller: Caller) => Promise<Reply>

/** What is served over HTTP. */
export interface Serving extends Answering {
  /** Who asks, by the Authorization header and the client's address; throws 401 or 429. */
  readonly authenticate: (authorization: string | undefined, from: string) => Promise<Caller>
  readonly answers: AnswerCache
  /** Grows with every change of what may be shown (`Database.revision`). */
  readonly revision: () => number | Promise<number>
  /** Runs work that may read what was so a moment ago (`Database.relaxed`). */
  readonly relaxed: <Result>(work: () => Result) => Result
  /** Has somebody else answer what may write; undefined where there is nobody else, or not yet. */
  readonly handOn: (...asked: Parameters<AnswerCall>) => Promise<Reply> | undefined
}
