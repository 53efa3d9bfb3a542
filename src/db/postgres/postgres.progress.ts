import type { PostgresRevision } from './postgres.revision.ts'

/** The revision of the primary server at some time, in milliseconds of `performance.now`. */
interface Mark {
  readonly number: number
  /** At this time, neither this revision nor any after the one before existed. */
  readonly notBefore: number
}

/**
 * How up to date replicas are, from the revisions of primary and replica alone: this needs no right to read the state of
 * replication, no clock that two servers agree on, and works with any kind of replication.
 */
export class Progress {
  readonly #primary: PostgresRevision
  readonly #lag_ms: number
  /** In order; those older than the allowed lag are forgotten, except the last of them. */
  readonly #marks: Mark[] = []
  #seenAt = 0

  constructor(primary: PostgresRevision, lag_ms: number) {
    this.#primary = primary
    this.#lag_ms = lag_ms
  }

  /** The time by which everything acknowledged is in the replica; -Infinity when that is too long ago to tell. */
  async freshness(replica: PostgresRevision): Promise<number> {
    const at = performance.now()
    this.#note(await this.#primary.number(), at)
    const reached = await replica.number()
    const [first] = this.#marks
    if (!first || reached < first.number) return -Infinity
    return this.#marks.find(({ number }) => number > reached)?.notBefore ?? at
  }

  #note(number: number, at: number): void {
    const last = this.#marks.at(-1)
    // Answers may come in another order than questions.
    if (last && number < last.number) return
    if (!last || number > last.number) this.#marks.push({ number, notBefore: this.#seenAt })
    this.#seenAt = Math.max(this.#seenAt, at)
    while ((this.#marks[1]?.notBefore ?? Infinity) < at - this.#lag_ms) this.#marks.shift()
  }
}
