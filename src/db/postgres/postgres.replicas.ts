import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { type PostgresLimits, PostgresPool } from './postgres.pool.ts'
import { Progress } from './postgres.progress.ts'
import { PostgresRevision } from './postgres.revision.ts'

/** The replicas of a server, and how far behind they may be. */
export interface ReplicaLimits {
  readonly urls: readonly string[]
  /** Everything that was acknowledged longer ago than this must be included in reads, in milliseconds. */
  readonly lag_ms: number
}

/** How often a replica is checked within the allowed lag. */
const looksWithinLag = 4

/** The longest pause between checks, so that a replica that is back is noticed, in milliseconds. */
const longestPause_ms = 1_000

interface Replica {
  readonly pool: PostgresPool
  readonly revision: PostgresRevision
  /** Everything that was acknowledged by this time of `performance.now` is there. */
  freshAt: number
}

/** The replica that a piece of work reads from: always the same one, unless it fails. */
interface Choice {
  replica: Replica | undefined
}

/** Read replicas. Those that are unreachable or too far behind are not used until they have caught up. */
export class Replicas {
  readonly #replicas: readonly Replica[]
  readonly #lag_ms: number
  readonly #progress: Progress
  readonly #choices = new AsyncLocalStorage<Choice>()
  readonly #closing = new AbortController()
  readonly #watching: Promise<unknown>
  #turn = 0
  #choice: Choice | undefined

  /** Their progress is compared with the revision of the primary server. */
  constructor({ urls, lag_ms }: ReplicaLimits, limits: PostgresLimits, revision: PostgresRevision) {
    this.#replicas = urls.map((url) => ({
      pool: new PostgresPool(url, limits),
      revision: new PostgresRevision(url, limits),
      freshAt: -Infinity,
    }))
    this.#lag_ms = lag_ms
    this.#progress = new Progress(revision, lag_ms)
    this.#watching = Promise.all(this.#replicas.map((replica) => this.#watch(replica)))
  }

  /** Runs the work, whose reads come from one replica if any is up to date enough. */
  relaxed<Result>(work: () => Result): Result {
    this.#choice ??= this.#choose()
    return this.#choices.run(this.#choice, work)
  }

  /** Runs the work, whose reads come from the primary server. */
  strictly<Result>(work: () => Result): Result {
    return this.#choices.exit(work)
  }

  /** Asks the replica of the current work; undefined when there is none, or it has failed. */
  async ask<Result>(question: (replica: Replica) => Promise<Result>): Promise<Result | undefined> {
    const choice = this.#choices.getStore()
    if (!choice?.replica) return undefined
    const { replica } = choice
    try {
      return await question(replica)
    } catch {
      // Unreachable, busy replicating, or with an older schema: the primary server is asked instead, and its errors count.
      replica.freshAt = -Infinity
      choice.replica = undefined
      return undefined
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#watching
    await Promise.all(this.#replicas.flatMap(({ pool, revision }) => [pool.close(), revision.close()]))
  }

  /** One choice for all work that begins in a round of the event loop, as such requests share a look at the revision. */
  #choose(): Choice {
    setImmediate(() => (this.#choice = undefined))
    const usable = this.#replicas.filter(({ freshAt }) => performance.now() - freshAt <= this.#lag_ms)
    this.#turn += 1
    return { replica: usable[this.#turn % usable.length] }
  }

  async #watch(replica: Replica): Promise<void> {
    const { signal } = this.#closing
    const pause_ms = Math.min(this.#lag_ms / looksWithinLag, longestPause_ms)
    while (!signal.aborted) {
      replica.freshAt = await this.#progress.freshness(replica.revision).catch(() => -Infinity)
      // Rejects when the wait is over before its time.
      await setTimeout(pause_ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
