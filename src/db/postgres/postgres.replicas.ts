import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { type PostgresLimits, PostgresPool } from './postgres.pool.ts'
import { Progress } from './postgres.progress.ts'
import { PostgresRevision } from './postgres.revision.ts'

/** Servers that follow the primary one, and how far behind it they may be. */
export interface ReplicaLimits {
  readonly urls: readonly string[]
  /** Nothing that was acknowledged longer ago than this is missing in what they are asked for, in milliseconds. */
  readonly lag_ms: number
}

/** A replica is looked at so often within the lag it is allowed. */
const looksWithinLag = 4

/** However long that is, a replica that is there again is noticed by then, in milliseconds. */
const longestPause_ms = 1_000

interface Replica {
  readonly pool: PostgresPool
  readonly revision: PostgresRevision
  /** What had been acknowledged by then is there; by the clock of `performance.now`. */
  freshAt: number
}

/** Which replica a piece of work reads from: the same one all along, unless it fails. */
interface Choice {
  replica: Replica | undefined
}

/** Read replicas. Those that are away or too far behind are not asked until they have caught up. */
export class Replicas {
  readonly #replicas: readonly Replica[]
  readonly #lag_ms: number
  readonly #progress: Progress
  readonly #choices = new AsyncLocalStorage<Choice>()
  readonly #closing = new AbortController()
  readonly #watching: Promise<unknown>
  #turn = 0
  #choice: Choice | undefined

  /** They are held against the revision of the primary server. */
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

  /** Runs the work; what it reads, it reads from one replica if any is near enough. */
  relaxed<Result>(work: () => Result): Result {
    this.#choice ??= this.#choose()
    return this.#choices.run(this.#choice, work)
  }

  /** Runs the work; what it reads, it reads from the primary server. */
  strictly<Result>(work: () => Result): Result {
    return this.#choices.exit(work)
  }

  /** Asks the replica that the work at hand reads from; undefined when there is none, or none any more. */
  async ask<Result>(question: (replica: Replica) => Promise<Result>): Promise<Result | undefined> {
    const choice = this.#choices.getStore()
    if (!choice?.replica) return undefined
    const { replica } = choice
    try {
      return await question(replica)
    } catch {
      // Away, or busy following, or of an older schema: the primary server knows better, and says so if it does not.
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

  /** One choice for all that begins in a round of the event loop: such requests look at the revision together. */
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
