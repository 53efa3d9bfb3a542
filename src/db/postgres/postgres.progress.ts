import type { PostgresRevision } from './postgres.revision.ts'

/** The revision of the primary server at some time, in milliseconds of `performance.now`. */
interface Mark {
  readonly number: number
  /** Neither this revision nor any between it and the one before was there yet. */
  readonly notBefore: number
}

/**
 * How far replicas have followed, told by the revisions of primary and replica alone: it needs no right to ask for the
 * state of replication, no clock that two servers agree on, and holds for any way of replicating.
 */
export class Progress {
  readonly #primary: PostgresRevision
  readonly #lag_ms: number
  /** In order; what is older than any lag that is allowed is forgotten, but for its last revision. */
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
